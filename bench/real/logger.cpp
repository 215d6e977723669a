// A logger: A clients append B lines each, one thread writes them, and is stopped when the clients are done.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#ifndef A
#define A 2
#endif
#ifndef B
#define B 2
#endif

class Logger {
 public:
  Logger() : thread_([this] { write(); }) {}
  int stop() {
    {
      std::lock_guard lock(mutex_);
      stopped_ = true;
    }
    changed_.notify_one();
    thread_.join();
    return written_;
  }
  void append(int line) {
    std::lock_guard lock(mutex_);
    lines_.push_back(line);
    changed_.notify_one();
  }

 private:
  void write() {
    for (;;) {
      std::vector<int> batch;
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return stopped_ || !lines_.empty(); });
        batch.swap(lines_);
        if (batch.empty()) return;
      }
      written_ += static_cast<int>(batch.size());
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<int> lines_;
  bool stopped_ = false;
  int written_ = 0;
  std::thread thread_;
};

int main() {
  Logger logger;
  std::vector<std::thread> clients;
  for (int c = 0; c < A; c++)
    clients.emplace_back([&] {
      for (int k = 0; k < B; k++) logger.append(k);
    });
  for (std::thread& client : clients) client.join();
  assert(logger.stop() == A * B);
}
