#include "toy/fuzz/shrinker.hpp"

#include <gtest/gtest.h>

#include "toy/fuzz/generator.hpp"
#include "toy/fuzz/tree.hpp"
#include "toy/language/compiler.hpp"
#include "toy/language/parser.hpp"
#include "toy/language/printer.hpp"
#include "toy/oracle/oracle.hpp"

namespace mazurka::toy {
namespace {

Source source_of(std::string_view text) {
  Result<Source, ParseError> source = parse(text);
  EXPECT_TRUE(source.ok()) << to_string(source.error());
  return std::move(*source);
}

Census census_of(const Source& source) {
  Result<Code, ParseError> code = compile(source);
  Census nothing;
  nothing.complete = false;
  if (!code) return nothing;
  Machine machine(std::move(*code));
  machine.set_step_limit(8);
  return take_census(machine, Equivalence{}, {10'000, 1'000});
}

bool deadlocks(const Source& source) {
  Census census = census_of(source);
  return census.complete && census.deadlocked > 0;
}

TEST(Shrinker, RemovesEverythingThatIsNotNeeded) {
  Source source = source_of(R"(
    var x, y = 1
    mutex m, n
    thread A { r = x; lock m; if r == 0 { lock n; y = r + 1; unlock n } else { y = 2 }; unlock m; r = y }
    thread B { x = 2; lock n; repeat 2 { lock m; r = fetch_add x, 1; unlock m }; unlock n }
    thread C { spawn D; join D; r = y }
    thread D { x = 1 }
  )");
  ASSERT_TRUE(deadlocks(source));
  Source small = shrink(source, deadlocks);
  EXPECT_TRUE(deadlocks(small));
  // One thread that locks twice would do, with two statements; so does any other way to wait for ever.
  uint32_t statements = 0;
  for (const ThreadDeclaration& thread : small.threads) statements += count_statements(thread.body);
  EXPECT_LE(statements, 2u) << print(small);
  EXPECT_EQ(small.objects.size(), 1u) << print(small);
}

TEST(Shrinker, SimplifiesOperationsAndConstants) {
  auto has_two_traces = [](const Source& source) { return census_of(source).traces.size() == 2; };
  Source source = source_of("var x\nthread A { r = exchange x, 2 }\nthread B { r = fetch_add x, 1 }");
  ASSERT_TRUE(has_two_traces(source));
  EXPECT_EQ(print(shrink(source, has_two_traces)), print(source_of("var x\nthread A { r = x }\nthread B { x = 0 }")));
}

TEST(Shrinker, UnwrapsBlocks) {
  auto fails = [](const Source& source) { return census_of(source).failed > 0; };
  Source source = source_of("var x\nthread A { r = x; if r == 0 { while r < 1 { assert r == 1; r = x } } }");
  ASSERT_TRUE(fails(source));
  EXPECT_EQ(print(shrink(source, fails)), print(source_of("thread A { fail }")));
}

TEST(Shrinker, RemovesALockWithItsUnlock) {
  auto valid_with_three_traces = [](const Source& source) {
    Census census = census_of(source);
    return census.complete && census.traces.size() == 3;
  };
  Source source = source_of("var x; mutex m\nthread A { lock m; x = 1; unlock m; x = 2 }\nthread B { x = 3 }");
  ASSERT_TRUE(valid_with_three_traces(source));
  Source small = shrink(source, valid_with_three_traces);
  EXPECT_EQ(small.objects.size(), 1u) << print(small);
}

TEST(Shrinker, EndsOnRandomPrograms) {
  Dice dice(2);
  int shrunk = 0;
  for (int i = 0; i < 60; i++) {
    Source source = generate(dice, pick_mix(dice, Features::all()));
    uint64_t traces = census_of(source).traces.size();
    auto many = [&](const Source& s) {
      Census census = census_of(s);
      return census.complete && census.traces.size() >= traces;
    };
    if (!many(source)) continue;
    EXPECT_TRUE(many(shrink(source, many)));
    shrunk++;
  }
  EXPECT_GT(shrunk, 30);
}

}  // namespace
}  // namespace mazurka::toy
