// Which messages a predicate of the program's is true for, as the model must know it: as a pure function of numbers
// that can be asked at any time, long after messages and predicates are gone (model/mailbox.hpp).
//
// The contents of messages are kept as bytes, for ever; the tag of a message is a hash of its contents. When a thread
// comes to a receive, its predicate is evaluated on all contents that are known. Contents that are new are told to the
// predicates of the threads that wait; and if others, of operations that are over, were not asked about them, the
// exploration starts again. A predicate is known to the model by its thread and what it accepts. All this begins when
// the first predicate is met: the exploration starts again then, too (Fact::kPredicatesAreUsed).
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/mailbox.hpp"

namespace mazurka::runtime {

// A predicate of the program, where it stands: on the stack of the thread that waits.
struct Predicate {
  int (*evaluate)(const void* predicate, const void* contents, size_t bytes) = nullptr;
  const void* predicate = nullptr;
};

// User thread's side, all of these.

// The tag of a message with these contents, of this type. (A type is known by some address.)
Value tag_of_contents(const void* type, const void* contents, size_t bytes, uint64_t pc);

// What the current thread's next operation looks for: messages of this type that the predicate is true for. It may be
// evaluated until forget_predicate(), by other threads too.
Value match_of(const void* type, const Predicate& predicate, uint64_t pc);
void forget_predicate();

// What the program's predicate does between the two is found out: to change anything, or to do an operation, is misuse.
void begin_predicate();
void end_predicate();

}  // namespace mazurka::runtime
