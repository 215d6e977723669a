// POP: parsimonious optimal dynamic partial order reduction.
//
// Idea (Abdulla, Atig, Das, Jonsson, Sagonas: "Parsimonious Optimal Dynamic Partial Order Reduction"): run an execution
// to its end, then list its races. Each race (e, e') gives one child: the prefix before e, the events that e' needs, e'
// itself (the head), then freely on. Two rules keep the tree free of repetitions: only fresh races are reversed (no
// schedule's head between e and e' may be left behind), and of several schedules that reverse the same e in compatible
// ways, all but the first in a fixed order must not run into the others' executions: a step that would do so sleeps.
// Whether it does is decided from the traces of the ancestors alone, so nothing but the path from the root is kept in
// memory.
//
// Deviations from the paper's Algorithm 1 and 2, which lose or repeat executions as printed: whole executions are run
// before their races are looked at; sleeping is decided by a walk over the parent's trace (pop_sleep.cpp) and not by
// expressions; operations have guards, outcomes chosen by the environment, up to two objects, and three modes;
// operations still disabled at the end of an execution race too. docs/algorithms.md states the algorithm and lists the
// small programs that need each rule.
//
// Completeness is evidence, not a proof: `mazurka fuzz` compares the set of explored traces with brute force.
#include "explore/pop/pop.hpp"

#include <algorithm>

#include "base/check.hpp"

