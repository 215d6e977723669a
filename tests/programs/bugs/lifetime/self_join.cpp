// expect: bug uncaught_exception
// location: self_join.cpp:18
// A thread that joins itself: whoever gives up an object last destroys it, and that may be its own worker.
// fixed: verified 2
// toy: var owners = 2
// toy: thread t[2] { r = fetch_add owners, -1 }
#include <memory>
#include <thread>

struct Service {
  std::thread worker;
  ~Service() {
#ifdef FIXED
    if (worker.get_id() == std::this_thread::get_id())
      worker.detach();
    else
#endif
      worker.join();
  }
};

int main() {
  auto service = std::make_shared<Service>();
  service->worker = std::thread([keep_alive = service]() mutable { keep_alive.reset(); });
}
