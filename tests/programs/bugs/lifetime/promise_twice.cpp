// expect: bug uncaught_exception
// message: future_error
// location: promise_twice.cpp:20
// A promise that two threads keep: the second one gets an exception, which nobody expects.
// fixed: verified
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
