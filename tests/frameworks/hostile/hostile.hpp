#pragma once

#include <cstdio>
#include <thread>

#include <mazurka/check.hpp>

inline void race() {
  static int value = 0;
  std::thread other([] { value++; });
  value++;
  other.join();
}
inline void do_nothing() {}
inline void tell(const char* name, const mazurka::CheckResult& result) {
  std::printf("%s %s\n", name, result.verdict().c_str());
}

void check_first();
void check_second();
