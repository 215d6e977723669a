#include "runtime/engine/loops/tallies.hpp"

#include <string.h>

#include <algorithm>

#include "runtime/engine/loops/unused_results.hpp"
#include "runtime/engine/program_code.hpp"
#include "runtime/engine/run.hpp"
#include "runtime/engine/threads/thread_table.hpp"
#include "runtime/platform/supervisor_log.hpp"

namespace mazurka::runtime {

Tallies& tallies = *new Tallies;

namespace {

uint32_t name_of_tally(uintptr_t address, uint32_t bytes) {
  return static_cast<uint32_t>((address * 16 + bytes) * 0x9e3779b97f4a7c15ULL >> 32);
}

// Plain accesses are noted by granule.
bool may_be_one(const ObjectInfo& object) {
  return object.kind == &kAtomicObject && object.bytes <= 8 && object.address % 8 + object.bytes <= 8;
}

}  // namespace

// (What inline assembly does has other names: there the result is in any register, or in the flags.)
bool Tallies::is_blind(uint32_t thread, const Operation& op) const {
  constexpr char kUpdate[] = "atomic fetch_";
  if (op.code != OpCode::kFetchAdd || !may_be_one((*objects_)[op.object])) return false;
  const Thread& self = user_threads[thread];
  if (strncmp(self.name, kUpdate, sizeof kUpdate - 1) != 0) return false;
  return is_program_code(self.pc) && is_result_unused(self.pc);
}

bool Tallies::find(ObjectId id) const {
  const ObjectInfo& object = (*objects_)[id];
  if (!may_be_one(object)) return false;
  const uint32_t name = name_of_tally(object.address, object.bytes);
  return std::any_of(all_.begin(), all_.end(), [&](const Tally& tally) {
    const bool is_same = tally.address == 0 || (tally.address == object.address && tally.bytes == object.bytes);
    return tally.counts && tally.name == name && is_same;
  });
}

const Tallies::Tally* Tallies::known(const ObjectInfo& object) const {
  for (const Tally& tally : all_)
    if (tally.address == object.address && tally.bytes == object.bytes) return &tally;
  return nullptr;
}

// (What was read once was read for good. Lost blocks are found by what looks like a pointer to them, a count perhaps.)
bool Tallies::may_become(ObjectId id) const {
  const protocol::Settings& settings = channel->settings;
  if (are_forbidden_ || settings.races == protocol::Races::kIgnore || settings.leaks != 0 || is_replay()) return false;
  const ObjectInfo& object = (*objects_)[id];
  const Tally* tally = known(object);
  return may_be_one(object) && (tally == nullptr || !tally->is_read);
}

void Tallies::add(std::span<const ObjectId> objects) {
  for (ObjectId id : objects) {
    const ObjectInfo& object = (*objects_)[id];
    if (known(object) != nullptr) continue;
    all_.push_back(
        {.address = object.address, .bytes = object.bytes, .name = name_of_tally(object.address, object.bytes)});
    learn();
  }
}

void Tallies::use_what_was_learned() {
  for (Tally& tally : all_) tally.counts = !tally.is_read;
}

void Tallies::note_read(uintptr_t begin, uintptr_t end) {
  for (Tally& tally : all_) {
    if (tally.is_read || begin >= tally.address + tally.bytes || tally.address >= end) continue;
    tally.is_read = true;
    learn();
  }
}

void Tallies::note_objects(const Operation& op) {
  const uint32_t count = object_count(op.code);
  for (uint32_t k = 0; k < count; k++) {
    const ObjectInfo& object = (*objects_)[k == 0 ? op.object : op.object2];
    note_read(object.address, object.address + (object.bytes == 0 ? 8 : object.bytes));
  }
}

std::vector<uint32_t> Tallies::names() const {
  std::vector<uint32_t> names;
  for (const Tally& tally : all_)
    if (tally.counts) names.push_back(tally.name);
  return names;
}

}  // namespace mazurka::runtime
