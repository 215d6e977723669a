// expect: bug uncaught_exception
// message: future_error
// location: promise_twice.cpp:29
// A promise that two threads keep: the second one gets an exception, which nobody expects.
// fixed: verified 6
// toy: # d and q as in library/future.cpp.
// toy: var answered, d, q
// toy: thread t { r = exchange answered, 1; if r == 0 { r = exchange d, 1; if r == 2 { r = cas q, 2, 0 } } }
// toy: thread main {
// toy:   r = exchange answered, 1
// toy:   if r == 0 { r = exchange d, 1 }
// toy:   r = d
// toy:   if r == 0 { r = fetch_add d, 2; copy d, q; await q != 2; r = d }
// toy: }
#include <atomic>
#include <future>
#include <thread>

static std::promise<int> answer;
static std::atomic<bool> answered;

static void tell(int value) {
#ifdef FIXED
  if (answered.exchange(true)) return;
#else
  if (answered) return;
  answered = true;
#endif
  answer.set_value(value);
}

int main() {
  std::future<int> future = answer.get_future();
  std::thread thread(tell, 1);
  tell(2);
  int value = future.get();
  thread.join();
  return value != 1 && value != 2;
}
