// Plain variables: their loads and stores are done on the way from one operation to the next.
#include "toy/machine.hpp"

#include <algorithm>

namespace mazurka::toy {

namespace {

constexpr uint32_t kMaxPlainAccesses = 10'000;  // between two operations
constexpr const char* kRace = "data race on ";

// An operation that may fail to take something, and says so by its result.
bool is_attempt(OpCode code) {
  return code == OpCode::kCas || code == OpCode::kWeakCas || code == OpCode::kCas2 || code == OpCode::kTryLock ||
         code == OpCode::kSemTryAcquire || code == OpCode::kTryReadLock || code == OpCode::kTryWriteLock;
}

}  // namespace

void Machine::go_on_with_plain(uint32_t thread, Value result) {
  note_operation(thread, result);
  advance(thread, visible_[frames_[thread].visible].next);
  if (has_plain_) access_plain(thread);
  const RaceWatch::Section* section = races_.section_of(thread);
  if (section == nullptr) return;
  const ThreadView& view = threads_[thread];
  const bool ends = view.status == ThreadStatus::kReady && view.next.code == OpCode::kUnlock;
  if (!ends || view.next.object != section->mutex) races_.give_up_section(thread);
}

void Machine::note_operation(uint32_t thread, Value result) {
  const Operation& op = threads_[thread].next;
  if (op.code == OpCode::kLock && fuses_ && !apart_[op.object.index()]) return races_.open_section(thread, op.object);
  if (races_.section_of(thread) != nullptr) return races_.close_section(thread);
  // (A spawn was noted before the new thread did anything.)
  if (op.code != OpCode::kSpawn) races_.note(thread, op, !is_attempt(op.code) || result != 0);
}

void Machine::fuse(bool fuses) {
  fuses_ = fuses;
  apart_.assign(object_count(), false);
  watches_races_ = has_plain_ || fuses;
}

std::optional<std::span<const PlainUse>> Machine::section_of(ThreadId thread) {
  const RaceWatch::Section* section = races_.section_of(thread.number);
  if (section == nullptr) return std::nullopt;
  return section->uses;
}

void Machine::access_plain(uint32_t thread) {
  for (uint32_t k = 0; k < kMaxPlainAccesses; k++) {
    if (threads_[thread].status != ThreadStatus::kReady) return;
    const Operation& op = threads_[thread].next;
    const bool writes = op.code == OpCode::kStore;
    if ((op.code != OpCode::kLoad && !writes) || !code_->plain[op.object.index()]) return;
    if (races_.access(thread, op.object.number, writes)) {
      may_have_raced_ = true;
      if (fuses_) return park(thread);
      failures_.push_back({ThreadId(thread), op.site, kRace + object_name(op.object)});
      return park(thread);
    }
    const VisibleInstruction& instruction = visible_[frames_[thread].visible];
    Value& value = values_[op.object.index()];
    if (writes)
      value = op.a;
    else
      registers_[frames_[thread].first_register + instruction.result] = value;
    advance(thread, instruction.next);
  }
  if (threads_[thread].status == ThreadStatus::kReady) cut(thread, threads_[thread].next.site, true);
}

bool Machine::has_raced() const {
  return std::any_of(failures_.begin(), failures_.end(), [&](const Failure& failure) { return is_race(failure); });
}

bool Machine::is_race(const Failure& failure) const {
  return failure.message.starts_with(kRace);
}

}  // namespace mazurka::toy
