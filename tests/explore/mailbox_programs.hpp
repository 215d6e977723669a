// The smallest programs with mailboxes that need some rule, and those whose number of traces can be worked out by hand.
// docs/algorithms.md tells what each of them needs, under the same name. Every algorithm explores them as toy programs
// (mailbox_programs_test.cpp) and as native ones (tests/conformance).
#pragma once

#include <cstdint>

namespace mazurka {

struct MailboxProgram {
  const char* name;
  const char* objects;
  const char* threads;  // separated by |
  uint64_t traces;
};

inline constexpr MailboxProgram kMailboxPrograms[] = {
    // Numbers that can be worked out by hand.
    {"PollsUntilEmpty", "mailbox q", "send q 0; send q 0 | r = poll q; if r >= 0 { r = poll q }", 3},
    {"PollsTwice", "mailbox q", "send q 0; send q 0 | poll q; poll q", 4},
    {"OneSender", "mailbox q", "send q 0 | receive q", 1},
    {"TwoSendersOneReceiver", "mailbox q", "send q 0 | send q 1 | receive q; receive q", 2},
    {"ThreeSendersOneReceiver", "mailbox q", "send q 0 | send q 1 | send q 2 | receive q; receive q; receive q", 6},
    {"ThreeMailboxes", "mailbox q, p, o", "send q 0 | send p 0 | send o 0 | receive q; receive p; receive o", 1},
    {"ReceivesOneTagOfThree", "mailbox q", "send q 1 | send q 2 | send q 3 | receive q tag 2", 6},
    {"PollsOneTagOfThree", "mailbox q", "send q 1 | send q 2 | send q 3 | poll q tag 2", 12},
    {"OneMessageTwoReceivers", "mailbox q", "send q 0 | receive q | receive q", 2},
    {"TwoSendersTwoReceivers", "mailbox q", "send q 0 | send q 0 | receive q | receive q", 4},
    {"ReceiversOfDifferentTags", "mailbox q", "send q 0 | send q 1 | receive q tag 0 | receive q tag 1", 2},
    {"OneSenderTwoPollers", "mailbox q", "send q 0; send q 0 | poll q | poll q", 7},
    {"FourMessages", "mailbox q",
     "send q 0; send q 0 | send q 1; send q 1 | receive q; receive q; receive q; receive q", 6},
    {"FourMessagesCapacityOne", "mailbox q capacity 1",
     "send q 0; send q 0 | send q 1; send q 1 | receive q; receive q; receive q; receive q", 6},
    {"FourMessagesCapacityTwo", "mailbox q capacity 2",
     "send q 0; send q 0 | send q 1; send q 1 | receive q; receive q; receive q; receive q", 6},
    {"NobodyReceives", "mailbox q capacity 1", "send q 0 | send q 1", 2},
    {"RequestsAndReplies", "mailbox a, b, c",
     "send a 0; receive b | send a 1; receive c | receive a; send b 0; receive a; send c 0", 2},
    // Rules.
    {"StateBeforeTheReversedEvent", "mailbox q", "receive q | receive q | send q 0", 2},
    {"NeedsNoMoreThanItUses", "mailbox q", "send q 0 | receive q tag 0, 1, 2 | send q 1; poll q tag 1, 2", 4},
    {"CutsBetweenAreLeftOut", "mailbox q",
     "send q 0 | receive q tag 0, 1, 2 | receive q tag 0, 1, 2 | send q 1; poll q tag 1, 2", 10},
    {"SleepingHeadsRaceFurther", "mailbox q", "send q 1; poll q tag 0, 1 | poll q tag 0, 1 | send q 0 | poll q tag 0",
     25},
    {"ReceivesAreNoMereJoins", "mailbox q", "poll q tag 0, 1 | receive q tag 0, 1 | send q 0; send q 1", 4},
    {"BoundedSendsAndEmptyPolls", "mailbox q capacity 1", "send q 0 | poll q tag 0 | send q 2", 4},
    {"BoundedReceives", "mailbox q capacity 2", "receive q tag 1, 2 | send q 0; send q 2 | send q 1; poll q tag 0, 2",
     6},
    {"BoundedReceivesAndClose", "mailbox q capacity 1", "send q 0; send q 0 | receive q | close q", 5},
    {"BoundedSendsRefused", "mailbox q capacity 1", "send q 0 | send q 0; close q", 2},
    {"CloseWakesReceivers", "mailbox q", "send q 0 | receive q | close q", 2},
    {"CloseRefusesSends", "mailbox q; var x", "r = send q 0; x = r | close q | r = x", 4},
    // The number of messages.
    {"CountsMessages", "mailbox q", "send q 0 | send q 1 | r = unread q", 6},
    {"CountersCommute", "mailbox q", "send q 0 | r = unread q | r = unread q | poll q tag 1", 4},
    {"CountsAndReceives", "mailbox q; var x", "x = 1; send q 0 | r = unread q; if r == 1 { r = x } | receive q", 3},
    // Ranks, and receivers of the lowest.
    {"HigherRanksFirst", "mailbox q", "send q 0 | send q 1 rank 1 | receive q", 3},
    {"EqualRanksInOrder", "mailbox q", "send q 0 rank 1; send q 1 rank 1 | receive q; receive q", 1},
    {"PollsPassLowRanks", "mailbox q", "send q 0; send q 1 rank 1 | poll q", 3},
    {"LowestTagFirst", "mailbox q", "send q 1 | send q 0 | receive q lowest", 4},
    {"LowestAndFirst", "mailbox q", "send q 1; receive q | send q 0 | receive q lowest", 7},
    {"RanksAndTags", "mailbox q", "poll q tag 0, 2 | send q 1 rank 1 | send q 0; send q 2; poll q tag 1, 2", 20},
    {"RanksAndClose", "mailbox q", "poll q | send q 0; close q | send q 0 rank 1", 12},
    {"RanksAndCapacity", "mailbox q capacity 2", "send q 0 rank 1 | poll q | send q 0; send q 0", 9},
};

}  // namespace mazurka
