// Sets of inputs, by number: which inputs an expression has. Equal sets are one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/hash.hpp"

namespace mazurka::concolic {

class InputSets {
 public:
  using Id = uint32_t;
  static constexpr Id kEmpty = 0;

  InputSets() : sets_(1) { ids_[{}] = kEmpty; }

  const std::vector<uint32_t>& operator[](Id id) const { return sets_[id]; }  // in order

  Id only(uint32_t input) { return intern({input}); }
  Id both(Id a, Id b) {
    if (a == b || b == kEmpty) return a;
    if (a == kEmpty) return b;
    if (a > b) std::swap(a, b);
    const auto [place, is_new] = unions_.try_emplace(uint64_t{a} << 32 | b, kEmpty);
    if (!is_new) return place->second;
    std::vector<uint32_t> all;
    std::set_union(sets_[a].begin(), sets_[a].end(), sets_[b].begin(), sets_[b].end(), std::back_inserter(all));
    return place->second = intern(std::move(all));
  }

 private:
  Id intern(std::vector<uint32_t> inputs) {
    const auto [place, is_new] = ids_.try_emplace(inputs, static_cast<Id>(sets_.size()));
    if (is_new) sets_.push_back(std::move(inputs));
    return place->second;
  }

  std::vector<std::vector<uint32_t>> sets_;
  struct Hash {
    size_t operator()(const std::vector<uint32_t>& inputs) const {
      uint64_t hash = inputs.size();
      for (const uint32_t input : inputs) hash = combine_hashes(hash, input);
      return hash;
    }
  };
  std::unordered_map<std::vector<uint32_t>, Id, Hash> ids_;
  std::unordered_map<uint64_t, Id> unions_;
};

}  // namespace mazurka::concolic
