// Executions begin like others: their first steps are repeated from a state that was kept, or it is known what comes of
// them (foresight/foresight.hpp).
#include <immintrin.h>

#include <algorithm>

#include "base/check.hpp"
#include "runtime/engine/loops/rounds.hpp"
#include "runtime/engine/native_program.hpp"
#include "runtime/engine/time/virtual_clock.hpp"
#include "runtime/platform/supervisor_log.hpp"

namespace mazurka::runtime {

void NativeProgram::end_repeated_step(const Event& event) {
  foresight_.note_made(went_wrong());
  refresh_objects_of(event.op);
  if (threads_[event.thread.index()].status == ThreadStatus::kReady)
    refresh_objects_of(threads_[event.thread.index()].next);
  if (event.op.code == OpCode::kSpawn && threads_[event.op.partner.index()].status == ThreadStatus::kReady)
    refresh_objects_of(threads_[event.op.partner.index()].next);
  foresight_.end_step();
}

void NativeProgram::note_divergence(uint32_t position, const Event& recorded) {
  const Thread& thread = user_threads[recorded.thread.number];
  const ThreadView& view = threads_[recorded.thread.index()];
  bool ready = view.status == ThreadStatus::kReady;
  divergence_ = {position + 1,
                 recorded.thread.number,
                 recorded.op.code,
                 ready ? thread.name : "its end",
                 ready && view.next.code == recorded.op.code,
                 thread.pc};
}

namespace {

// How long executions are, as far as the last one tells: where it began, and the steps made before that.
struct Beginning {
  uint64_t position = 0;
  uint64_t steps = 0;
  uint64_t length_now() const { return position + steps_done() - steps; }
};
Beginning beginning;

// What comes after a waypoint takes longer, since it must be possible to take it back: by a quarter, or less.
uint32_t events_for_waypoint(uint32_t repeated, uint64_t length, uint32_t position) {
  const uint64_t rest = length > position ? (length - position) / 4 : 0;
  return repeated > rest ? static_cast<uint32_t>(repeated - rest) : 0;
}

}  // namespace

uint64_t NativeProgram::digest() const {
  return digest_of_all() ^ objects_.digest();
}

// The program is restarted as near to the end of these events as can be.
NativeProgram::Restarted NativeProgram::restart_for(std::span<const Event> events) {
  Restarted now;
  now.plan = foresight_.wants_all_steps() ? Checkpoints::Plan{} : checkpoints_.plan(events);
  const bool from_prefix = now.plan.level == Level::kPrefix;
  const uint64_t length = beginning.length_now();
  const uint32_t waypoint = from_prefix ? waypoints_.find(events) : 0;
  now.is_measured = from_prefix && Waypoints::is_time_to_measure();
  const uint64_t time = now.is_measured ? __rdtsc() : 0;
  restart_at(now.plan.level, waypoint != 0);
  if (now.is_measured) {
    Waypoints::Costs& costs = waypoints_.costs();
    (waypoint != 0 ? costs.restore : costs.restart).note(__rdtsc() - time);
  }
  now.done = std::max(now.plan.done, waypoint);
  if (waypoint != 0 && channel->settings.check_restarts != 0) [[unlikely]] {
    now.check = {waypoint, digest(), waypoints_.positions()};
    restart_at(now.plan.level);
    now.done = now.plan.done;
  }
  // Where the next execution leaves this one is the best place for another waypoint.
  const uint32_t shared = std::min<uint32_t>(shared_beginning_, events.size());
  const bool saves =
      from_prefix && shared > now.done && waypoints_.is_worth(events_for_waypoint(shared - now.done, length, shared));
  if (saves) now.save_at = shared;
  beginning = {now.done, steps_done()};
  return now;
}

// Of threads that can go on.
void NativeProgram::refresh_next_objects() {
  for (const ThreadView& view : threads_)
    if (view.status == ThreadStatus::kReady) refresh_objects_of(view.next);
}

uint32_t NativeProgram::replay(std::span<const Event> events) {
  if (foresight_.is_on()) {
    if (knows_spin_loops || watches_rounds || objects_.has_parts()) foresight_.end();
    if (foresight_.begin_execution(events)) {
      failures_.clear();
      cut_ = at_base_.cut;
      now_ = at_base_.now;
      return static_cast<uint32_t>(events.size());
    }
  }
  return repeat(events);
}

// A loop of its own, with the switch in it: the returns on the user's side are then predicted by the calls on the
// user's side, since nothing is called and returned from in between.
uint32_t NativeProgram::repeat(std::span<const Event> events) {
  const bool is_followed = foresight_.wants_all_steps();
  const Restarted from = restart_for(events);
  const Checkpoints::Plan& plan = from.plan;
  uint32_t done = from.done;
  if (plan.keep_at != UINT32_MAX && !names_states) user_threads.fill_unused_stacks();
  dirty_ |= !events.empty();
  if (is_followed) {
    refresh_next_objects();
    foresight_.begin_path();
  }
  const Repeating repeating(repeats_);
  uint64_t time = from.is_measured ? __rdtsc() : 0;
  for (;; done++) {
    if (done == plan.keep_at && !checkpoints_.keep_prefix(threads_)) [[unlikely]]
      break;
    if (done == from.check.waypoint) [[unlikely]]
      CHECK(digest() == from.check.digest, "a state that was restored is the same when it is repeated");
    if ((done == from.save_at || from.check.had_waypoint_at(done)) && allows_waypoint()) [[unlikely]] {
      const uint64_t before = __rdtsc();
      const bool is_usual = waypoints_.save(events, done, plan.done);
      const uint64_t cycles = __rdtsc() - before;
      if (is_usual) waypoints_.costs().save.note(cycles);
      time += cycles;
    }
    if (done == events.size()) break;
    const Event& event = events[done];
    if (!is_next(event)) break;
    before_repeated_step();
    count_step();
    uint32_t t = event.thread.number;
    user_threads.note_change(t);
    Thread& self = user_threads[t];
    self.steps++;
    if (event.op.code == OpCode::kFail) [[unlikely]] {
      foresight_.stop_following();
      fail_step(event.thread);
      continue;
    }
    if (may_only_read(event.op.code)) keep_visit(t);
    note_if_looking(t);
    self.choice = event.choice;
    threads_[t].woken &= event.op.code != OpCode::kWake;
    if (virtual_clock.has_moved()) [[unlikely]]
      virtual_clock.before_step(t, event.op, event.access[0].before, event.choice);
    if (watches_rounds) [[unlikely]]
      begin_round(round_ =
                      event_of(event.thread, event.op, event.choice, event.access[0].before, event.access[1].before));
    if (is_followed && foresight_.is_followed()) [[unlikely]]
      foresight_.begin_step(event.thread, event.choice);
    run_user(t);
    stop_if_spinning(t);
    if (is_followed && foresight_.is_followed()) [[unlikely]]
      end_repeated_step(event);
    if (watches_rounds) [[unlikely]] {
      for (uint32_t k = 0; k < round_.access_count; k++) round_.access[k].after = event.access[k].after;
      end_round(round_);
    }
    note_locks_after(t, event.op.code, event.op.object);
  }
  if (from.is_measured && done > from.done + 4) waypoints_.costs().event.note((__rdtsc() - time) / (done - from.done));
  // The prefix that was not the same again may have been all there was to repeat.
  if (done == plan.keep_at && !checkpoints_.has_prefix()) done = std::min<uint32_t>(done, events.size() - 1);
  if (done < events.size()) note_divergence(done, events[done]);
  refresh_next_objects();
  return done;
}

void NativeProgram::foresee(bool may_foresee) {
  const protocol::Settings& settings = channel->settings;
  foresight_.begin(may_foresee && has_program_variables() && !is_replay() && !forks_to_restart() && !names_states &&
                   unwatched_ && settings.races == protocol::Races::kReport && settings.leaks == 0 &&
                   settings.max_steps == 0 && settings.unroll == 0 && settings.symbolic.has_inputs == 0 &&
                   settings.symbolic.has_cover == 0 && settings.peer_script[0] == 0);
}

// The program comes to where it was foreseen to be. False: it went another way.
bool NativeProgram::make_foreseen() {
  const std::span<const Event> events = foresight_.events();
  foresight_.stop_being_ahead();
  if (repeat(events) == events.size() && foresight_.agrees()) return true;
  lost_ = true;
  for (ThreadView& view : threads_) view.status = ThreadStatus::kParked;
  return false;
}

void NativeProgram::settle() {
  if (foresight_.must_be_made(channel->settings.check_restarts != 0)) make_foreseen();
}

bool NativeProgram::went_wrong() const {
  return !failures_.empty() || cut_ || now_.cut_by_clock || now_.at_step_limit || now_.abandoned;
}

}  // namespace mazurka::runtime
