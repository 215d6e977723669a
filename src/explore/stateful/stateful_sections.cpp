// Critical sections with plain accesses only are one event (explore/critical_sections.hpp).
//
// The program executes two steps, the lock, on the way to whose end the accesses are done, and the unlock. The first
// one is recorded as what the section accesses; the second one touches nothing. The state in between is none: nothing
// else is taken from there.
//
// Nobody can tell that such a section is not done at once, unless by an operation on the mutex that is no lock or by a
// section that is not one event. Where a thread does one, for the first time, on a mutex whose sections were one event,
// all begins again without that. It is found before anything that it would see is missed: up to there nobody does, and
// every state of every thread is found.
//
// For data races, a section comes after those that wrote what it reads, or accessed what it writes. That is less than
// the mutex orders, and more than what a trace leaves open: a race is not missed, but one that is found may be none, so
// that all begins again without fused sections.
#include "explore/stateful/stateful.hpp"

namespace mazurka {

namespace {

// What is known of a mutex.
constexpr uint8_t kFused = 1;  // sections of it were one event
constexpr uint8_t kApart = 2;  // and must not be

}  // namespace

Summaries::StepId Stateful::step_at(uint32_t depth) {
  const Node& from = node(depth);
  const std::span<const PlainUse> uses(from.uses.data(), from.takes_section ? from.uses.size() : 0);
  return summaries_.step(trace_[depth], uses);
}

// The program is in the state of the node.
void Stateful::take(Node& here) {
  if (here.outcome == 0) here.outcomes = recorder_->program().choices(here.taken);
  Event event;
  recorder_->preview(here.taken, recorder_->choice(here.taken, here.outcome++), event);
  here.takes_section = false;
  section_flows_.clear();
  const bool may_fuse = sections_ != nullptr && event.op.code == OpCode::kLock;
  if (!may_fuse) reverse_event(event);
  recorder_->execute(event);
  if (may_fuse) {
    if (const auto uses = sections_->section_of(here.taken)) return take_section(here, *uses);
    keep_apart(event.op.object);
    reverse_event(event);
  }
  depth_++;
}

// The lock was executed, as the event after the ones so far.
void Stateful::take_section(Node& here, std::span<const PlainUse> uses) {
  here.takes_section = true;
  here.uses.assign(uses.begin(), rules_.uses ? uses.end() : uses.begin());
  fused_++;
  recorder_->forget_accesses();
  Event& lock = trace_[depth_];
  known_of(lock.op.object) |= kFused;

  LocalClock past(trace_.clock_width());
  recorder_->past_of(lock, past);
  for (const PlainUse& use : here.uses) reverse_use(access_of(lock.thread, use), 0, past);
  Clock clock = trace_.clock(depth_);
  for (const PlainUse& use : here.uses) {
    join_use(use.location, use.writes, clock);
    log_.put(use.location, {depth_, use.writes});
  }

  const std::span<const Flow> flows = recorder_->program().flows();
  section_flows_.assign(flows.begin(), flows.end());
  if (nodes_.size() <= depth_ + 1) nodes_.push_back(std::make_unique<Node>());
  Node& inside = node(depth_ + 1);
  inside.name.reset();
  inside.is_inside = true;
  inside.is_wanted = here.is_wanted;
  inside.takes_section = false;
  inside.summary = 0;
  inside.races = 0;
  Event unlock;
  recorder_->preview(here.taken, 0, unlock);
  unlock.access_count = 0;
  recorder_->execute(unlock);
  depth_ += 2;
}

// Of an access to a location: as reverse(), but nothing is guarded.
void Stateful::reverse_use(const FutureAccess& access, uint64_t threads, ConstClock past) {
  const std::span<const LocationLog::Use> uses = log_.of(access.object - kFirstLocation);
  bool was_read = access.read_before;
  for (size_t k = uses.size(); k-- > 0;) {
    const LocationLog::Use& use = uses[k];
    if (use.writes && was_read) return;
    if (!use.writes && !access.writes) continue;
    was_read |= !use.writes;
    const Event& event = trace_[use.position];
    if (!clock_has(past, event.thread, event.index)) add_at(use.position, access, threads, past);
    if (use.writes) return;
  }
}

// What an access to a location depends on.
void Stateful::join_use(uint32_t location, bool writes, Clock clock) const {
  const std::span<const LocationLog::Use> uses = log_.of(location);
  for (size_t k = uses.size(); k-- > 0;) {
    if (writes || uses[k].writes) join_clock(clock, trace_.clock(uses[k].position), trace_.clock_width());
    if (uses[k].writes) return;
  }
}

uint8_t& Stateful::known_of(ObjectId mutex) {
  if (mutexes_.size() <= mutex.index()) mutexes_.resize(mutex.index() + 1, 0);
  return mutexes_[mutex.index()];
}

// Sections of the mutex are not one event.
void Stateful::keep_apart(ObjectId mutex) {
  uint8_t& known = known_of(mutex);
  if ((known & kApart) != 0) return;
  must_begin_again_ |= (known & kFused) != 0;
  known = kApart;
  sections_->keep_apart(mutex);
}

// The program is in a new state: are threads about to look at mutexes?
void Stateful::note_watchers() {
  if (sections_ == nullptr || !rules_.watchers) return;
  const Program& program = recorder_->program();
  for (uint32_t t = 0; t < program.thread_count(); t++) {
    const ThreadId thread(t);
    if (program.status(thread) != ThreadStatus::kReady) continue;
    const Operation& op = program.next(thread);
    if (object_count(op.code) != 0 && op.code != OpCode::kLock && op.code != OpCode::kUnlock) keep_apart(op.object);
  }
}

// Something was wrong about sections: all must begin again. (What races then, is looked at again.)
bool Stateful::doubts_sections(bool has_ended) {
  if (sections_ == nullptr || must_begin_again_) return must_begin_again_;
  const CriticalSections::Doubt doubt = sections_->doubt(has_ended);
  if (doubt == CriticalSections::Doubt::kNoMore) {
    sections_->fuse(false);
    sections_ = nullptr;
  }
  return doubt != CriticalSections::Doubt::kNone;
}

}  // namespace mazurka
