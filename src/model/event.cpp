#include "model/event.hpp"

namespace mazurka {

namespace {
Mode under(Equivalence equivalence, Mode mode) {
  return mode == Mode::kShared && !equivalence.commute_shared ? Mode::kWrite : mode;
}
}  // namespace

void set_accesses(Event& event, Equivalence equivalence, Value value, Value value2) {
  const Operation& op = event.op;
  event.access_count = object_count(op.code);
  if (event.access_count == 0) return;
  Access& first = event.access[0];
  first.object = op.object;
  first.before = first.after = value;
  if (event.access_count == 1) {
    first.mode = under(equivalence, mode_of(op, event.thread, value, event.choice));
    return;
  }
  ModePair modes = modes_of_pair(op.code);
  first.mode = under(equivalence, modes.first);
  if (op.object == op.object2) {
    event.access_count = 1;
    if (modes.first != modes.second) first.mode = Mode::kWrite;
    return;
  }
  Access& second = event.access[1];
  second.object = op.object2;
  second.before = second.after = value2;
  second.mode = under(equivalence, modes.second);
}

}  // namespace mazurka
