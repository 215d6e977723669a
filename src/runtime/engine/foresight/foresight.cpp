#include "runtime/engine/foresight/foresight.hpp"

#include <algorithm>

#include "runtime/engine/run.hpp"
#include "runtime/engine/threads/thread_table.hpp"

namespace mazurka::runtime {

namespace {
bool must_end = false;
}  // namespace

void foresee_no_more() {
  must_end = true;
}

void Foresight::begin(bool may_foresee) {
  // (The visible values of objects are those of the program's beginning again.)
  if (is_on()) {
    show_path();
    go_back_to(0);
  }
  if (must_forget_ || learned_ != learned_count()) {
    graph_.clear();
    memory_.forget_values();
    known_objects_.clear();
    executions_ = followed_anew_ = foreseen_ = judged_ = since_check_ = 0;
  }
  // (Whatever was foreseen since it last began from the beginning counts.)
  if (learned_ != learned_count()) has_foreseen_ = false;
  learned_ = learned_count();
  must_forget_ = is_ahead_ = is_followed_ = has_values_ = false;
  is_path_ = true;
  path_.clear();
  undo_.clear();
  now_.clear();
  exited_ = false;
  state_ = may_foresee && !must_end ? State::kAtBase : State::kOff;
}

void Foresight::turn_off() {
  graph_.clear();
  must_forget_ = true;  // the values are those in the middle of an execution
  state_ = State::kOff;
  is_ahead_ = is_followed_ = has_values_ = watches_step = false;
}

// A step has come to something else than before: there is something that nobody has seen. What was foreseen may be
// wrong, so all begins again without.
void Foresight::doubt() {
  give_up();
  if (has_foreseen_) learn();
}

void Foresight::give_up() {
  turn_off();
  foresee_no_more();
}

void Foresight::begin_path() {
  path_.clear();
  undo_.clear();
  now_.assign(visible_.threads.size(), StepGraph::kNone);
  for (uint32_t t = 0; t < now_.size(); t++)
    if (visible_.threads[t].status != ThreadStatus::kNotStarted) {
      note_next_object(t);
      now_[t] = graph_.node_of(state_of(t, 0));
    }
  exited_ = visible_.exited;
  state_ = State::kFollowing;
  is_followed_ = is_path_ = true;
}

// ---- what is foreseen

bool Foresight::begin_execution(std::span<const Event> events) {
  if (must_end) turn_off();
  if (!is_on()) return false;
  is_ahead_ = is_followed_ = watches_step = false;
  if (state_ == State::kFollowing) {
    show_path();
    size_t same = 0;
    while (same < path_.size() && same < events.size() && path_[same].thread == events[same].thread.number &&
           path_[same].choice == events[same].choice)
      same++;
    if (must_forget_) same = 0;
    go_back_to(same);
  }
  if (must_forget_) {
    graph_.clear();
    memory_.forget_values();
    must_forget_ = false;
    state_ = State::kAtBase;
  }
  executions_++;
  if (state_ == State::kAtBase) return false;
  is_followed_ = true;
  for (size_t k = path_.size(); k < events.size(); k++) {
    if (step(events[k].thread, events[k].choice)) continue;
    // What happened in one execution alone does not count: the steps may be known after another time.
    if (executions_ <= kFirstMade || executions_ - followed_anew_ >= kAnewEvery) {
      followed_anew_ = executions_;
      go_back_to(0);
      state_ = State::kAtBase;
      is_followed_ = false;
    } else {
      lose_path();
    }
    return false;
  }
  if (++judged_ == kJudgedEvery) {
    if (foreseen_ < kJudgedEvery / kLeastForeseen) {
      turn_off();
      return false;
    }
    judged_ = foreseen_ = 0;
  }
  is_ahead_ = executions_ > kFirstMade;
  return is_ahead_;
}

Value Foresight::found_by(const Operation& op) const {
  if (op.code == OpCode::kJoin) return graph_[now_[op.partner.index()]].result;
  return object_count(op.code) == 1 ? visible_.values[op.object.index()] : 0;
}

bool Foresight::step(ThreadId thread, Choice choice) {
  if (path_.size() >= kMostEvents) return false;
  const Node from = now_[thread.index()];
  const Operation& op = graph_[from].view.next;
  const Value before = found_by(op);
  const StepGraph::Outcome* outcome = find(from, choice, before);
  if (outcome == nullptr) return false;
  take(thread, choice, op, before, *outcome);
  if (object_count(op.code) == 1) visible_.values[op.object.index()] = outcome->after;
  show(thread.number, outcome->next);
  if (outcome->started != StepGraph::kNone) show(op.partner.number, outcome->started);
  visible_.exited = exited_;
  return true;
}

// Adds it to the path, and to what is kept beside the visible state.
void Foresight::take(ThreadId thread, Choice choice, const Operation& op, Value before,
                     const StepGraph::Outcome& outcome) {
  path_.push({thread.number, choice, op.code, exited_, op.object, op.partner, before, now_[thread.index()],
              static_cast<uint32_t>(undo_.size())});
  for (const PlaceValue& written : graph_.values(outcome.writes, outcome.write_count)) {
    undo_.push_back(memory_.now(written.place));
    memory_.set(written);
  }
  now_[thread.index()] = outcome.next;
  if (outcome.started != StepGraph::kNone) now_[op.partner.index()] = outcome.started;
  exited_ |= outcome.exits;
}

void Foresight::show(uint32_t thread, Node node) {
  user_threads.note_change(thread);
  if (node == StepGraph::kNone) {
    visible_.threads[thread].status = ThreadStatus::kNotStarted;
    return;
  }
  const StepGraph::State& state = graph_[node];
  visible_.threads[thread] = state.view;
  user_threads[thread].pc = state.pc;
  user_threads[thread].name = state.call;
}

// The visible state becomes that after path_, if it is not.
void Foresight::show_path() {
  if (!is_shown_) {
    is_shown_ = true;
    made_.clear();
    for (const ThreadView& view : visible_.threads) made_.push_back(view.status);
  }
  if (is_path_) return;
  is_path_ = true;
  if (has_values_) std::copy(values_.begin(), values_.end(), visible_.values.begin());
  has_values_ = false;
  for (uint32_t t = 0; t < now_.size(); t++) show(t, now_[t]);
  for (size_t t = now_.size(); t < visible_.threads.size(); t++) visible_.threads[t].status = ThreadStatus::kNotStarted;
  visible_.exited = exited_;
}

void Foresight::hide() {
  if (!is_shown_) return;
  is_shown_ = is_path_ = false;
  for (size_t t = 0; t < made_.size(); t++) visible_.threads[t].status = made_[t];
}

void Foresight::go_back_to(size_t events) {
  while (path_.size() > events) {
    const Done& done = path_.back();
    while (undo_.size() > done.written) {
      memory_.set(undo_.back());
      undo_.pop_back();
    }
    if (object_count(done.code) == 1) visible_.values[done.object.index()] = done.before;
    if (done.code == OpCode::kSpawn) {
      now_[done.partner.index()] = StepGraph::kNone;
      show(done.partner.number, StepGraph::kNone);
    }
    now_[done.thread] = done.node;
    show(done.thread, done.node);
    exited_ = visible_.exited = done.exited;
    path_.pop();
  }
}

std::span<const Event> Foresight::events() {
  events_.resize(path_.size());
  for (size_t k = 0; k < path_.size(); k++) {
    Event& event = events_[k];
    event = Event{};
    event.thread = ThreadId(path_[k].thread);
    event.choice = path_[k].choice;
    event.op = graph_[path_[k].node].view.next;
    event.access[0].before = path_[k].before;
  }
  return events_;
}

bool Foresight::agrees() {
  is_path_ = true;
  for (uint32_t t = 0; t < visible_.threads.size(); t++)
    if (!is_same(t, t < now_.size() ? now_[t] : StepGraph::kNone)) return false;
  for (const Done& done : path_)
    if (object_count(done.code) == 1 && objects_.read(done.object) != visible_.values[done.object.index()])
      return false;
  return true;
}

bool Foresight::must_be_made(bool all) {
  if (!is_ahead_) return false;
  foreseen_++;
  has_foreseen_ = true;
  if (++since_check_ == kMadeEvery) since_check_ = 0;
  if (all || since_check_ == 0) return true;
  // What threads wait for is told by the program.
  return std::any_of(visible_.threads.begin(), visible_.threads.end(),
                     [](const ThreadView& view) { return view.status == ThreadStatus::kReady; });
}

}  // namespace mazurka::runtime
