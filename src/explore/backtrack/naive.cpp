// Naive search: from every state every enabled thread is explored. No reduction at all, hence nothing to get wrong:
// what the other algorithms are compared with on small programs.
#include "explore/backtrack/naive.hpp"

namespace mazurka {

void Naive::visit_state(uint32_t depth) {
  node(depth).backtrack.add_all(node(depth).enabled);
}

}  // namespace mazurka
