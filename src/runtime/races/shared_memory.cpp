#include "runtime/races/shared_memory.hpp"

#include <algorithm>
#include <vector>

#include "runtime/engine/native_program.hpp"
#include "runtime/platform/supervisor_log.hpp"

namespace mazurka::runtime {

bool explores_plain = false;

namespace {

// Never destroyed: the program's exit handlers run ours too, in the middle of an exploration.
std::vector<SharedRange>& ranges = *new std::vector<SharedRange>;   // in force; sorted, disjoint
std::vector<SharedRange>& learned = *new std::vector<SharedRange>;  // for the next exploration

// Open addressing: numbers of granules of 8 bytes that have shared ones; 0 is free. Most accesses are to none.
std::vector<uint64_t>& granules = *new std::vector<uint64_t>(256, 0);
size_t granules_used = 0;
uint32_t told = 0;

size_t slot_of(uint64_t granule) {
  return static_cast<size_t>(granule * 0x9e3779b97f4a7c15ULL >> 32) & (granules.size() - 1);
}

bool has_granule(uint64_t granule) {
  for (size_t at = slot_of(granule); granules[at] != 0; at = (at + 1) & (granules.size() - 1))
    if (granules[at] == granule) return true;
  return false;
}

void add_granule(uint64_t granule) {
  if (has_granule(granule)) return;
  if (++granules_used * 2 > granules.size()) {
    std::vector<uint64_t> old(granules.size() * 2, 0);
    old.swap(granules);
    for (uint64_t known : old) {
      if (known == 0) continue;
      size_t at = slot_of(known);
      while (granules[at] != 0) at = (at + 1) & (granules.size() - 1);
      granules[at] = known;
    }
  }
  size_t at = slot_of(granule);
  while (granules[at] != 0) at = (at + 1) & (granules.size() - 1);
  granules[at] = granule;
}

const SharedRange* first_overlapping(const std::vector<SharedRange>& in, uintptr_t begin, uintptr_t end) {
  for (const SharedRange& range : in)
    if (range.begin < end && begin < range.end) return &range;
  return nullptr;
}

bool is_in_one_of(const std::vector<SharedRange>& in, uintptr_t begin, uintptr_t end) {
  const SharedRange* range = first_overlapping(in, begin, end);
  return range != nullptr && range->begin <= begin && end <= range->end;
}

void put_in_force(SharedRange added) {
  auto overlaps = [&](const SharedRange& range) { return range.begin < added.end && added.begin < range.end; };
  for (const SharedRange& range : ranges)
    if (overlaps(range)) added = {std::min(added.begin, range.begin), std::max(added.end, range.end)};
  std::erase_if(ranges, overlaps);
  ranges.insert(
      std::find_if(ranges.begin(), ranges.end(), [&](const SharedRange& range) { return range.begin > added.begin; }),
      added);
  for (uint64_t granule = added.begin / 8; granule <= (added.end - 1) / 8; granule++) add_granule(granule);
}

}  // namespace

const SharedRange* find_shared(uintptr_t address, size_t bytes) {
  if (ranges.empty() || bytes == 0) return nullptr;
  uintptr_t end = address + bytes;
  if ((end - 1) / 8 - address / 8 < 2 && !has_granule(address / 8) && !has_granule((end - 1) / 8)) return nullptr;
  auto range = std::lower_bound(ranges.begin(), ranges.end(), address,
                                [](const SharedRange& other, uintptr_t at) { return other.end <= at; });
  return range != ranges.end() && range->begin < end ? &*range : nullptr;
}

void learn_shared(uintptr_t begin, uintptr_t end) {
  if (is_replay()) return;
  // An atomic object is always a whole.
  program->objects().cover_atomic_objects(begin, end);
  if (is_in_one_of(ranges, begin, end) || is_in_one_of(learned, begin, end)) return;
  learned.push_back({begin, end});
  learn();
}

namespace {

// An atomic object shares bytes with one of plain accesses, and is not the same. False: this cannot be helped.
bool learn_atomic_as_shared(uintptr_t address, size_t bytes) {
  uintptr_t end = address + bytes;
  if (!explores_plain || first_overlapping(ranges, address, end) == nullptr) return false;
  if (is_in_one_of(ranges, address, end)) return false;
  learn_shared(address, end);
  return true;
}

[[maybe_unused]] const bool knows_mixed_sizes = [] {
  learn_mixed_sizes = learn_atomic_as_shared;
  return true;
}();

}  // namespace

void use_shared(uintptr_t address, size_t bytes) {
  if (bytes != 0) put_in_force({address, address + bytes});
}

void use_what_was_learned() {
  for (const SharedRange& range : learned) {
    put_in_force(range);
    protocol::SharedRecord record = {};
    record.header = {protocol::RecordKind::kShared, sizeof record};
    record.memory = {range.begin, range.end - range.begin};
    append_record(&record, sizeof record);
    told++;
  }
  learned.clear();
}

uint32_t told_shared() {
  return told;
}

}  // namespace mazurka::runtime
