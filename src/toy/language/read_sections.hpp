// Which read-write locks have read locks that do not commute.
//
// Read locks of the same lock commute, so that n readers and a writer have 2^n traces. But where a reader may wait,
// fail or end while it holds the lock, a writer that waits depends on who of the readers was first, and pop would have
// to give up runs. Such locks are therefore ordered: their read locks and unlocks count as writes.
#pragma once

#include <string>
#include <unordered_set>

#include "toy/language/ast.hpp"

namespace mazurka::toy {

// The names of the locks with a read section that is more than: the lock, steps of which none can wait, end the thread
// or repeat, and the unlock in the same block (of a tryrdlock: in the block of the `if` behind it that asks for its
// result).
std::unordered_set<std::string> ordered_rwlocks(const Source& source);

}  // namespace mazurka::toy
