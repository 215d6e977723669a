#include "model/trace_digest.hpp"

#include <algorithm>

#include "base/hash.hpp"

namespace mazurka {

namespace {

constexpr uint64_t kInitial = 1, kAsRead = 2, kAsShared = 3;

template <class T>
T& at(std::vector<T>& table, size_t index) {
  if (index >= table.size()) table.resize(index + 1);
  return table[index];
}

// What threads and objects are called in one trace.
class Names {
 public:
  explicit Names(std::span<const Event> events) {
    for (const Event& event : events) {
      uint64_t step = combine_hashes(thread(event.thread.index()), event.index);
      if (event.op.code == OpCode::kSpawn) at(threads_, event.op.partner.index()) = step;
      for (uint32_t i = 0; i < event.access_count; i++) {
        uint64_t key = combine_hashes(step, i), &name = at(objects_, event.access[i].object.index());
        name = name == 0 ? key : std::min(name, key);
      }
    }
  }

  // One that nobody spawned is there from the beginning, under the same number in every execution.
  uint64_t thread(size_t number) {
    uint64_t& name = at(threads_, number);
    if (name == 0) name = combine_hashes(kInitial, number);
    return name;
  }
  uint64_t object(size_t number) const { return objects_[number]; }
  size_t object_limit() const { return objects_.size(); }

 private:
  std::vector<uint64_t> threads_, objects_;
};

// What an event on an object depends on: the last write, and sums over the other accesses since.
struct ObjectState {
  uint64_t last_write = 0, reads = 0, shared = 0;
};

uint64_t outcome(const Event& event, Names& names) {
  if (event.op.code != OpCode::kSignal || event.choice == 0) return event.choice;
  return names.thread(event.choice - 1);
}

// What an event on a mailbox depends on, as a sum.
uint64_t mail_before(std::span<const Event> events, const Event& event, const std::vector<uint64_t>& hashes) {
  uint64_t sum = 0;
  for (PositionPlusOne p = event.access[0].previous; p != 0; p = events[p - 1].access[0].previous)
    if (events[p - 1].thread != event.thread && accesses_conflict(events[p - 1], event)) sum += hashes[p - 1];
  return sum;
}

}  // namespace

uint64_t name_of_trace(std::span<const Event> events) {
  Names names(events);
  std::vector<ObjectState> objects(names.object_limit());
  std::vector<uint64_t> hashes;
  hashes.reserve(events.size());
  uint64_t sum = 0;
  for (const Event& event : events) {
    auto hash_at = [&](PositionPlusOne position) { return position == 0 ? 0 : hashes[position - 1]; };
    uint64_t h = combine_hashes(names.thread(event.thread.index()), hash_at(event.previous_in_thread));
    h = combine_hashes(combine_hashes(h, static_cast<uint64_t>(event.op.code)), outcome(event, names));
    h = combine_hashes(h, hash_at(event.ordered_after));
    for (uint32_t i = 0; i < event.access_count; i++) {
      const Access& access = event.access[i];
      const ObjectState& object = objects[access.object.index()];
      h = combine_hashes(combine_hashes(h, names.object(access.object.index())), static_cast<uint64_t>(access.mode));
      h = combine_hashes(h, object.last_write);
      bool ignores_reads = access.mode == Mode::kRead || is_of_mailbox(access.mode);
      h = combine_hashes(h, ignores_reads ? kAsRead : object.reads);
      h = combine_hashes(h, access.mode == Mode::kShared ? kAsShared : object.shared);
      if (is_of_mailbox(access.mode)) h = combine_hashes(h, mail_before(events, event, hashes));
    }
    for (uint32_t i = 0; i < event.access_count; i++) {
      ObjectState& object = objects[event.access[i].object.index()];
      switch (event.access[i].mode) {
        case Mode::kRead: object.reads += h; break;
        case Mode::kShared: object.shared += h; break;
        case Mode::kWrite: object = {h, 0, 0}; break;
        default: object.reads += h; break;
      }
    }
    hashes.push_back(h);
    sum += h;
  }
  return sum;
}

uint64_t name_of_memory(std::span<const std::byte> memory) {
  uint64_t name = memory.size();
  for (std::byte byte : memory) name = combine_hashes(name, static_cast<uint64_t>(byte));
  return name;
}

uint64_t TraceDigest::name_of(std::span<const Event> events, uint64_t outcome) {
  uint64_t name = name_of_trace(events);
  return outcome == 0 ? name : combine_hashes(name, outcome);
}

bool TraceDigest::add(uint64_t name) {
  if (!seen_.insert(name).second) return false;
  sum_ += name;
  return true;
}

}  // namespace mazurka
