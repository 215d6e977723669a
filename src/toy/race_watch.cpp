#include "toy/race_watch.hpp"

#include <algorithm>

namespace mazurka::toy {

bool RaceWatch::Remembered::is_known_by(uint32_t holder) const {
  return std::binary_search(known_by.begin(), known_by.end(), holder);
}

void RaceWatch::flow(Flow::Kind kind, uint32_t to, uint32_t from) {
  flows_.push_back({kind, to, from, 0});
  for (Remembered& access : remembered_) {
    const auto at = std::lower_bound(access.known_by.begin(), access.known_by.end(), to);
    const bool has_it = at != access.known_by.end() && *at == to;
    if (access.is_known_by(from)) {
      if (!has_it) access.known_by.insert(at, to);
    } else if (has_it && kind == Flow::Kind::kCopy) {
      access.known_by.erase(at);
    }
  }
}

void RaceWatch::note(uint32_t thread, const Operation& op, bool took) {
  switch (op.code) {
    case OpCode::kLoad:
    case OpCode::kAwait: return acquire(thread, op.object);
    case OpCode::kStore: return store(thread, op.object);
    case OpCode::kLoad2: acquire(thread, op.object); return acquire(thread, op.object2);
    case OpCode::kStore2: store(thread, op.object); return store(thread, op.object2);
    case OpCode::kCopy: acquire(thread, op.object); return store(thread, op.object2);
    case OpCode::kSwap:
    case OpCode::kCas2:
      acquire(thread, op.object);
      acquire(thread, op.object2);
      if (!took) return;
      release(thread, op.object);
      return release(thread, op.object2);
    case OpCode::kCas:
    case OpCode::kWeakCas:
    case OpCode::kFetchAdd:
    case OpCode::kExchange:
      acquire(thread, op.object);
      if (took) release(thread, op.object);
      return;
    case OpCode::kLock: return acquire(thread, op.object);
    case OpCode::kTryLock:
    case OpCode::kSemAcquire:
    case OpCode::kSemTryAcquire:
    case OpCode::kReadLock:
    case OpCode::kTryReadLock:
      if (took) acquire(thread, op.object);
      return;
    case OpCode::kUnlock:
    case OpCode::kSemRelease:
    case OpCode::kWriteUnlock: return release(thread, op.object);
    case OpCode::kReadUnlock: return flow(Flow::Kind::kJoin, holder_of_readers(op.object), thread);
    case OpCode::kWriteLock:
    case OpCode::kTryWriteLock:
      if (!took) return;
      acquire(thread, op.object);
      return flow(Flow::Kind::kJoin, thread, holder_of_readers(op.object));
    case OpCode::kSend:
    case OpCode::kTrySend:
    case OpCode::kReceive:
    case OpCode::kPoll:
    case OpCode::kClose:
    case OpCode::kCount: acquire(thread, op.object); return release(thread, op.object);
    case OpCode::kSpawn: return flow(Flow::Kind::kCopy, op.partner.number, thread);
    case OpCode::kJoin: return flow(Flow::Kind::kJoin, thread, op.partner.number);
    default: return;
  }
}

const RaceWatch::Section* RaceWatch::section_of(uint32_t thread) const {
  for (const Section& section : sections_)
    if (section.thread == thread) return &section;
  return nullptr;
}

uint32_t RaceWatch::holder_of_use(ObjectId mutex, uint32_t location, bool writes) const {
  return threads_ + 2 * objects_ + 2 * (mutex.number * objects_ + location) + (writes ? 1 : 0);
}

void RaceWatch::open_section(uint32_t thread, ObjectId mutex) {
  acquire(thread, mutex);
  sections_.push_back({thread, mutex, {}});
}

void RaceWatch::use_in_section(uint32_t thread, uint32_t variable, bool writes) {
  for (Section& section : sections_) {
    if (section.thread != thread) continue;
    flow(Flow::Kind::kJoin, thread, holder_of_use(section.mutex, variable, true));
    if (writes) flow(Flow::Kind::kJoin, thread, holder_of_use(section.mutex, variable, false));
    for (PlainUse& use : section.uses)
      if (use.location == variable) {
        use.writes |= writes;
        return;
      }
    section.uses.push_back({variable, writes});
  }
}

void RaceWatch::give_up_section(uint32_t thread) {
  std::erase_if(sections_, [&](const Section& section) { return section.thread == thread; });
}

void RaceWatch::close_section(uint32_t thread) {
  const Section section = *section_of(thread);
  std::erase_if(sections_, [&](const Section& other) { return other.thread == thread; });
  for (const PlainUse& use : section.uses)
    flow(Flow::Kind::kJoin, holder_of_use(section.mutex, use.location, use.writes), thread);
}

bool RaceWatch::access(uint32_t thread, uint32_t variable, bool writes) {
  use_in_section(thread, variable, writes);
  flows_.push_back({Flow::Kind::kAccess, thread, thread, uint64_t{variable} << 1 | (writes ? 1 : 0)});
  bool races = false;
  for (const Remembered& other : remembered_)
    races |= other.variable == variable && (writes || other.writes) && !other.is_known_by(thread);
  // One that whoever knows of the new one knows of, too, is not needed any more.
  std::erase_if(remembered_, [&](const Remembered& other) {
    return other.variable == variable && other.thread == thread && (writes || !other.writes);
  });
  Remembered added{variable, thread, writes, {thread}};
  remembered_.insert(std::lower_bound(remembered_.begin(), remembered_.end(), added), added);
  return races;
}

bool RaceWatch::may_race(uint32_t thread, uint64_t access, std::span<const uint32_t> holders) const {
  const auto variable = static_cast<uint32_t>(access >> 1);
  const bool writes = (access & 1) != 0;
  for (const Remembered& other : remembered_) {
    if (other.variable != variable || other.thread == thread || !(writes || other.writes)) continue;
    const bool is_known =
        std::any_of(holders.begin(), holders.end(), [&](uint32_t holder) { return other.is_known_by(holder); });
    if (!is_known) return true;
  }
  return false;
}

void RaceWatch::append_state(std::vector<Value>& words) const {
  for (const Remembered& access : remembered_) {
    words.insert(words.end(),
                 {access.variable, access.thread, access.writes, static_cast<Value>(access.known_by.size())});
    words.insert(words.end(), access.known_by.begin(), access.known_by.end());
  }
}

}  // namespace mazurka::toy
