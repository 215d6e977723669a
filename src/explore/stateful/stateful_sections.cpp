// Critical sections with plain accesses only are one event (explore/critical_sections.hpp).
//
// The program executes two steps, the lock, on the way to whose end the accesses are done, and the unlock. The first
// one is recorded as a read of the mutex, which must be free, and of what the section accesses; the second one touches
// nothing. The state in between is none: nothing else is taken from there.
//
// An operation that looks whether a mutex is held can tell. Where a thread is about to do one, for the first time, on a
// mutex whose sections were one event, all begins again without that. It is found before anything that it would see is
// missed: up to there nobody looks, and every state of every thread is found.
//
// For data races, a section comes after those that wrote what it reads, or accessed what it writes, and after those of
// the mutex that are not one event. That is less than the mutex orders, and more than what a trace leaves open: a race
// is not missed, but one that is found may be none, so that all begins again without fused sections.
#include "explore/stateful/stateful.hpp"

namespace mazurka {

namespace {

// What is known of a mutex.
constexpr uint8_t kFused = 1;    // sections of it were one event
constexpr uint8_t kWatched = 2;  // threads look whether it is held

}  // namespace

Summaries::StepId Stateful::step_at(uint32_t depth) {
  const Node& from = node(depth);
  const std::span<const PlainUse> uses(from.uses.data(), from.takes_section ? from.uses.size() : 0);
  return summaries_.step(trace_[depth], uses);
}

// The lock was executed, as the event after the ones so far.
void Stateful::take_section(Node& here, std::span<const PlainUse> uses) {
  const Program& program = recorder_->program();
  here.takes_section = true;
  here.uses.assign(uses.begin(), rules_.uses ? uses.end() : uses.begin());
  fused_++;
  Event& lock = trace_[depth_];
  Access& access = lock.access[0];
  access.mode = Mode::kRead;
  access.after = access.before;
  if (mutexes_.size() < program.object_count()) mutexes_.resize(program.object_count(), 0);
  mutexes_[access.object.index()] |= kFused;

  reverse_event(lock);
  LocalClock past(trace_.clock_width());
  recorder_->past_of(lock, past);
  for (const PlainUse& use : here.uses) reverse_use(access_of(lock.thread, use), 0, past);
  Clock clock = trace_.clock(depth_);
  recorder_->clock_of(lock, clock);
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

// The program is in a new state: are threads about to look at mutexes?
bool Stateful::is_looked_at() {
  if (sections_ == nullptr || !rules_.watchers) return false;
  const Program& program = recorder_->program();
  bool was_fused = false;
  for (uint32_t t = 0; t < program.thread_count(); t++) {
    const ThreadId thread(t);
    if (program.status(thread) != ThreadStatus::kReady) continue;
    const Operation& op = program.next(thread);
    if (object_count(op.code) == 0 || op.code == OpCode::kLock || op.code == OpCode::kUnlock) continue;
    if (mutexes_.size() <= op.object.index()) mutexes_.resize(op.object.index() + 1, 0);
    uint8_t& known = mutexes_[op.object.index()];
    if ((known & kWatched) != 0) continue;
    was_fused |= (known & kFused) != 0;
    known = kWatched;
    sections_->keep_apart(op.object);
  }
  return was_fused;
}

// Some accesses may race. False: the program diverged.
bool Stateful::stop_fusing() {
  sections_->fuse(false);
  sections_ = nullptr;
  return start_again();
}

}  // namespace mazurka
