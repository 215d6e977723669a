// Answers to simple questions, without the solver: a call of it costs as much as hundreds of executions.
#pragma once

#include "concolic/query.hpp"

namespace mazurka::concolic {

// A function of the query. kUnknown: it is not simple enough.
Answer quick_answer(const Query& query);

// The parts of it, each right by itself, for tests.

// What comparisons of one value with constants have in common: nothing, or all that is asked about the only input.
Answer by_intervals(const Query& query);
// All values of inputs of which only a few bits count.
Answer by_trying_all(const Query& query);
// Comparisons of inputs with each other and with constants, and nothing else.
Answer by_ordering(const Query& query);
// Some input, changed where a constraint does not hold so that it does. Never kUnsatisfiable.
Answer by_pushing(const Query& query);

}  // namespace mazurka::concolic
