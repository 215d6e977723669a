// expect: unsupported std::random_device
// Random numbers of the processor.
#include <random>
#include <thread>

int main() {
  std::thread t([] { return std::random_device{}(); });
  t.join();
}
