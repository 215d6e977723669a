// The search runs depth first and keeps, of every state from which everything was explored, a name and a summary. An
// execution that comes to a state of a known name ends there: what would follow is known. But what would follow also
// races with what came before on this new way, and these races must be reversed, as if they had been seen. For that the
// summary has the accesses that are done from the state on, each with what of the state is in its past for ever.
//
// Without the summaries this is DPOR with persistent sets (Flanagan and Godefroid, POPL 2005), with all races and not
// only the last one, and no sleep sets. With them it is in the line of stateful DPOR by Yang, Chen, Gopalakrishnan and
// Kirby (SPIN 2008) and by Yi, Wang, Li and Wang (2006), who keep visible operations by thread; what is new here is the
// past, without which nearly everything races with everything, and operations that wait.
//
// Why it is enough. Only states from which everything was explored are matched, never those on the current execution.
// So what a summary says is true of every way to the state: the same threads can do the same from there. Let w be an
// execution from the known state on, and e an event before the state that races with an access u of w. If u's past
// names e, e comes before u however w is reordered. If not, u can come before e, together with what u's past needs of
// the events since: one of these threads is added at the state before e, just as if u had been executed. An entry is
// given up, at an event that it races with, where the race with that event makes up for the earlier ones: at a write
// before which the access was enabled. Two entries of one access keep what the pasts have in common: naming less adds
// more to explore. A state that was forgotten, or has no name, is explored again.
//
// What is the same as if all executions were explored: the states in which the program ends, with the deadlocks among
// them; every state of every thread, and so every failure. What is not: the number of executions and of traces.
#include "explore/stateful/stateful.hpp"

#include <bit>
#include <utility>

