// The oracle: all maximal traces of a small program by brute force. It shares nothing with the exploration algorithms
// but the definition of an event and of a trace's name, so that what they explore can be compared with it.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>
#include <unordered_set>

#include "model/event.hpp"
#include "model/fingerprint.hpp"
#include "toy/machine.hpp"
#include "toy/oracle/oracle_steps.hpp"

namespace mazurka::toy {

struct OracleLimits {
  uint64_t prefixes = 20'000;
  uint64_t traces = 2'000;
};

struct Census {
  std::unordered_map<Fingerprint, Outcome> traces;  // the maximal ones
  std::unordered_set<Fingerprint> failing_events;   // each named with its causal past
  uint64_t deadlocked = 0;
  uint64_t failed = 0;
  uint64_t cut = 0;
  uint64_t prefixes = 0;       // of traces, up to equivalence, the empty one and the maximal ones included
  uint64_t interleavings = 0;  // executions that are not the same step by step; saturates
  bool complete = true;        // false: a limit was exceeded, or a rule was broken, and the rest was not looked at
  bool misused = false;        // a step broke a rule, such as unlocking a mutex that the thread does not hold
};

// Adds the census of another input.
void add(const Census& part, Census& sum);

// Enumerates every step from every state, and looks at each prefix of a trace once: equivalent prefixes lead to the
// same state. With inputs: for each of them; what an execution says of its input is part of the names.
Census take_census(const Machine& program, Equivalence equivalence, const OracleLimits& limits);

// The same; shows one execution of each maximal trace, without the links between its events, and where it ends.
using TraceVisitor = std::function<void(std::span<const Event> events, const Machine& end)>;
Census take_census(const Machine& program, Equivalence equivalence, const OracleLimits& limits,
                   const TraceVisitor& visit);

// Enumerates every interleaving, with no memory of what was seen: a check of the oracle itself.
struct PlainCensus {
  std::unordered_map<Fingerprint, Outcome> traces;
  uint64_t interleavings = 0;
  uint64_t unsound = 0;  // executions of one name that ended in different states: there must be none
  bool complete = true;
};
PlainCensus take_plain_census(const Machine& program, Equivalence equivalence, uint64_t max_interleavings);

}  // namespace mazurka::toy
