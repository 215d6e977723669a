#include "toy/fuzz/mutator.hpp"

#include <gtest/gtest.h>

#include "toy/fuzz/seeds.hpp"
#include "toy/language/compiler.hpp"
#include "toy/language/printer.hpp"
#include "toy/oracle/oracle.hpp"

namespace mazurka::toy {
namespace {

TEST(Mutator, KeepsProgramsCompilable) {
  Dice dice(11);
  uint32_t changed = 0, misused = 0, all = 0;
  for (int round = 0; round < 20; round++)
    for (const Seed& seed : all_seeds()) {
      Source before = source_of(seed), after = before;
      for (int i = 0; i < 3; i++) mutate(dice, Features::all(), after);
      Result<Code, ParseError> code = compile(after);
      ASSERT_TRUE(code.ok()) << to_string(code.error()) << "\n" << print(after);
      changed += !equal(before, after);
      all++;
      Machine machine(std::move(*code));
      machine.set_step_limit(8);
      misused += take_census(machine, Equivalence{}, {2'000, 500}).misused;
    }
  EXPECT_GT(changed * 10, all * 8);
  EXPECT_LT(misused * 20, all);
}

TEST(MutantPool, BeginsWithTheSeedsOfTheAllowedFeatures) {
  EXPECT_EQ(MutantPool(Features::all()).programs().size(), all_seeds().size());
  MutantPool plain{Features{}};
  EXPECT_FALSE(plain.programs().empty());
  for (const Source& source : plain.programs()) EXPECT_TRUE(features_of(source).empty()) << print(source);
}

TEST(MutantPool, KeepsProgramsWithManyTraces) {
  Dice dice(1);
  MutantPool pool{Features::all()};
  size_t seeds = pool.programs().size();
  Source program = pool.programs().front();
  for (int i = 0; i < 100; i++) pool.offer(dice, program, 2);
  EXPECT_EQ(pool.programs().size(), seeds);
  for (int i = 0; i < 100; i++) pool.offer(dice, program, 1'000);
  EXPECT_GT(pool.programs().size(), seeds);
  for (int i = 0; i < 10'000; i++) pool.offer(dice, program, 1'000);
  EXPECT_LE(pool.programs().size(), 400u);
  for (size_t i = 0; i < seeds; i++) EXPECT_TRUE(equal(pool.programs()[i], source_of(all_seeds()[i])));
}

TEST(MutantPool, IsDeterministicInTheSeed) {
  Dice a(5), b(5);
  MutantPool first{Features::all()}, second{Features::all()};
  for (int i = 0; i < 50; i++) {
    Source mutant = first.mutant(a);
    EXPECT_TRUE(equal(mutant, second.mutant(b)));
    first.offer(a, mutant, 100);
    second.offer(b, mutant, 100);
  }
}

}  // namespace
}  // namespace mazurka::toy
