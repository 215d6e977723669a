// Each of the programs in mailbox_programs.hpp is a named test for every algorithm.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "explore/explorer.hpp"
#include "explore/mailbox_programs.hpp"
#include "toy/fuzz/comparison.hpp"
#include "toy/fuzz/seeds.hpp"
#include "toy/language/compiler.hpp"
#include "toy/oracle/oracle.hpp"

namespace mazurka {
namespace {

class MailboxPrograms : public testing::TestWithParam<std::tuple<size_t, toy::Variant>> {};

TEST_P(MailboxPrograms, ExploredExactly) {
  const MailboxProgram& program = kMailboxPrograms[std::get<0>(GetParam())];
  const toy::Variant& variant = std::get<1>(GetParam());
  auto code = toy::compile_text(toy::text_of({program.objects, program.threads}));
  ASSERT_TRUE(code.ok());
  toy::Machine machine(std::move(*code));
  Equivalence equivalence = variant.algorithm->equivalence;
  toy::Census all = toy::take_census(machine, equivalence, {});
  EXPECT_EQ(all.traces.size(), program.traces);
  toy::Census census = all;
  if (variant.bound != kNoBound)
    census = toy::take_bounded_census(machine, equivalence, {}, variant.bound_kind, variant.bound);
  ASSERT_TRUE(census.complete);
  for (Policy policy : policies()) {
    toy::ComparisonOptions options;
    options.policy = policy;
    options.max_interleavings = 100'000;
    options.traces_without_bound = all.traces.size();
    options.interleavings_without_bound = all.interleavings;
    toy::Verdict verdict = toy::compare(machine, census, variant, options);
    EXPECT_FALSE(verdict.wrong()) << name_of(policy) << ": " << verdict.complaint;
  }
}

INSTANTIATE_TEST_SUITE_P(, MailboxPrograms,
                         testing::Combine(testing::Range<size_t>(0, std::size(kMailboxPrograms)),
                                          testing::ValuesIn(toy::all_variants())),
                         [](const testing::TestParamInfo<std::tuple<size_t, toy::Variant>>& one) {
                           std::string result;
                           for (char c : std::string(kMailboxPrograms[std::get<0>(one.param)].name) + "_" +
                                             toy::name_of(std::get<1>(one.param)))
                             if (c != '=' && c != '<') result += c == ' ' ? '_' : c;
                           return result;
                         });

}  // namespace
}  // namespace mazurka
