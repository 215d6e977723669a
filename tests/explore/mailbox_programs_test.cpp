// The smallest programs with mailboxes that need some rule, and those whose number of traces can be worked out by hand:
// each a named test for every algorithm. docs/algorithms.md tells what each of them needs, under the same name.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "explore/explorer.hpp"
#include "toy/fuzz/comparison.hpp"
#include "toy/fuzz/seeds.hpp"
#include "toy/language/compiler.hpp"
#include "toy/oracle/oracle.hpp"

namespace mazurka {
namespace {

struct MailboxProgram {
  const char* name;
  const char* objects;
  const char* threads;  // separated by |
  uint64_t traces;
  uint64_t whole_traces = 0;  // where a mailbox is one object like others, if that differs
};

const MailboxProgram kMailboxPrograms[] = {
    // Numbers that can be worked out by hand.
    {"PollsUntilEmpty", "mailbox q", "send q 0; send q 0 | r = poll q; if r >= 0 { r = poll q }", 3, 4},
    {"PollsTwice", "mailbox q", "send q 0; send q 0 | poll q; poll q", 4, 6},
    {"OneSender", "mailbox q", "send q 0 | receive q", 1},
    {"TwoSendersOneReceiver", "mailbox q", "send q 0 | send q 1 | receive q; receive q", 2, 4},
    {"ThreeSendersOneReceiver", "mailbox q", "send q 0 | send q 1 | send q 2 | receive q; receive q; receive q", 6, 30},
    {"ThreeMailboxes", "mailbox q, p, o", "send q 0 | send p 0 | send o 0 | receive q; receive p; receive o", 1},
    {"ReceivesOneTagOfThree", "mailbox q", "send q 1 | send q 2 | send q 3 | receive q tag 2", 6, 12},
    {"PollsOneTagOfThree", "mailbox q", "send q 1 | send q 2 | send q 3 | poll q tag 2", 12, 24},
    {"OneMessageTwoReceivers", "mailbox q", "send q 0 | receive q | receive q", 2},
    {"TwoSendersTwoReceivers", "mailbox q", "send q 0 | send q 0 | receive q | receive q", 4, 8},
    {"ReceiversOfDifferentTags", "mailbox q", "send q 0 | send q 1 | receive q tag 0 | receive q tag 1", 2, 6},
    {"OneSenderTwoPollers", "mailbox q", "send q 0; send q 0 | poll q | poll q", 7, 11},
    {"FourMessages", "mailbox q",
     "send q 0; send q 0 | send q 1; send q 1 | receive q; receive q; receive q; receive q", 6, 84},
    {"FourMessagesCapacityOne", "mailbox q capacity 1",
     "send q 0; send q 0 | send q 1; send q 1 | receive q; receive q; receive q; receive q", 6},
    {"FourMessagesCapacityTwo", "mailbox q capacity 2",
     "send q 0; send q 0 | send q 1; send q 1 | receive q; receive q; receive q; receive q", 6, 48},
    {"NobodyReceives", "mailbox q capacity 1", "send q 0 | send q 1", 2},
    {"RequestsAndReplies", "mailbox a, b, c",
     "send a 0; receive b | send a 1; receive c | receive a; send b 0; receive a; send c 0", 2, 4},
    // Rules.
    {"StateBeforeTheReversedEvent", "mailbox q", "receive q | receive q | send q 0", 2},
    {"NeedsNoMoreThanItUses", "mailbox q", "send q 0 | receive q tag 0, 1, 2 | send q 1; poll q tag 1, 2", 4, 8},
    {"CutsBetweenAreLeftOut", "mailbox q",
     "send q 0 | receive q tag 0, 1, 2 | receive q tag 0, 1, 2 | send q 1; poll q tag 1, 2", 10, 24},
    {"SleepingHeadsRaceFurther", "mailbox q", "send q 1; poll q tag 0, 1 | poll q tag 0, 1 | send q 0 | poll q tag 0",
     25, 55},
    {"ReceivesAreNoMereJoins", "mailbox q", "poll q tag 0, 1 | receive q tag 0, 1 | send q 0; send q 1", 4, 7},
    {"BoundedSendsAndEmptyPolls", "mailbox q capacity 1", "send q 0 | poll q tag 0 | send q 2", 4},
    {"BoundedReceives", "mailbox q capacity 2", "receive q tag 1, 2 | send q 0; send q 2 | send q 1; poll q tag 0, 2",
     6, 14},
    {"BoundedReceivesAndClose", "mailbox q capacity 1", "send q 0; send q 0 | receive q | close q", 5},
    {"BoundedSendsRefused", "mailbox q capacity 1", "send q 0 | send q 0; close q", 2},
    {"CloseWakesReceivers", "mailbox q", "send q 0 | receive q | close q", 2, 3},
    {"CloseRefusesSends", "mailbox q; var x", "r = send q 0; x = r | close q | r = x", 4},
};

class MailboxPrograms : public testing::TestWithParam<std::tuple<size_t, toy::Variant>> {};

TEST_P(MailboxPrograms, ExploredExactly) {
  const MailboxProgram& program = kMailboxPrograms[std::get<0>(GetParam())];
  const toy::Variant& variant = std::get<1>(GetParam());
  auto code = toy::compile_text(toy::text_of({program.objects, program.threads}));
  ASSERT_TRUE(code.ok());
  toy::Machine machine(std::move(*code));
  Equivalence equivalence = variant.algorithm->equivalence;
  toy::Census all = toy::take_census(machine, equivalence, {});
  bool whole = !equivalence.fine_mailboxes && program.whole_traces != 0;
  EXPECT_EQ(all.traces.size(), whole ? program.whole_traces : program.traces);
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