namespace mazurka {

Statistics Pop::explore(Program& program, Observer& observer) {
  MemoryMeter::start();
  recorder_ = std::make_unique<Recorder>(program, kEquivalence);
  inputs_ = one_input_ ? nullptr : program.inputs();
  observer_ = &observer;
  push_frame();
  if (probing_) {
    probe();
    return statistics_;
  }
  program.foresee(true);
  bool is_part = division_ != nullptr && !division_->unit().is_whole();
  statistics_.complete = (is_part ? go_to_unit(division_->unit()) : run_root()) && explore_items();
  if (!statistics_.complete && division_ != nullptr) division_->note_stop(node(), rest());
  program.foresee(false);
  statistics_.complete &= statistics_.undecided == 0;
  statistics_.diverged |= recorder_->diverged();
  statistics_.peak_bytes = MemoryMeter::peak();
  return statistics_;
}

// Depth first: the top frame's last item becomes the next frame; a frame without items is done. False: stopped.
bool Pop::explore_items() {
  for (;;) {
    if (division_ != nullptr && division_->wish() != Division::Wish::kNothing && !answer()) return false;
    while (depth_ > 0 && top().items.size() == top().begin) depth_--;
    if (top().items.size() == top().begin) return true;
    if (!take_last_item()) return false;
  }
}

// False: stopped.
bool Pop::take_last_item() {
  Frame& frame = top();
  Item item = frame.items.back();
  frame.items.pop_back();
  frame.taken = static_cast<uint32_t>(frame.items.size());
  frame.taken_item = item;
  depth_++;
  push_frame();
  return run_item(item);
}

// The item makes the top frame. False: stopped.
bool Pop::run_item(const Item& item) {
  if (item.is_flip) return run_flip(item);
  if (!item.is_virtual) return run_child(item);
  make_virtual_child(item);
  return true;
}

Pop::Frame& Pop::push_frame() {
  if (frames_.size() <= depth_) frames_.push_back(std::make_unique<Frame>());
  Frame& frame = top();
  frame.items.clear();
  frame.begin = 0;
  frame.pending.clear();
  frame.base_counts.clear();
  frame.is_flip = false;
  frame.flips.clear();
  // What an execution elsewhere in the tree showed must not matter here: another process may explore it.
  while (!shared_objects_.empty() && shared_objects_.back().depth >= depth_) {
    facts_of(shared_objects_.back().object).shared = false;
    shared_objects_.pop_back();
  }
  return frame;
}

bool Pop::run_root() {
  if (inputs_ != nullptr) recorder_->program().use_input(kFirstInput);
  // From itself, so that its clocks keep their width: probes come here again and again.
  if (!recorder_->start(top().trace, top().trace, 0)) return false;
  return finish(!run_freely(), 0);
}

ConstClock Pop::cut_clock(const Frame& frame, const Item& item) const {
  switch (item.cut_kind) {
    case Cut::kRow: return frame.cuts[item.cut_row];
    case Cut::kClock: return frame.trace.clock(item.second);
    case Cut::kPast: break;
  }
  if (item.pending) return frame.trace.clock_or_zero(frame.pending[item.second].previous_in_thread);
  return frame.trace.past(item.second);
}

// Fills in the schedule of the top frame.
void Pop::schedule_head(const Item& item, const Frame& parent) {
  Schedule& schedule = top().schedule;
  schedule.reversed = item.reversed;
  schedule.pending = item.pending;
  schedule.is_choice = item.is_choice;
  schedule.alternative = item.alternative;
  schedule.has_model = false;
  schedule.head_thread = item.pending ? parent.pending[item.second].thread : parent.trace[item.second].thread;
  schedule.path_end = item.pending ? parent.trace.size() : item.second + 1;
}

// Carries over what the child shares with its parent beside the events.
void Pop::begin_child(const Item& item) {
  const Frame& parent = *frames_[depth_ - 1];
  Frame& frame = top();
  if (!item.is_flip) schedule_head(item, parent);
  frame.input = parent.input;
  frame.marks.assign(parent.marks.begin(), parent.marks.begin() + item.reversed);
  frame.heads.clear();
  for (uint32_t head : parent.heads)
    if (head < item.reversed) frame.heads.push_back(head);
  frame.active.clear();
  for (const ActiveSchedule& active : parent.active) {
    if (active.head >= item.reversed) continue;
    frame.active.push_back(active);
    if (active.death >= item.reversed) frame.active.back().death = kAlive;
  }
}

// If the execution that leaves its parent at `reversed` has no children: how many events will the one after it have in
// common with it?
uint32_t Pop::next_branch(uint32_t reversed) const {
  constexpr uint32_t kFew = 4;  // sooner repeated than kept
  if (reversed < kFew) return 0;
  for (uint32_t depth = depth_; depth-- > 0;) {
    const Frame& frame = *frames_[depth];
    if (frame.items.size() > frame.begin) return std::min(reversed, frame.items.back().reversed);
    reversed = std::min(reversed, frame.schedule.reversed);
  }
  return 0;
}

bool Pop::run_child(const Item& item) {
  const Frame& parent = *frames_[depth_ - 1];
  Frame& frame = top();
  begin_child(item);
  if (inputs_ != nullptr) recorder_->program().use_input(frame.input);
  recorder_->program().expect_again(next_branch(item.reversed));
  if (!recorder_->start(frame.trace, parent.trace, item.reversed)) return false;
  indexed_ = 0;
  const uint32_t head = run_schedule(item);
  return !recorder_->diverged() && finish(!run_freely(), head);
}

// The events that the head needs, and the head. Returns where the head is.
uint32_t Pop::run_schedule(const Item& item) {
  const Frame& parent = *frames_[depth_ - 1];
  Frame& frame = top();
  auto for_each_needed = [&](auto&& use) {
    if (item.is_choice) return;
    ConstClock cut = cut_clock(parent, item);
    for (uint32_t k = item.reversed + 1, end = item.pending ? parent.trace.size() : item.second; k < end; k++)
      if (clock_has(cut, parent.trace[k].thread, parent.trace[k].index)) use(parent.trace[k]);
  };
  steps_.clear();
  bool has_mail = false;
  for_each_needed([&](const Event& needed) {
    steps_.push_back({needed.thread, needed.choice});
    has_mail |= is_of_mailbox(needed.op.code);
  });
  uint32_t position = frame.trace.size();
  const bool is_run = !has_mail && recorder_->run_steps(steps_);
  for_each_needed([&](const Event& needed) {
    if (!is_run) recorder_->execute(needed.thread, needed.choice);
    CHECK(recorder_->diverged() || same_outcome(frame.trace[position], needed),
          "a needed event does what it did in the parent");
    note_appended(position++, depth_, false, true);
  });
  if (recorder_->diverged()) return position;
  CHECK(recorder_->program().choices(frame.schedule.head_thread) != 0, "the head of a schedule is enabled");
  if (probing_ && !repeating_ && !item.is_choice)
    observer_->on_reversal(parent.trace[item.reversed], frame.schedule.head_thread, probe_weight_);
  recorder_->execute(frame.schedule.head_thread, item.choice);
  note_appended(position, depth_, true, true);
  return position;
}

// The head sleeps: its execution belongs to another branch, but the head may race further back, which that branch does
// not see.
void Pop::make_virtual_child(const Item& item) {
  const Frame& parent = *frames_[depth_ - 1];
  Frame& frame = top();
  begin_child(item);
  recorder_->start_without_program(frame.trace, parent.trace, item.reversed);
  indexed_ = 0;
  ConstClock cut = cut_clock(parent, item);
  Event event;
  for (uint32_t k = item.reversed + 1, end = item.pending ? parent.trace.size() : item.second; k < end; k++) {
    event = parent.trace[k];
    if (!clock_has(cut, event.thread, event.index)) continue;
    recorder_->link(event);
    note_appended(recorder_->record_only(event), depth_, false, false);
    if (inputs_ != nullptr) frame.trace.extend_path(frame.trace.size() - 1, parent.trace.path().of(k));
  }
  event = item.pending ? parent.pending[item.second] : parent.trace[item.second];
  event.choice = item.choice;
  auto value_of = [&](ObjectId object) {
    return value_over(event.op, frame.trace, object, recorder_->last_access(object), [](uint32_t) { return true; });
  };
  uint32_t objects = object_count(event.op.code);
  set_accesses(event, recorder_->equivalence(), objects >= 1 ? value_of(event.op.object) : 0,
               objects == 2 ? value_of(event.op.object2) : 0);
  recorder_->link(event);
  uint32_t head = recorder_->record_only(event);
  note_appended(head, depth_, true, false);
  if (inputs_ != nullptr) frame.trace.extend_path(head, {});
  frame.cuts.reset(frame.trace.clock_width());
  find_races_of(frame, {frame.trace[head], frame.trace.clock(head), frame.trace.past(head), head, head, false, false});
}

void Pop::note_appended(uint32_t position, uint32_t mark, bool is_head, bool run_program) {
  Frame& frame = top();
  const Event& event = frame.trace[position];
  frame.marks.push_back(mark);
  for (uint32_t i = 0; i < event.access_count; i++) {
    const Access& access = event.access[i];
    if (access.previous == 0 && run_program) facts_of(access.object).initial = access.before;
    bool shared = access.mode == Mode::kShared || is_of_mailbox(event.op.code);
    if (shared && !facts_of(access.object).shared) {
      facts_of(access.object).shared = true;
      shared_objects_.push_back({access.object, depth_});
    }
    if (access.mode != Mode::kWrite) continue;
    for (ActiveSchedule& active : frame.active)
      if (active.object == access.object.number && active.death == kAlive) active.death = position;
  }
  if (is_head) {
    frame.schedule.head = position;
    frame.heads.push_back(position);
    const Event& reversed = frames_[depth_ - 1]->trace[frame.schedule.reversed];
    if (!frame.schedule.is_choice) {
      ActiveSchedule active{depth_, position, kAlive, kSeveralObjects};
      if (reversed.access_count == 1) active.object = reversed.access[0].object.number;
      bool dead = false;
      for (uint32_t i = 0; i < event.access_count; i++)
        dead |= event.access[i].mode == Mode::kWrite && event.access[i].object.number == active.object;
      if (!dead) frame.active.push_back(active);
    }
  }
}

// Runs on until no thread is enabled. False: what is enabled sleeps.
bool Pop::run_freely() {
  for (;;) {
    if (run_ahead()) return true;
    if (step_some_thread(false)) continue;
    bool enabled = recorder_->ready().ascending([&](ThreadId t) { return recorder_->program().choices(t) != 0; });
    if (!enabled) return true;
    if (!step_some_thread(true)) return false;
  }
}

// As far as nothing can sleep. True: no thread is enabled any more.
bool Pop::run_ahead() {
  WatchedObjects watched;
  for (const ActiveSchedule& active : top().active) {
    if (active.death != kAlive) continue;
    active.object == kSeveralObjects ? watched.add_all() : watched.add(ObjectId(active.object));
  }
  uint32_t from = recorder_->trace().size();
  bool is_over = recorder_->run_ahead(scheduler_, watched);
  for (uint32_t k = from; k < recorder_->trace().size(); k++) note_appended(k, 0, false, true);
  return is_over;
}

// Steps a thread whose first outcome does not sleep; with weaker_choices, one that has any outcome which does not.
bool Pop::step_some_thread(bool weaker_choices) {
  const Program& program = recorder_->program();
  return scheduler_.pick(program, recorder_->ready(), [&](ThreadId t) {
    const Operation& op = program.next(t);
    const bool chooses = has_choices(op.code);
    const uint32_t outcomes = chooses ? program.choices(t) : 1;
    if (!may_sleep(op)) {
      if (outcomes == 0) return false;
      const uint32_t at = recorder_->trace().size();
      if (outcomes > 1) alternatives_.reserve(alternatives_.size() + outcomes - 1);
      for (uint32_t k = 1; k < outcomes; k++) alternatives_.push_back({at, recorder_->choice(t, k)});
      note_appended(recorder_->execute(t, chooses ? recorder_->choice(t, 0) : 0), 0, false, true);
      return true;
    }
    Event event;
    uint32_t first = 0;
    for (;; first++) {
      if (first == outcomes) return false;
      recorder_->preview(t, recorder_->choice(t, first), event);
      if (!sleeps_now(event)) break;
      if (!weaker_choices) return false;
    }
    uint32_t position = recorder_->trace().size();
    Event other;
    for (uint32_t k = first + 1; k < outcomes; k++) {
      recorder_->preview(t, recorder_->choice(t, k), other);
      if (!sleeps_now(other)) alternatives_.push_back({position, other.choice});
    }
    note_appended(recorder_->execute(event), 0, false, true);
    return true;
  });
}

bool Pop::finish(bool blocked, uint32_t from) {
  Frame& frame = top();
  recorder_->program().settle();
  if (recorder_->diverged()) return false;
  Execution execution = recorder_->execution(blocked);
  bool go_on = true;
  if (repeating_) {
    observer_->on_repeated(execution);
  } else {
    statistics_.count(execution);
    go_on = probing_ ? observer_->on_probe(execution) : observer_->on_execution(execution);
  }
#ifndef NDEBUG
  check_invariants(frame);
#endif
  // Also if this is the last one: its children belong to what is left.
  if (inputs_ != nullptr) find_flips(frame, from);
  find_races(frame, from);
  alternatives_.clear();
  return go_on;
}

// Marks, heads and schedules agree: a schedule's events stand together, from where it reversed its e on, the head last.
void Pop::check_invariants(const Frame& frame) const {
  frame.trace.check_invariants();
  CHECK(frame.marks.size() == frame.trace.size(), "every event has a mark or none");
  size_t heads = 0;
  for (uint32_t k = 0; k < frame.trace.size(); k++) {
    uint32_t mark = frame.marks[k];
    if (mark == 0) continue;
    CHECK(mark <= depth_, "a mark names a schedule on the path from the root");
    bool is_first = k == 0 || frame.marks[k - 1] != mark;
    bool is_last = k + 1 == frame.trace.size() || frame.marks[k + 1] != mark;
    CHECK(is_first == (k == frames_[mark]->schedule.reversed), "a schedule begins where it reversed an event");
    if (!is_last) continue;
    CHECK(heads < frame.heads.size() && frame.heads[heads] == k, "the last event of a schedule is its head");
    CHECK(frame.trace[k].thread == frames_[mark]->schedule.head_thread, "a head is of the thread it was made for");
    heads++;
  }
  CHECK(heads == frame.heads.size(), "every head is marked");
  for (const ActiveSchedule& active : frame.active)
    CHECK(frame.marks[active.head] == active.depth, "an active schedule knows its head");
}

}  // namespace mazurka
