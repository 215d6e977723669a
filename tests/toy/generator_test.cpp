#include "toy/fuzz/generator.hpp"

#include <gtest/gtest.h>

#include "toy/language/compiler.hpp"
#include "toy/language/parser.hpp"
#include "toy/language/printer.hpp"
#include "toy/language/read_sections.hpp"
#include "toy/oracle/oracle.hpp"

namespace mazurka::toy {
namespace {

TEST(Generator, IsDeterministicInTheSeed) {
  Dice a(5), b(5), c(6);
  std::string first = print(generate(a, Features::all()));
  EXPECT_EQ(first, print(generate(b, Features::all())));
  EXPECT_NE(first, print(generate(c, Features::all())));
}

TEST(Generator, WritesProgramsThatCompileAndBreakNoRule) {
  Dice dice(3);
  for (int i = 0; i < 3'000; i++) {
    Source source = generate(dice, pick_mix(dice, Features::all()));
    EXPECT_GE(source.threads.size(), 2u);
    EXPECT_LE(source.threads.size(), 5u);
    Result<Code, ParseError> code = compile(source);
    ASSERT_TRUE(code.ok()) << to_string(code.error()) << "\n" << print(source);
    Machine machine(std::move(*code));
    machine.set_step_limit(8);
    EXPECT_FALSE(take_census(machine, Equivalence{}, {1'000, 1'000}).misused) << print(source);
  }
}

TEST(Generator, UsesOnlyTheFeaturesItIsGiven) {
  Dice dice(4);
  for (Feature feature : Features::all().list()) {
    Features used;
    for (int i = 0; i < 200; i++)
      for (Feature f : features_of(generate(dice, {feature})).list()) used.add(f);
    Features allowed = {feature, Feature::kBranches};  // what was tried, chosen or read is often followed by an if
    if (feature == Feature::kTryLock || feature == Feature::kConditions || feature == Feature::kTimedWaits)
      allowed.add(Feature::kLocks);
    if (feature == Feature::kTimedWaits) allowed.add(Feature::kConditions);
    if (feature == Feature::kLoops) allowed.add(Feature::kRmw);
    EXPECT_TRUE(allowed.contains(used)) << name_of(feature);
    // These change others: read locks, mailboxes.
    const Features of_others = {Feature::kLeaks, Feature::kBoundedMailboxes, Feature::kClosedMailboxes,
                                Feature::kRankedMailboxes};
    if (!of_others.has(feature)) {
      EXPECT_TRUE(used.has(feature)) << name_of(feature);
    }
  }
}

TEST(Generator, KeepsReadLocksOnlyIfLeaksAreAllowed) {
  auto kept = [](Features features) {
    Dice dice(9);
    uint64_t count = 0;
    for (int i = 0; i < 300; i++) count += ordered_rwlocks(generate(dice, features)).size();
    return count;
  };
  EXPECT_GT(kept({Feature::kRwlocks, Feature::kLeaks}), 0u);
  EXPECT_EQ(kept({Feature::kRwlocks}), 0u);
}

TEST(Generator, PicksSmallMixesOfTheAllowedFeatures) {
  Dice dice(1);
  const Features allowed = {Feature::kCas, Feature::kLocks, Feature::kAwait, Feature::kSpawn, Feature::kChoose};
  uint32_t small = 0;
  for (int i = 0; i < 1'000; i++) {
    Features mix = pick_mix(dice, allowed);
    EXPECT_TRUE(allowed.contains(mix));
    EXPECT_FALSE(mix.empty());
    small += mix.size() <= 3;
  }
  EXPECT_GT(small, 700u);
}

TEST(Features, HaveNames) {
  for (Feature feature : Features::all().list()) EXPECT_EQ(feature_named(name_of(feature)), feature);
  EXPECT_FALSE(feature_named("nothing").has_value());
  EXPECT_EQ(Features::all().size(), kFeatureCount);
}

TEST(Features, AreThoseThatAProgramUses) {
  Source source = std::move(*parse("var x, y; mutex m\nthread A { lock m; r = cas x, 0, 1; if r { copy x, y } }"));
  EXPECT_EQ(features_of(source), (Features{Feature::kLocks, Feature::kCas, Feature::kBranches, Feature::kPairs}));
}

}  // namespace
}  // namespace mazurka::toy
