// A logger whose counter of lines is read without the lock that its writers hold.
#include <mutex>
#include <thread>

struct Logger {
  std::mutex mutex;
  int lines = 0;

  void log() {
    std::lock_guard hold(mutex);
    lines++;
  }
  bool is_empty() const { return lines == 0; }
};
Logger logger;

int main() {
  std::thread writer([] { logger.log(); });
  const int status = logger.is_empty() ? 0 : 1;
  writer.join();
  return status;
}
