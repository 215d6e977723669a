// expect: verified
// uncounted: the steps of a wait for an atomic and of locking two mutexes depend on the version of libstdc++
// flags: -std=c++20
// What the other programs do not use of <mutex>, <shared_mutex> and <atomic>.
#include <atomic>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>
using namespace std::chrono_literals;
std::recursive_timed_mutex rt;
std::shared_timed_mutex st;
std::timed_mutex tm;
std::atomic_flag f;
std::condition_variable_any ca;
std::mutex m;
int main() {
  std::thread t([] {
    if (rt.try_lock_for(1s)) {
      rt.lock();
      rt.unlock();
      rt.unlock();
    }
    if (st.try_lock_shared_until(std::chrono::steady_clock::now() + 1s)) st.unlock_shared();
    f.test_and_set();
    f.notify_one();
  });
  f.wait(false);
  std::scoped_lock both(tm, m);
  { std::unique_lock<std::recursive_timed_mutex> l(rt, std::try_to_lock); }
  if (st.try_lock()) st.unlock();
  t.join();
  std::this_thread::sleep_for(1s);
  std::this_thread::yield();
  assert(std::thread::hardware_concurrency() > 0);
}
