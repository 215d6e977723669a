#include "report/coverage/estimate.hpp"

#include <gtest/gtest.h>

#include "report/coverage/hunt.hpp"
#include "report/words.hpp"

namespace mazurka::report {
namespace {

Estimate estimate_of(uint64_t explored, double left, double deviation) {
  Estimate estimate;
  estimate.probes = 100;
  estimate.explored = explored;
  estimate.left = left;
  estimate.deviation = deviation;
  return estimate;
}

TEST(Estimate, IsSaidAsARangeWithTheTimeThatIsLeft) {
  const Estimate estimate = estimate_of(100'000, 3'000'000, 200'000);
  EXPECT_EQ(text_of(estimate, {100'000, 75'000}), "est. 3.1 M executions (2.6 M to 3.7 M), 40 s left");
}

// What was explored is part of all there is: an estimate is never below it.
TEST(Estimate, IsCorrectedByWhatWasExplored) {
  const Estimate estimate = estimate_of(100'000, 3'000'000, 200'000);
  EXPECT_EQ(text_of(estimate, {3'000'000, 1'000}), "est. 3.1 M executions (3.0 M to 3.7 M), 2 min left");
  EXPECT_EQ(text_of(estimate, {3'300'000, 10'000}), "est. 3.5 M executions (3.3 M to 3.7 M), 20 s left");
  EXPECT_EQ(text_of(estimate, {5'000'000, 1'000}), "more than the est. 3.1 M executions");
  const auto json = json_of(estimate, {5'000'000, 1'000});
  EXPECT_EQ(json["executions"], 5'000'000);
  EXPECT_EQ(json["least"], 5'000'000);
  EXPECT_EQ(json["most"], 5'000'000);
  EXPECT_TRUE(json["seconds_left"].is_null());
  EXPECT_EQ(json["hopeless"], false);
  EXPECT_LT(share_explored(estimate, 3'300'000), 0.96);
}

TEST(Estimate, IsHopelessIfItTakesMoreThanAYear) {
  EXPECT_EQ(text_of(estimate_of(1'000, 1e20, 1e19), {1'000, 1e5}), "hopeless: about 10^20 executions");
  EXPECT_FALSE(is_hopeless(estimate_of(1'000, 1e9, 1e8), {1'000, 1e5}));
  EXPECT_FALSE(is_hopeless(Estimate{}, {1'000, 1e5}));
}

TEST(Estimate, IsNothingIfNothingIsKnown) {
  EXPECT_EQ(text_of(Estimate{}, {1'000, 1e5}), "");
  EXPECT_TRUE(json_of(Estimate{}, {1'000, 1e5}).is_null());
}

TEST(Estimate, HasAllNumbersInJson) {
  const auto json = json_of(estimate_of(250, 750, 0), {500, 10});
  EXPECT_EQ(json["executions"], 1000);
  EXPECT_EQ(json["least"], 1000);
  EXPECT_EQ(json["most"], 1000);
  EXPECT_EQ(json["explored_share"], 0.5);
  EXPECT_EQ(json["seconds_left"], 50);
  EXPECT_EQ(json["hopeless"], false);
}

TEST(Estimate, RoundsNumbersAndTimes) {
  EXPECT_EQ(rough(0), "0");
  EXPECT_EQ(rough(999), "999");
  EXPECT_EQ(rough(1234), "1.2 k");
  EXPECT_EQ(rough(999'600), "1.0 M");
  EXPECT_EQ(rough(56e6), "56 M");
  EXPECT_EQ(rough(4e9), "4.0 G");
  EXPECT_EQ(rough(7e14), "700 T");
  EXPECT_EQ(rough(1e15), "10^15");
  EXPECT_EQ(duration(99), "99 s");
  EXPECT_EQ(duration(600), "10 min");
  EXPECT_EQ(duration(7200), "2 h");
  EXPECT_EQ(duration(10 * 86400), "10 days");
  EXPECT_EQ(in_percent(1), "100 %");
  EXPECT_EQ(in_percent(0.0312), "3.1 %");
  EXPECT_EQ(in_percent(0.0005), "1 in 2,000");
  EXPECT_EQ(in_percent(1e-20), "10^-20");
}

TEST(Hunt, SaysWhatEachPartCovered) {
  HuntReport hunt;
  EXPECT_EQ(text_of(hunt), "");
  hunt.samples.runs = 41'000;
  EXPECT_EQ(text_of(hunt), "41,000 samples");
  hunt.bound = 1;
  EXPECT_EQ(text_of(hunt), "all executions with at most 1 preemption; 41,000 samples");
}

}  // namespace
}  // namespace mazurka::report
