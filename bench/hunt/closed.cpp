// depth 2: a connection is closed, and its buffer freed, between the look whether it is open and its use.
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

class Connection {
 public:
  bool is_open() {
    std::lock_guard hold(mutex_);
    return buffer_ != nullptr;
  }
  void write(int value) {
    std::lock_guard hold(mutex_);
    buffer_->push_back(value);
  }
  void close() {
    std::lock_guard hold(mutex_);
    buffer_.reset();
  }

 private:
  std::mutex mutex_;
  std::unique_ptr<std::vector<int>> buffer_ = std::make_unique<std::vector<int>>();
};

int main() {
  Connection connection;
  std::mutex log;
  int lines = 0;
  auto note = [&](int count) {
    for (int k = 0; k < count; k++) {
      std::lock_guard hold(log);
      lines++;
    }
  };
  std::thread writer([&] {
    if (connection.is_open()) connection.write(1);
    note(5);
  });
  std::thread closer([&] {
    connection.close();
    note(5);
  });
  std::thread third(note, 5), fourth(note, 5), fifth(note, 5);
  for (std::thread* thread : {&writer, &closer, &third, &fourth, &fifth}) thread->join();
}
