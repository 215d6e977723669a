// expect: unsupported _ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv
#include <future>
#include <thread>

int main() {
  std::promise<int> promise;
  std::thread t([&] { promise.set_value_at_thread_exit(1); });
  promise.get_future().get();
  t.join();
}
