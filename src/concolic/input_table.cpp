#include "concolic/input_table.hpp"

namespace mazurka::concolic {

uint32_t InputTable::number_of(uint64_t key) {
  const auto [place, is_new] = numbers_.try_emplace(key, size());
  if (is_new) {
    infos_.emplace_back();
    infos_.back().key = key;
  }
  return place->second;
}

void InputTable::describe(uint32_t number, const char* name, uint32_t object_bytes, bool is_signed) {
  InputInfo& info = infos_[number];
  if (!info.name.empty()) return;
  info.name = name;
  info.object_bytes = object_bytes;
  info.is_signed = is_signed;
}

}  // namespace mazurka::concolic
