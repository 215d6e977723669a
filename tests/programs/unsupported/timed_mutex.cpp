// expect: unsupported pthread_mutex_clocklock
#include <chrono>
#include <mutex>
#include <thread>

std::timed_mutex mutex;

void run() {
  if (mutex.try_lock_for(std::chrono::milliseconds(1))) mutex.unlock();
}

int main() {
  std::thread a(run), b(run);
  a.join();
  b.join();
}
