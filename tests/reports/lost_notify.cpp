// A thread waits without looking whether it has been notified already.
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex m;
std::condition_variable done;

int main() {
  std::thread worker([] {
    std::lock_guard hold(m);
    done.notify_one();
  });
  std::unique_lock hold(m);
  done.wait(hold);
  hold.unlock();
  worker.join();
}
