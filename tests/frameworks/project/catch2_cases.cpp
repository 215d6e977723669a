#include <catch2/catch.hpp>

#include "cases.hpp"

TEST_CASE("Queue, buggy") {
  REQUIRE(sum_of_two_pops<false>() == 3);
}

TEST_CASE("Queue, repaired") {
  REQUIRE(sum_of_two_pops<true>() == 3);
}

TEST_CASE("Cache, buggy") {
  REQUIRE(times_computed<false>() == 1);
}

TEST_CASE("Cache, repaired") {
  REQUIRE(times_computed<true>() == 1);
}

TEST_CASE("Pool, buggy") {
  REQUIRE(done_by_pool(false) == 1);
}

TEST_CASE("Pool, repaired") {
  REQUIRE(done_by_pool(true) == 1);
}
