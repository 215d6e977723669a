// expect: unsupported pthread_cond_clockwait
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable condition;

int main() {
  std::thread a([] {
    std::unique_lock lock(mutex);
    condition.wait_for(lock, std::chrono::milliseconds(1));
  });
  a.join();
}
