#include "runtime/engine/restarts/waypoints.hpp"

#include <gtest/gtest.h>

namespace mazurka::runtime {
namespace {

// The first states that are saved need new memory, and the process is interrupted now and then. What was once too
// expensive is not done, and not measured: it must be tried again all the same.
TEST(Waypoints, AreTriedAgainAfterTheyWereTooExpensive) {
  Waypoints waypoints;
  waypoints.costs().save.note(1000);
  EXPECT_TRUE(waypoints.is_worth(10));
  for (int k = 0; k < 20; k++) waypoints.costs().save.note(50'000);
  EXPECT_FALSE(waypoints.is_worth(10));
  int refused = 0;
  while (!waypoints.is_worth(10) && refused < 1000) refused++;
  EXPECT_LT(refused, 500);
}

TEST(Waypoints, AreNotTriedWhereTheyWereAlwaysTooExpensive) {
  Waypoints waypoints;
  for (int k = 0; k < 50; k++) waypoints.costs().save.note(50'000);
  for (int k = 0; k < 10'000; k++) EXPECT_FALSE(waypoints.is_worth(10));
}

}  // namespace
}  // namespace mazurka::runtime
