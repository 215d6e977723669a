// What a C++ program can tell the model checker: mazurka.h, in C++'s terms. From C++11 on.
#ifndef MAZURKA_HPP
#define MAZURKA_HPP

#include <string>

#include "mazurka.h"

namespace mazurka {

// Executions in which `condition` is false here do not count.
inline void assume(bool condition) {
  mazurka_assume(condition);
}

// A number from 0 to n - 1; each is explored. n must not be 0.
inline unsigned choose(unsigned n) {
  return mazurka_choose(n);
}

// A number from `lowest` to `highest`; each is explored. At most 2^32 - 1 of them.
template <class Integer>
Integer choose(Integer lowest, Integer highest) {
  return static_cast<Integer>(lowest +
                              static_cast<Integer>(mazurka_choose(static_cast<unsigned>(highest - lowest + 1))));
}

// A bug, told as `message`.
[[noreturn]] inline void fail(const char* message) {
  mazurka_fail(message);
}
[[noreturn]] inline void fail(const std::string& message) {
  mazurka_fail(message.c_str());
}

// Blocks until condition(), which reads shared memory and changes nothing, gives true.
template <class Condition>
void await(Condition condition) {
  mazurka_await(condition());
}

// No other thread runs while one of these exists. They do not nest, and the thread must not block.
class AtomicSection {
 public:
  AtomicSection() { mazurka_atomic_begin(); }
  ~AtomicSection() { mazurka_atomic_end(); }
  AtomicSection(const AtomicSection&) = delete;
  AtomicSection& operator=(const AtomicSection&) = delete;
};

}  // namespace mazurka

#endif
