#include "runtime/engine/symbolic/shadow_memory.hpp"

namespace mazurka::runtime {

namespace {
size_t hash_of(uint64_t number) {
  return static_cast<size_t>(number * 0x9e3779b97f4a7c15ULL >> 20);
}
}  // namespace

const ShadowMemory::Granule* ShadowMemory::find(uint64_t number) const {
  if (used_ == 0) return nullptr;
  const size_t last = table_.size() - 1;
  for (size_t slot = hash_of(number) & last; table_[slot].round == round_; slot = (slot + 1) & last)
    if (table_[slot].number == number) return &table_[slot];
  return nullptr;
}

ShadowMemory::Granule& ShadowMemory::make(uint64_t number) {
  if ((used_ + 1) * 2 > table_.size()) grow();
  const size_t last = table_.size() - 1;
  size_t slot = hash_of(number) & last;
  for (; table_[slot].round == round_; slot = (slot + 1) & last)
    if (table_[slot].number == number) return table_[slot];
  table_[slot] = {};
  table_[slot].number = number;
  table_[slot].round = round_;
  used_++;
  return table_[slot];
}

void ShadowMemory::grow() {
  std::vector<Granule> old(table_.empty() ? kFirstSlots : table_.size() * 2);
  old.swap(table_);
  used_ = 0;
  for (const Granule& granule : old)
    if (granule.round == round_) make(granule.number) = granule;
}

ShadowMemory::Byte ShadowMemory::get(uintptr_t address) const {
  const Granule* granule = find(address / 8);
  return granule == nullptr ? Byte{} : granule->bytes[address % 8];
}

concolic::ExpressionId ShadowMemory::get_whole(uintptr_t address, uint32_t bytes) const {
  if (address % 8 + bytes > 8) return kMixed;
  const Granule* granule = find(address / 8);
  if (granule == nullptr) return concolic::kConcrete;
  const Byte* first = granule->bytes + address % 8;
  const bool is_symbolic = first->expression != concolic::kConcrete;
  if (first->place != 0) return kMixed;
  for (uint32_t k = 1; k < bytes; k++)
    if (first[k].expression != first->expression || first[k].place != (is_symbolic ? k : 0)) return kMixed;
  return first->expression;
}

bool ShadowMemory::set_whole(uintptr_t address, uint32_t bytes, concolic::ExpressionId id) {
  bool changed = false;
  for (uint32_t k = 0; k < bytes;) {
    mark_page(address + k);
    Granule& granule = make((address + k) / 8);
    for (uint32_t place = (address + k) % 8; place < 8 && k < bytes; place++, k++) {
      const Byte byte{id, static_cast<uint8_t>(k)};
      if (granule.bytes[place] == byte) continue;
      granule.bytes[place] = byte;
      changed = true;
    }
  }
  return changed;
}

void ShadowMemory::set(uintptr_t address, Byte byte) {
  mark_page(address);
  make(address / 8).bytes[address % 8] = byte;
}

bool ShadowMemory::clear(uintptr_t address, size_t bytes) {
  if (!may_hold(address, bytes)) return false;
  bool changed = false;
  for (uintptr_t at = address; at < address + bytes;) {
    auto* granule = const_cast<Granule*>(find(at / 8));
    const uintptr_t end = (at / 8 + 1) * 8;
    for (; at < address + bytes && at < end; at++) {
      if (granule == nullptr || granule->bytes[at % 8].expression == concolic::kConcrete) continue;
      granule->bytes[at % 8] = {};
      changed = true;
    }
  }
  return changed;
}

void ShadowMemory::copy(uintptr_t to, uintptr_t from, size_t bytes) {
  if (!may_hold(from, bytes)) {
    clear(to, bytes);
    return;
  }
  moved_.clear();
  for (size_t k = 0; k < bytes; k++) moved_.push_back(get(from + k));
  clear(to, bytes);
  for (size_t k = 0; k < bytes; k++)
    if (moved_[k].expression != concolic::kConcrete) set(to + k, moved_[k]);
}

void ShadowMemory::begin_execution() {
  round_++;
  used_ = 0;
  for (uint64_t& word : filter_) word = 0;
}

}  // namespace mazurka::runtime
