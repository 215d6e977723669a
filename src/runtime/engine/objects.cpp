#include "runtime/engine/objects.hpp"

#include <algorithm>

#include "runtime/engine/failure.hpp"
#include "runtime/platform/layout.hpp"

namespace mazurka::runtime {

namespace {

void refuse_mixed_sizes(uintptr_t address, uint32_t bytes) {
  bool can_be_helped = learn_mixed_sizes != nullptr && learn_mixed_sizes(address, bytes);
  if (!can_be_helped) report_unsupported("atomic accesses of different sizes to the same memory", 0);
}

}  // namespace

bool (*learn_mixed_sizes)(uintptr_t address, size_t bytes) = nullptr;
void (*note_new_on_main_stack)() = nullptr;

Value value_of(const volatile void* memory, size_t bytes) {
  switch (bytes) {
    case 1: return *static_cast<const volatile uint8_t*>(memory);
    case 2: return *static_cast<const volatile uint16_t*>(memory);
    case 4: return *static_cast<const volatile uint32_t*>(memory);
    case 8: return *static_cast<const volatile int64_t*>(memory);
    default: {
      uint64_t hash = bytes;
      for (size_t k = 0; k < bytes; k++)
        hash = (hash ^ static_cast<const volatile uint8_t*>(memory)[k]) * 0x9e3779b97f4a7c15ULL + (hash >> 29);
      return static_cast<Value>(hash);
    }
  }
}

Value read_contents(uintptr_t address, uint32_t bytes) {
  return value_of(reinterpret_cast<const volatile void*>(address), bytes);
}
Value read_int32(uintptr_t address, uint32_t) {
  return *reinterpret_cast<const volatile int32_t*>(address);
}
Value read_int64(uintptr_t address, uint32_t) {
  return *reinterpret_cast<const volatile int64_t*>(address);
}

ObjectId ObjectTable::find_slowly(uintptr_t address, const ObjectKind& kind, uint32_t bytes) {
  for (size_t at = hash_of(address, &kind) & (table_.size() - 1);; at = (at + 1) & (table_.size() - 1)) {
    uint32_t entry = table_[at];
    if (entry == 0) return add(address, kind, bytes, at);
    ObjectInfo& found = objects_[entry - 1];
    if (found.address != address || found.kind != &kind || found.bytes != bytes) continue;
    if (found.united_plus_one != 0) return ObjectId(found.united_plus_one - 1);
    found.last_use = steps_done();
    if (found.overlaps) [[unlikely]]
      for (const ObjectInfo& other : objects_)
        if (&other != &found && other.kind->is_memory && other.address < address + bytes &&
            address < other.address + other.bytes && is_in_use(other))
          refuse_mixed_sizes(address, bytes);
    return ObjectId(entry - 1);
  }
}

ObjectId ObjectTable::add(uintptr_t address, const ObjectKind& kind, uint32_t bytes, size_t slot) {
  objects_.push_back(
      {.address = address, .kind = &kind, .last_use = steps_done(), .bytes = static_cast<uint8_t>(bytes)});
  values_.push_back(0);
  table_[slot] = static_cast<uint32_t>(objects_.size());
  bool mixed = false;
  if (kind.is_memory)
    for (ObjectInfo& other : objects_)
      if (&other != &objects_.back() && other.kind->is_memory && other.address < address + bytes &&
          address < other.address + other.bytes) {
        other.overlaps = objects_.back().overlaps = has_parts_ = true;
        mixed |= is_in_use(other);
      }
  if (objects_.size() * 2 > table_.size()) grow_table();
  ObjectId created(objects_.size() - 1);
  if (mixed) refuse_mixed_sizes(address, bytes);
  if (kind.has_place && address - kMainStackBase < kMainStackBytes) {
    has_any_on_main_stack_ = true;
    if (note_new_on_main_stack != nullptr) note_new_on_main_stack();
  }
  return created;
}

void ObjectTable::begin_execution() {
  count_step();
  begin_time_ = steps_done();
  new_blocks_.clear();
}

// Of those at one address only the last one counts.
void ObjectTable::forget_older_blocks() {
  std::stable_sort(new_blocks_.begin(), new_blocks_.end(),
                   [](const NewBlock& a, const NewBlock& b) { return a.begin < b.begin; });
  auto last = std::unique(new_blocks_.rbegin(), new_blocks_.rend(),
                          [](const NewBlock& a, const NewBlock& b) { return a.begin == b.begin; });
  new_blocks_.erase(new_blocks_.begin(), last.base());
  // Many blocks at different addresses: what they forget is not worth the time. The objects stay in use.
  if (new_blocks_.size() > kManyBlocks / 2) new_blocks_.clear();
}

bool ObjectTable::is_in_use(const ObjectInfo& object) const {
  uint64_t since = begin_time_;
  for (const NewBlock& block : new_blocks_)
    if (object.address >= block.begin && object.address < block.end) since = std::max(since, block.time);
  return object.last_use >= since;
}

uint64_t ObjectTable::digest() const {
  uint64_t digest = 0;
  for (const ObjectInfo& object : objects_) digest = (digest + is_in_use(object)) * 0x9e3779b97f4a7c15ULL;
  return digest;
}

void ObjectTable::grow_table() {
  std::vector<uint32_t> larger(table_.size() * 2, 0);
  for (uint32_t o = 0; o < objects_.size(); o++) {
    size_t place = hash_of(objects_[o].address, objects_[o].kind) & (larger.size() - 1);
    while (larger[place] != 0) place = (place + 1) & (larger.size() - 1);
    larger[place] = o + 1;
  }
  table_.swap(larger);
}

ObjectId ObjectTable::find_with_first_byte(uintptr_t address, const ObjectKind& kind, uint32_t bytes) {
  ObjectId whole = find(address, kind, bytes);
  ObjectId first_byte = find(address, kAtomicObject, 1);
  if (first_byte != whole) {
    objects_[first_byte.index()].united_plus_one = whole.number + 1;
    has_parts_ = true;
    learn();  // loads were operations on another object so far
  }
  return whole;
}

bool ObjectTable::put_into_sections(ObjectId o) {
  bool before = objects_[o.index()].in_sections;
  objects_[o.index()].in_sections = true;
  return !before;
}

void ObjectTable::cover_atomic_objects(uintptr_t& begin, uintptr_t& end) const {
  for (const ObjectInfo& object : objects_) {
    if (!object.kind->is_memory || object.address >= end || begin >= object.address + object.bytes) continue;
    begin = std::min(begin, object.address);
    end = std::max(end, object.address + object.bytes);
  }
}

bool ObjectTable::has_primitive_in(uintptr_t begin, uintptr_t end) const {
  for (const ObjectInfo& object : objects_)
    if (object.kind->is_primitive && object.address >= begin && object.address < end && is_in_use(object)) return true;
  return false;
}

}  // namespace mazurka::runtime
