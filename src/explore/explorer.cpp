#include "explore/explorer.hpp"

#include <algorithm>

namespace mazurka {

void Statistics::count(const Execution& execution) {
  executions += !execution.blocked;
  blocked += execution.blocked;
  deadlocks += execution.deadlocked;
  failed += execution.failed;
  cut += execution.cut;
  events += execution.events.size();
  max_depth = std::max<uint64_t>(max_depth, execution.events.size());
}

}  // namespace mazurka
