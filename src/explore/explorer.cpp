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

void Statistics::add(const Statistics& part) {
  executions += part.executions;
  blocked += part.blocked;
  deadlocks += part.deadlocks;
  failed += part.failed;
  cut += part.cut;
  events += part.events;
  max_depth = std::max(max_depth, part.max_depth);
  peak_bytes = std::max(peak_bytes, part.peak_bytes);
  undecided += part.undecided;
  bounded |= part.bounded;
  diverged |= part.diverged;
  figures = part.figures;
}

}  // namespace mazurka
