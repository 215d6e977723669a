// expect: unsupported pthread_rwlock_rdlock
#include <shared_mutex>
#include <thread>

std::shared_mutex mutex;

void run() {
  std::shared_lock lock(mutex);
}

int main() {
  std::thread a(run), b(run);
  a.join();
  b.join();
}
