// expect: bug uncaught_exception 1
// message: std::runtime_error: early
// location: exception.cpp:8
// count: Only main runs, and it fails at once: 1 execution.
#include <stdexcept>

struct Thing {
  Thing() { throw std::runtime_error("early"); }
} thing;

int main() {}