namespace mazurka {

namespace {

// Of the memory that there may be: while the table grows, the smaller ones are there, too.
constexpr uint64_t kTableShare = 8;
// With so much in use everything is forgotten: what is free again may be in pieces.
constexpr uint64_t kForgetShare = 3;

bool is_known(ConstClock clock, const Event& event) {
  return clock_has(clock, event.thread, event.index);
}

}  // namespace

Stateful::Stateful(const Options& options, Rules rules)
    : options_(options),
      rules_(rules),
      scheduler_(options.policy, options.seed),
      table_(options.max_bytes / kTableShare) {
  summaries_.walks = rules.walks;
  if (options.check_states) check_ = std::make_unique<StateCheck>();
}

Statistics Stateful::explore(Program& program, Observer& observer) {
  MemoryMeter::start();
  recorder_ = std::make_unique<Recorder>(program, kEquivalence);
  if (options_.fuses) sections_ = program.critical_sections();
  if (sections_ != nullptr) sections_->fuse(true);
  bool is_left = recorder_->start(trace_, trace_, 0);
  bool goes_on = is_left;
  if (is_left) {
    enter_node(std::nullopt);
    note_watchers();
    goes_on = !node(0).enabled.empty() || tell(observer, false);
  }
  while (goes_on && is_left) {
    if (must_start_again_ && !is_there_) {
      goes_on = start_again();
      continue;
    }
    Node& here = node(depth_);
    if (next_outcome(here)) {
      goes_on = predict(here) || go_on(observer);
    } else {
      is_left = leave_node();
    }
  }
  if (sections_ != nullptr) sections_->fuse(false);
  statistics_.diverged = recorder_->diverged();
  statistics_.complete = !is_left && !statistics_.diverged;
  statistics_.peak_bytes = MemoryMeter::peak();
  statistics_.figures.set_title("states");
  statistics_.figures.add_count("states", states_);
  statistics_.figures.add_count("met_again", matches_);
  statistics_.figures.add_count("predicted", predicted_);
  statistics_.figures.add_count("refused", refused_);
  statistics_.figures.add_count("without_name", nameless_);
  statistics_.figures.add_count("forgotten", table_.forgotten());
  statistics_.figures.add_count("restarts", restarts_);
  if (options_.fuses) statistics_.figures.add_count("fused", fused_);
  statistics_.figures.add_count("summaries", summaries_.count());
  if (check_ != nullptr) {
    statistics_.figures.add_count("states_compared", check_->states_compared());
    statistics_.figures.add_count("steps_compared", check_->steps_compared());
    statistics_.figures.add_count("apart", check_->apart());
  }
  return statistics_;
}

// The next step from here: another outcome of the thread that was taken last, or another thread.
bool Stateful::next_outcome(Node& here) {
  if (here.outcome < here.outcomes) return true;
  return here.backtrack.any([&](ThreadId t) {
    if (here.done.has(t)) return false;
    here.done.add(t);
    here.taken = t;
    here.outcome = 0;
    here.outcomes = 0;  // to be asked when the program is there
    return true;
  });
}

// Names that were given before mean nothing. What was explored is well explored; what was matched may not be.
void Stateful::forget_names() {
  naming_ = recorder_->program().naming();
  table_.clear();
  if (check_ != nullptr) check_->clear();
  steps_.clear();
  must_start_again_ |= has_matched_;
}

// All that was explored is explored again where it is met again. What is not left yet keeps its summary.
void Stateful::forget_states() {
  table_.forget_all();
  Summaries before;
  std::swap(before, summaries_);
  summaries_.walks = before.walks;
  FutureRaces races_before;
  std::swap(races_before, races_);
  steps_.clear();
  for (uint32_t d = 0; d <= depth_; d++) {
    Node& on_the_way = node(d);
    on_the_way.summary = summaries_.copy(before, on_the_way.summary);
    on_the_way.races = races_.copy(races_before, on_the_way.races);
    if (d == depth_ || on_the_way.is_inside || !can_name()) continue;
    on_the_way.taken_step = step_at(d);
    on_the_way.taken_flows = races_.step(races_before.flows(on_the_way.taken_flows));
  }
}

// From the initial state. False: the program diverged.
bool Stateful::start_again() {
  must_start_again_ = must_begin_again_ = has_matched_ = false;
  restarts_++;
  table_.clear();
  steps_.clear();
  log_.clear();
  if (check_ != nullptr) check_->clear();
  predicted_state_.reset();
  depth_ = 0;
  is_there_ = true;
  if (!recorder_->start(trace_, trace_, 0)) return false;
  enter_node(std::nullopt);
  return true;
}

// Takes the step, and goes on from where it leads. False: nobody wants more, or the program diverged.
bool Stateful::go_on(Observer& observer) {
  if (!is_there_ && !recorder_->start(trace_, trace_, depth_)) return false;
  is_there_ = true;
  take(node(depth_));
  if (doubts_sections(false)) return start_again();
  const std::optional<Fingerprint> name = name_of_state();
  const StateTable::Known* found = name ? table_.find(*name) : nullptr;
  if (found != nullptr && check_ != nullptr && check_->explores_again()) found = nullptr;
  if (found != nullptr && !may_race(found->races)) {
    if (doubts_sections(true)) return start_again();
    const StateTable::Known known = *found;
    matches_++;
    match(known.summary);
    const bool goes_on = tell(observer, true);
    lift(known);
    return goes_on;
  }
  enter_node(name);
  note_watchers();
  if (!node(depth_).enabled.empty()) return true;
  if (doubts_sections(true)) return start_again();
  end_here();
  return tell(observer, false);
}

// Of the state after the last event.
std::optional<Fingerprint> Stateful::name_of_state() {
  Program& program = recorder_->program();
  std::optional<Fingerprint> name;
  if (can_name()) name = program.name_of_state(check_ != nullptr ? &check_->whole() : nullptr);
  nameless_ += !name;
  const std::optional<Fingerprint> predicted = std::exchange(predicted_state_, std::nullopt);
  if (!can_name()) return name;
  Node& before = node(depth_before());
  before.taken_step = step_at(depth_before());
  section_flows_.insert(section_flows_.end(), program.flows().begin(), program.flows().end());
  before.taken_flows = races_.step(section_flows_);
  if (program.naming() != naming_) {
    forget_names();
    return name;
  }
  if (name && before.name)
    steps_.put(*before.name, before.taken, before.outcome - 1,
               {*name, before.taken_step, before.taken_flows, before.outcomes});
  if (check_ != nullptr) check_->look_at(before.name, trace_[depth_before()], name, program);
  if (predicted && name) check_->take_for_same(*predicted, *name);
  return name;
}

bool Stateful::tell(Observer& observer, bool matched) {
  knows_race_ |= recorder_->program().has_raced();
  Execution execution = recorder_->execution(matched);
  execution.matched = matched;
  statistics_.count(execution);
  return observer.on_execution(execution);
}

// The state after the events so far is new.
void Stateful::enter_node(const std::optional<Fingerprint>& name) {
  if (nodes_.size() <= depth_) nodes_.push_back(std::make_unique<Node>());
  Node& here = node(depth_);
  here.name = name;
  here.is_inside = false;
  here.is_wanted = name.has_value() || (depth_ != 0 && node(depth_ - 1).is_wanted);
  here.enabled.clear();
  here.backtrack.clear();
  here.done.clear();
  here.outcome = here.outcomes = 0;
  here.summary = 0;
  here.races = 0;
  const Program& program = recorder_->program();
  here.counts.assign(program.thread_count(), 0);
  for (uint32_t t = 0; t < program.thread_count(); t++) here.counts[t] = recorder_->event_count(ThreadId(t));
  recorder_->ready().ascending([&](ThreadId t) {
    if (program.choices(t) != 0) here.enabled.add(t);
    return false;
  });
  states_++;
  if (!here.enabled.empty()) choose_first(here);
}

// Any thread will do. With the one that has just run, executions have fewer switches, and states are met again sooner.
void Stateful::choose_first(Node& here) {
  const bool may_stay = options_.policy == Policy::kReadsFirst || options_.policy == Policy::kInOrder;
  if (may_stay && depth_ != 0 && here.enabled.has(trace_[depth_ - 1].thread)) {
    here.backtrack.add(trace_[depth_ - 1].thread);
    return;
  }
  scheduler_.pick(recorder_->program(), recorder_->ready(), [&](ThreadId t) {
    here.backtrack.add(t);
    return true;
  });
}

// Everything was explored from here. False: it was the initial state.
bool Stateful::leave_node() {
  Node& here = node(depth_);
  if (here.name && can_name()) table_.put(*here.name, {here.summary, here.races});
  if (MemoryMeter::now() > options_.max_bytes / kForgetShare) forget_states();
  if (depth_ == 0) return false;
  lift({here.summary, here.races});
  return true;
}

// Back to the state before the last event, from which now also is done what is done after it.
void Stateful::lift(StateTable::Known after) {
  const uint32_t depth = depth_before();
  Node& before = node(depth);
  if (before.is_wanted && can_name()) {
    before.summary = summaries_.join(before.summary, summaries_.lift(before.taken_step, after.summary));
    before.races = races_.join(before.races, races_.lift(before.taken_flows, after.races));
  }
  if (before.takes_section)
    for (const PlainUse& use : before.uses) log_.pop(use.location);
  depth_ = depth;
  is_there_ = false;
}

// Nothing can go on.
void Stateful::end_here() {
  if (!rules_.pending) return;
  const Program& program = recorder_->program();
  LocalClock clock(trace_.clock_width());
  for (uint32_t t = 0; t < program.thread_count(); t++) {
    ThreadId thread(t);
    if (program.status(thread) != ThreadStatus::kReady || object_count(program.next(thread).code) == 0) continue;
    Event event;
    recorder_->preview(thread, 0, event);
    recorder_->past_of(event, clock);
    for (uint32_t k = 0; k < event.access_count; k++) {
      FutureAccess access = access_of(event, k);
      access.walking = true;
      if (can_name()) node(depth_).summary = summaries_.with(node(depth_).summary, access, own_past_of(event));
      reverse(access, 0, clock);
    }
  }
}

// What would follow may race with what came before, on this way and not on the one on which the state was explored:
// then it must be explored again. The race is found there. (With toy programs the search goes on, through states nearly
// all of which may race.)
bool Stateful::may_race(FutureRaces::Id races) {
  if (!rules_.refusals || knows_race_) return false;
  Program& program = recorder_->program();
  for (const FutureRaces::Entry& entry : races_.entries(races)) {
    const FutureRaces::PlainAccess& access = races_.access(entry);
    if (!program.may_race(access.thread, access.access, races_.holders(entry))) continue;
    refused_++;
    return true;
  }
  return false;
}

// The thread could do the same step in an earlier state of this execution, and all was explored from there on. If the
// order of the step and of the events since does not matter, it leads where these events led after it.
const KnownSteps::Step* Stateful::diamond(const Node& here, Fingerprint& end) {
  constexpr uint32_t kMostBack = 64;
  for (uint32_t k = depth_; k-- > 0 && depth_ - k <= kMostBack;) {
    if (trace_[k].thread == here.taken) return nullptr;
    const Node& there = node(k);
    if (!there.name || !there.done.has(here.taken)) continue;
    const KnownSteps::Step* step = steps_.find(*there.name, here.taken, here.outcome);
    if (step == nullptr) continue;
    Fingerprint state = step->to;
    for (uint32_t i = k; i < depth_; i++) {
      if (node(i).is_inside) continue;
      if (!summaries_.are_independent(step->event, node(i).taken_step)) return nullptr;
      const KnownSteps::Step* next = steps_.find(state, node(i).taken, node(i).outcome - 1);
      if (next == nullptr) return nullptr;
      state = next->to;
    }
    end = state;
    return step;
  }
  return nullptr;
}

// True: what the next step from here leads to is known without a run, as if it had been executed and matched. (Races
// with what came before were looked at where the step came first, in an execution that is equivalent.)
bool Stateful::predict(Node& here) {
  if (!options_.predicts || !here.name) return false;
  Fingerprint state;
  const KnownSteps::Step* step = diamond(here, state);
  const StateTable::Known* known = step == nullptr ? nullptr : table_.find(state);
  if (known == nullptr) return false;
  predicted_++;
  if (check_ != nullptr) {
    predicted_state_ = state;
    return false;
  }
  const StateTable::Known end = *known;
  here.outcomes = step->outcomes;
  here.outcome++;
  LocalClock nothing(trace_.clock_width());
  clear_clock(nothing, trace_.clock_width());
  for (const Summaries::Entry& entry : summaries_.entries(end.summary))
    if (rules_.summaries && summaries_.races(step->event, entry))
      add_at(depth_, summaries_.access(entry), summaries_.past(entry).threads, nothing);
  const Summaries::Id summary = summaries_.lift(step->event, end.summary);
  match(summary);
  here.summary = summaries_.join(here.summary, summary);
  here.races = races_.join(here.races, races_.lift(step->flows, end.races));
  return true;
}

// The state after the last event is known.
void Stateful::match(Summaries::Id summary) {
  has_matched_ = true;
  if (rules_.summaries) {
    LocalClock clock(trace_.clock_width());
    const Vec<Summaries::Entry>& entries = summaries_.entries(summary);
    for (const Summaries::Entry& entry : entries) {
      const Past& past = summaries_.past(entry);
      clock_of(past, clock);
      reverse(summaries_.access(entry), past.threads, clock);
    }
  }
}

// The recorder may know of events after the ones so far, which were taken back.
PositionPlusOne Stateful::last_event(ThreadId thread) const {
  PositionPlusOne p = recorder_->last_event(thread);
  const auto counts = [&](const Event& event) {
    return event.thread == thread || (event.op.code == OpCode::kSpawn && event.op.partner == thread);
  };
  if (p > depth_)
    for (p = depth_; p != 0 && !counts(trace_[p - 1]);) p--;
  return p;
}

PositionPlusOne Stateful::last_waker(ThreadId thread) const {
  PositionPlusOne p = recorder_->last_waker(thread);
  const auto wakes = [&](const Event& event) {
    return wakes_threads(event.op.code) && event.access_count != 0 &&
           (threads_woken(event.op, event.access[0].before, event.choice) >> thread.number & 1) != 0;
  };
  if (p > depth_)
    for (p = depth_; p != 0 && !wakes(trace_[p - 1]);) p--;
  return p;
}

PositionPlusOne Stateful::last_access(ObjectId object) const {
  PositionPlusOne p = recorder_->last_access(object);
  while (p > depth_) p = access_to(trace_[p - 1], object).previous;
  return p;
}

// The events so far that the past names.
void Stateful::clock_of(const Past& past, Clock clock) const {
  const uint32_t width = trace_.clock_width();
  clear_clock(clock, width);
  for (uint64_t left = past.threads; left != 0; left &= left - 1)
    join_clock(clock, trace_.clock_or_zero(last_event(ThreadId(std::countr_zero(left)))), width);
  for (uint64_t left = past.wakes; left != 0; left &= left - 1)
    join_clock(clock, trace_.clock_or_zero(last_waker(ThreadId(std::countr_zero(left)))), width);
  for (uint32_t entry : past.objects) {
    if (entry / 2 >= kFirstLocation) {
      join_use(entry / 2 - kFirstLocation, entry % 2 != 0, clock);
      continue;
    }
    const ObjectId object(entry / 2);
    const bool writes = entry % 2 != 0;
    for (PositionPlusOne p = last_access(object); p != 0;) {
      const Access& access = access_to(trace_[p - 1], object);
      if (writes || access.mode != Mode::kRead) join_clock(clock, trace_.clock(p - 1), width);
      if (access.mode == Mode::kWrite) break;
      p = access.previous;
    }
  }
}

// The event is about to be executed.
void Stateful::reverse_event(const Event& event) {
  LocalClock past(trace_.clock_width());
  recorder_->past_of(event, past);
  for (uint32_t k = 0; k < event.access_count; k++) reverse(access_of(event, k), 0, past);
}

void Stateful::reverse(const FutureAccess& access, uint64_t threads, ConstClock past) {
  if (access.object >= kFirstLocation) return reverse_use(access, threads, past);
  const ObjectId object(access.object);
  PositionPlusOne p = last_access(object);
  if (access.is_mail) {
    for (; p != 0; p = access_to(trace_[p - 1], object).previous)
      if (!is_known(past, trace_[p - 1])) add_at(p - 1, access, threads, past);
    return;
  }
  if (access.writes && !access.walking) {
    bool was_read = access.read_before;
    for (; p != 0; p = access_to(trace_[p - 1], object).previous) {
      const Event& event = trace_[p - 1];
      if (access_to(event, object).mode != Mode::kRead) break;
      was_read = true;
      if (!is_known(past, event)) add_at(p - 1, access, threads, past);
    }
    if (was_read) return;
  }
  for (; p != 0; p = access_to(trace_[p - 1], object).previous) {
    const Event& event = trace_[p - 1];
    const Access& other = access_to(event, object);
    // (If it is a read: what was written before it is known then, too.)
    if (is_known(past, event)) return;
    if (other.mode == Mode::kRead) continue;
    if (!access.is_enabled_at(other.before)) continue;
    add_at(p - 1, access, threads, past);
    return;
  }
}

// The access may come before the event at `position`: a thread that leads there must be taken before that event.
void Stateful::add_at(uint32_t position, const FutureAccess& access, uint64_t threads, ConstClock past) {
  Node& there = node(position);
  ThreadSet leads_there;
  there.enabled.any([&](ThreadId t) {
    const bool is_in_past = t.number < kMaxSummaryThreads && (threads >> t.number & 1) != 0;
    const uint32_t before = t.index() < there.counts.size() ? there.counts[t.index()] : 0;
    if (t.number == access.thread || is_in_past || past[t.index()] > before) leads_there.add(t);
    return false;
  });
  if (leads_there.empty()) {
    there.backtrack.add_all(there.enabled);
  } else if (!leads_there.meets(there.backtrack)) {
    if (leads_there.has(ThreadId(access.thread)))
      there.backtrack.add(ThreadId(access.thread));
    else
      leads_there.any([&](ThreadId t) {
        there.backtrack.add(t);
        return true;
      });
  }
}

}  // namespace mazurka
