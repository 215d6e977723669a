#include <gtest/gtest.h>

#include "cases.hpp"

TEST(Queue, Buggy) {
  EXPECT_EQ(sum_of_two_pops<false>(), 3);
}

TEST(Queue, Repaired) {
  EXPECT_EQ(sum_of_two_pops<true>(), 3);
}

TEST(Cache, Buggy) {
  EXPECT_EQ(times_computed<false>(), 1);
}

TEST(Cache, Repaired) {
  EXPECT_EQ(times_computed<true>(), 1);
}

TEST(Pool, Buggy) {
  EXPECT_EQ(done_by_pool(false), 1);
}

TEST(Pool, Repaired) {
  EXPECT_EQ(done_by_pool(true), 1);
}
