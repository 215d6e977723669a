// Cases of Catch2, right and wrong, for tests/cli/frameworks.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>

#include <atomic>
#include <thread>

TEST_CASE("a name, with \"quotes\" [and] slashes/more\\stuff") {
  std::atomic<int> value{0};
  std::thread first([&] { value++; });
  std::thread second([&] { value++; });
  first.join();
  second.join();
  REQUIRE(value.load() == 2);
}

TEST_CASE("fails sometimes") {
  std::atomic<int> value{0};
  std::thread other([&] { value = 1; });
  CHECK(value.load() == 0);  // line 20
  other.join();
}

TEST_CASE("fails in a thread") {
  std::atomic<int> value{0};
  std::thread other([&] { REQUIRE(value.load() == 0); });  // line 26
  value = 1;
  other.join();
}
