#include "runtime/engine/objects.hpp"

#include <algorithm>

#include "runtime/engine/failure.hpp"
#include "runtime/platform/layout.hpp"

namespace mazurka::runtime {

namespace {

bool overlap(const ObjectInfo& a, const ObjectInfo& b) {
  return a.kind->is_memory && b.kind->is_memory && a.address < b.address + b.bytes && b.address < a.address + a.bytes;
}

}  // namespace

bool (*learn_mixed_sizes)(uintptr_t address, size_t bytes) = nullptr;
void (*note_new_on_main_stack)(uintptr_t address) = nullptr;

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
    found.last_use = steps_done();
    found.is_gone = false;
    if (found.united_plus_one != 0) {
      const ObjectId whole = whole_of(ObjectId(entry - 1));
      return overlaps_in_use(whole) ? unite_around(whole) : whole;
    }
    if (found.overlaps && overlaps_in_use(ObjectId(entry - 1))) [[unlikely]]
      return unite_around(ObjectId(entry - 1));
    return ObjectId(entry - 1);
  }
}

ObjectId ObjectTable::whole_of(ObjectId o) {
  while (objects_[o.index()].united_plus_one != 0) o = ObjectId(objects_[o.index()].united_plus_one - 1);
  objects_[o.index()].last_use = steps_done();
  objects_[o.index()].is_gone = false;
  return o;
}

void ObjectTable::note_gone(uintptr_t begin, uintptr_t end) {
  has_any_gone_ = true;
  for (ObjectInfo& object : objects_)
    if (object.address >= begin && object.address < end) object.is_gone = true;
}

const ObjectInfo* ObjectTable::whole_around(uintptr_t address, uint32_t bytes) const {
  size_t at = hash_of(address, &kAtomicObject) & (table_.size() - 1);
  for (; table_[at] != 0; at = (at + 1) & (table_.size() - 1)) {
    const ObjectInfo* found = &objects_[table_[at] - 1];
    if (found->address != address || found->kind != &kAtomicObject || found->bytes != bytes) continue;
    if (found->united_plus_one == 0) return found->overlaps ? found : nullptr;
    while (found->united_plus_one != 0) found = &objects_[found->united_plus_one - 1];
    return found;
  }
  return nullptr;
}

// (Parts count as their whole.)
bool ObjectTable::overlaps_in_use(ObjectId o) const {
  const ObjectInfo& object = objects_[o.index()];
  return std::any_of(objects_.begin(), objects_.end(), [&](const ObjectInfo& other) {
    return &other != &object && other.united_plus_one == 0 && overlap(object, other) && is_in_use(other);
  });
}

// Atomic accesses of different sizes to the same memory: all that share bytes with it, and are in use, are one object
// from now on. Those that were done so far were operations on others.
ObjectId ObjectTable::unite_around(ObjectId o) {
  const ObjectInfo object = objects_[o.index()];
  if (learn_mixed_sizes != nullptr && learn_mixed_sizes(object.address, object.bytes)) return o;
  uintptr_t begin = object.address, end = object.address + object.bytes;
  std::vector<uint32_t> parts = {o.number};
  for (bool grows = true; grows;) {
    grows = false;
    for (uint32_t k = 0; k < objects_.size(); k++) {
      const ObjectInfo& other = objects_[k];
      if (!other.kind->is_memory || other.united_plus_one != 0 || other.address >= end ||
          begin >= other.address + other.bytes || !is_in_use(other))
        continue;
      if (std::find(parts.begin(), parts.end(), k) != parts.end()) continue;
      parts.push_back(k);
      begin = std::min(begin, other.address);
      end = std::max(end, other.address + other.bytes);
      grows = true;
    }
  }
  if (end - begin > UINT8_MAX) report_unsupported("atomic accesses of different sizes to the same memory", 0);
  const auto is_whole = [&](uint32_t k) {
    return objects_[k].address == begin && objects_[k].bytes == end - begin && objects_[k].kind == &kAtomicObject;
  };
  const auto known = std::find_if(parts.begin(), parts.end(), is_whole);
  const uint32_t whole = known != parts.end() ? *known : enter_whole(begin, static_cast<uint32_t>(end - begin));
  for (uint32_t part : parts)
    if (part != whole) objects_[part].united_plus_one = whole + 1;
  has_parts_ = true;
  if (!is_replay()) learn();
  return whole_of(ObjectId(whole));
}

// It may be there from another execution.
uint32_t ObjectTable::enter_whole(uintptr_t address, uint32_t bytes) {
  for (uint32_t k = 0; k < objects_.size(); k++)
    if (objects_[k].address == address && objects_[k].kind == &kAtomicObject && objects_[k].bytes == bytes) return k;
  size_t at = hash_of(address, &kAtomicObject) & (table_.size() - 1);
  while (table_[at] != 0) at = (at + 1) & (table_.size() - 1);
  enter(address, kAtomicObject, bytes, at);
  return static_cast<uint32_t>(objects_.size() - 1);
}

void ObjectTable::enter(uintptr_t address, const ObjectKind& kind, uint32_t bytes, size_t slot) {
  objects_.push_back(
      {.address = address, .kind = &kind, .last_use = steps_done(), .bytes = static_cast<uint8_t>(bytes)});
  values_.push_back(0);
  table_[slot] = static_cast<uint32_t>(objects_.size());
  if (kind.is_memory)
    for (ObjectInfo& other : objects_)
      if (&other != &objects_.back() && overlap(objects_.back(), other))
        other.overlaps = objects_.back().overlaps = has_parts_ = true;
  if (objects_.size() * 2 > table_.size()) grow_table();
}

ObjectId ObjectTable::add(uintptr_t address, const ObjectKind& kind, uint32_t bytes, size_t slot) {
  enter(address, kind, bytes, slot);
  const ObjectId created(objects_.size() - 1);
  if (kind.has_place && address - kMainStackBase < kMainStackBytes) {
    has_any_on_main_stack_ = true;
    if (note_new_on_main_stack != nullptr) note_new_on_main_stack(address);
  }
  return objects_.back().overlaps && overlaps_in_use(created) ? unite_around(created) : created;
}

void ObjectTable::begin_execution() {
  count_step();
  begin_time_ = steps_done();
  new_blocks_.clear();
  if (!has_any_gone_) return;
  has_any_gone_ = false;
  for (ObjectInfo& object : objects_) object.is_gone = false;
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
