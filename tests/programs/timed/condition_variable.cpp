// expect: verified 4
// toy: mutex m
// toy: cond c
// toy: var ready
// toy: thread w { lock m; r = ready; if !r { q = timedwait c, m }; unlock m }
// toy: thread s { lock m; ready = 1; signal c; unlock m }
// wait_for with a predicate: true only if the predicate holds, false only after the time has passed.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

using namespace std::chrono_literals;
static std::mutex mutex;
static std::condition_variable condition;
static bool ready;

int main() {
  std::thread a([] {
    std::unique_lock lock(mutex);
    auto begin = std::chrono::steady_clock::now();
    bool found = condition.wait_for(lock, 100ms, [] { return ready; });
    auto passed = std::chrono::steady_clock::now() - begin;
    assert(found == ready);
    assert(found || passed >= 100ms);
  });
  std::thread b([] {
    std::lock_guard lock(mutex);
    ready = true;
    condition.notify_one();
  });
  a.join();
  b.join();
}
