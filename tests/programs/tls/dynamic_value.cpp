// expect: verified 2
// toy: var x
// toy: thread grow[2] { r = fetch_add x, 1 }
// A thread_local string and vector grow in one thread and stay empty in the other.
#include <atomic>
#include <cassert>
#include <string>
#include <thread>
#include <vector>

thread_local std::string text = "start";
thread_local std::vector<int> numbers;
std::atomic<int> x;

const std::string piece = " and a long piece of text that does not fit into the object";

void grow(int by) {
  for (int n = 0; n < by; ++n) {
    text += piece;
    numbers.push_back(n);
  }
  ++x;
  assert(numbers.size() == static_cast<size_t>(by));
  assert(text.size() == 5 + numbers.size() * piece.size());
}

int main() {
  std::thread a(grow, 3), b(grow, 5);
  a.join();
  b.join();
  assert(text == "start" && numbers.empty());
}
