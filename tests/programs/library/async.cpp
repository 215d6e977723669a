// expect: verified 1
// toy: var once, status
// toy: thread task { once = 1; once = 2; r = exchange status, 1 }
// toy: thread main { spawn task; join task; r = status }  # get() joins first; all else is main's own
#include <cassert>
#include <future>
#include <stdexcept>

int main() {
  std::future<int> sum = std::async(std::launch::async, [] { return 1 + 2; });
  std::future<int> bad = std::async(std::launch::deferred, []() -> int { throw std::runtime_error("no"); });
  assert(sum.get() == 3);
  bool thrown = false;
  try {
    bad.get();
  } catch (const std::runtime_error&) {
    thrown = true;
  }
  assert(thrown);
}
