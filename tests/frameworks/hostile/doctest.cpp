// Assertions that fail in mazurka::check and do not leave the function, for tests/cli/frameworks/hostile.sh.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <atomic>

#include "hostile.hpp"

static int value_in_time() {
  std::atomic<int> value{0};
  std::thread other([&] { value = 1; });
  const int seen = value;
  other.join();
  return seen;
}

TEST_CASE("assertions") {
  tell("check", mazurka::check([] { CHECK(value_in_time() == 0); }));
  tell("require", mazurka::check([] { REQUIRE(value_in_time() == 0); }));
  tell("warn", mazurka::check([] { WARN(value_in_time() == 0); }));
  tell("right", mazurka::check([] { CHECK(value_in_time() >= 0); }));
}
