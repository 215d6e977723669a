// POP, fourth part: programs with inputs.
//
// Idea (Saarikivi, Kahkonen, Heljanko: "Improving Dynamic Partial Order Reductions for Concolic Testing", which joins
// concolic testing with DPOR; the form is our own): an execution is a trace and what the program's branches say of its
// input, event by event. The tree gets a second kind of child, the flip: the same events up to one
// after which a branch was evaluated, and an input with which that branch goes another way. Two rules keep the tree
// free of repetitions:
//
// - A race is reversed only under one of the inputs that show it. What the events before the race and those that e'
//   needs say of the input, P, has a canonical model; the race belongs to the executions whose branches up to e' that
//   model would take.
// - A schedule that would let a step sleep is compared with the step's own schedule by their canonical models first:
// the
//   smaller one comes before the other. Only if these are equal the walk decides.
//
// Whether a step sleeps depends on what was said of the input, never on the input itself. So an execution may run under
// any input that takes its branches: a child keeps its parent's, unless it is a flip.
#include <algorithm>

#include "base/check.hpp"
#include "explore/pop/pop.hpp"

namespace mazurka {

namespace {

void put_in_order(Vec<ConstraintId>& set) {
  std::sort(set.begin(), set.end());
  set.erase(std::unique(set.begin(), set.end()), set.end());
}

void add_to(Vec<ConstraintId>& set, std::span<const ConstraintId> constraints) {
  set.insert(set.end(), constraints.begin(), constraints.end());
}

}  // namespace

// The canonical model of a set; puts the set in order.
InputAnswer Pop::model(Vec<ConstraintId>& constraints) {
  put_in_order(constraints);
  InputAnswer answer = inputs_->model(constraints);
  CHECK(answer.kind != InputAnswer::Kind::kNone, "what an execution says of its input has a model");
  if (answer.kind == InputAnswer::Kind::kUnknown) statistics_.undecided++;
  return answer;
}

bool Pop::run_flip(const Item& item) {
  const Frame& parent = *frames_[depth_ - 1];
  Frame& frame = top();
  frame.is_flip = true;
  frame.flip = parent.flips[item.second];
  begin_child(item);
  frame.input = frame.flip.input;
  recorder_->program().use_input(frame.input);
  if (!recorder_->start(frame.trace, parent.trace, frame.flip.events, frame.flip.branch)) return false;
  // The branch must go another way now: else the program does not do what its constraints say.
  std::span<const ConstraintId> path = frame.trace.path().prefix(frame.flip.events);
  const Vec<ConstraintId>& seen = frame.flip.seen;
  if (path.size() <= frame.flip.branch || std::find(seen.begin(), seen.end(), path[frame.flip.branch]) != seen.end()) {
    statistics_.diverged = true;
    return false;
  }
  indexed_ = 0;
  return finish(!run_freely(), frame.flip.events);
}

// Lists the ways that the execution did not go. `from`: the head, or for a flip the first event that is not repeated. A
// flip begins with its own branch, which may have more ways. The branches of repeated events are the parent's.
void Pop::find_flips(Frame& frame, uint32_t from) {
  const Trace& trace = frame.trace;
  PathView path = trace.path();
  uint32_t branch = frame.is_flip ? frame.flip.branch : depth_ == 0 ? 0 : trace.path_size(from);
  uint32_t events = 0;  // those before the branch
  std::span<const ConstraintId> all = path.prefix(trace.size());
  Vec<ConstraintId> before(all.begin(), all.begin() + branch);
  put_in_order(before);
  for (; branch < all.size(); branch++) {
    while (path.prefix(events).size() <= branch) events++;
    auto place = std::lower_bound(before.begin(), before.end(), all[branch]);
    if (place != before.end() && *place == all[branch]) continue;
    find_flip(frame, events, branch, before);
    before.insert(std::lower_bound(before.begin(), before.end(), all[branch]), all[branch]);
  }
}

void Pop::find_flip(Frame& frame, uint32_t events, uint32_t branch, const Vec<ConstraintId>& before) {
  Flip flip;
  flip.events = events;
  flip.branch = branch;
  if (frame.is_flip && frame.flip.branch == branch) flip.seen = frame.flip.seen;
  flip.seen.push_back(frame.trace.path().prefix(events)[branch]);
  std::vector<InputSpace::Constraints> none;
  for (const ConstraintId& seen : flip.seen) none.emplace_back(&seen, 1);
  InputAnswer answer = inputs_->find(before, none, frame.input);
  if (answer.kind == InputAnswer::Kind::kUnknown) statistics_.undecided++;
  if (answer.kind != InputAnswer::Kind::kFound) return;
  flip.input = answer.input;
  Item item;
  item.is_flip = true;
  item.reversed = events;
  item.second = static_cast<uint32_t>(frame.flips.size());
  frame.flips.push_back(std::move(flip));
  frame.items.push_back(item);
}

// Does the race belong to this execution, of all that show it under some input?
bool Pop::is_canonical(const Frame& frame, uint32_t reversed, const Second& second, ConstClock cut) {
  const Trace& trace = frame.trace;
  PathView path = trace.path();
  if (path.prefix(second.position).size() == path.prefix(reversed).size()) return true;
  Vec<ConstraintId> needed, others;
  add_to(needed, path.prefix(reversed));
  add_to(others, path.of(reversed));
  for (uint32_t k = reversed + 1; k < second.position; k++)
    add_to(clock_has(cut, trace[k].thread, trace[k].index) ? needed : others, path.of(k));
  if (others.empty()) return true;
  InputAnswer answer = model(needed);
  if (answer.kind != InputAnswer::Kind::kFound) return true;
  return std::all_of(others.begin(), others.end(),
                     [&](ConstraintId other) { return inputs_->holds(other, answer.input); });
}

// The canonical model of what the events before the schedule's head say: the prefix and those that the head needs.
InputAnswer Pop::model_of_schedule(uint32_t depth) {
  Schedule& schedule = frames_[depth]->schedule;
  if (schedule.has_model) return InputAnswer::found(schedule.model);
  Vec<ConstraintId> constraints;
  add_to(constraints, frames_[depth]->trace.path().prefix(schedule.head));
  InputAnswer answer = model(constraints);
  schedule.has_model = answer.kind == InputAnswer::Kind::kFound;
  schedule.model = answer.input;
  return answer;
}

// The head with what it needs beyond `counts`, as a schedule at the place of the one at `depth`: do their canonical
// models differ? Then they decide which one comes before the other.
bool Pop::differs_in_model(ConstClock counts, const Event& head, ConstClock head_clock, uint32_t depth,
                           bool& comes_before) {
  const Trace& trace = recorder_->trace();
  if (trace.path().prefix(trace.size()).empty()) return false;
  const Schedule& tau = frames_[depth]->schedule;
  Vec<ConstraintId> constraints;
  add_to(constraints, frames_[depth - 1]->trace.path().prefix(tau.reversed));
  for (uint32_t t = 0; t < trace.clock_width(); t++) {
    if (t >= recorder_->program().thread_count()) break;
    uint32_t needed = t == head.thread.index() ? head.index - 1 : head_clock[t];
    needed = std::min(needed, recorder_->event_count(ThreadId(t)));
    for (uint32_t n = counts[t] + 1; n <= needed; n++)
      add_to(constraints, trace.path().of(position_of(ThreadId(t), n)));
  }
  std::span<const ConstraintId> of_tau = frames_[depth]->trace.path().prefix(tau.head);
  Vec<ConstraintId> others(of_tau.begin(), of_tau.end());
  put_in_order(constraints);
  put_in_order(others);
  if (constraints == others) return false;
  InputAnswer own = model(constraints);
  InputAnswer other = model_of_schedule(depth);
  if (own.kind != InputAnswer::Kind::kFound || other.kind != InputAnswer::Kind::kFound) return false;
  if (own.input == other.input) return false;
  comes_before = inputs_->is_less(own.input, other.input);
  return true;
}

}  // namespace mazurka
