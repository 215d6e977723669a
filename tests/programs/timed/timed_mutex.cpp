// expect: verified 4
// toy: mutex m
// toy: thread run[2] { r = trylock m; if r { unlock m } }
// As two threads that trylock: each gets it first and unlocks before the other tries (2), or while the other tries and
// fails (2).
#include <atomic>
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

using namespace std::chrono_literals;
static std::timed_mutex mutex;
static int inside;

static void run() {
  if (!mutex.try_lock_for(1ms)) return;
  assert(++inside == 1);
  --inside;
  mutex.unlock();
}

int main() {
  std::recursive_timed_mutex recursive;
  std::thread a(run), b(run);
  a.join();
  b.join();
  assert(recursive.try_lock() && recursive.try_lock_until(std::chrono::system_clock::now() + 1s));
  recursive.unlock();
  recursive.unlock();
}
