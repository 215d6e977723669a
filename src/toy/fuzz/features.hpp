// Which parts of the toy language a program uses, or may use: kinds of operations and shapes of code.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

#include "toy/language/ast.hpp"

namespace mazurka::toy {

enum class Feature : uint8_t {
  kBranches,
  kRmw,  // fetch_add, exchange
  kCas,
  kWeakCas,
  kAwait,
  kLocks,
  kTryLock,
  kSemaphores,
  kRwlocks,
  kConditions,
  kTimedWaits,
  kSpawn,  // and join
  kChoose,
  kPairs,  // operations on two variables
  kAdds,   // adds that commute
  kFailures,
  kLoops,
  kIndexed,  // which variable an operation touches depends on what was read
  kLeaks,    // read locks that are never released
  kMailboxes,
  kBoundedMailboxes,  // with a capacity; and trysend
  kClosedMailboxes,
  kRankedMailboxes,  // messages with ranks, and receivers of the lowest tag
  kInputs,           // values that are not fixed, and branches on them
};
inline constexpr uint32_t kFeatureCount = static_cast<uint32_t>(Feature::kInputs) + 1;

class Features {
 public:
  constexpr Features() = default;
  constexpr Features(std::initializer_list<Feature> list) {
    for (Feature f : list) add(f);
  }
  static constexpr Features all() {
    Features result;
    result.bits_ = (uint32_t{1} << kFeatureCount) - 1;
    return result;
  }
  constexpr bool has(Feature f) const { return (bits_ >> static_cast<uint32_t>(f) & 1) != 0; }
  constexpr void add(Feature f) { bits_ |= uint32_t{1} << static_cast<uint32_t>(f); }
  constexpr void remove(Feature f) { bits_ &= ~(uint32_t{1} << static_cast<uint32_t>(f)); }
  constexpr bool contains(Features other) const { return (bits_ & other.bits_) == other.bits_; }
  constexpr bool empty() const { return bits_ == 0; }
  uint32_t size() const;
  std::vector<Feature> list() const;
  friend constexpr bool operator==(Features, Features) = default;

 private:
  uint32_t bits_ = 0;
};

std::string_view name_of(Feature feature);
std::optional<Feature> feature_named(std::string_view name);

// The features that a program uses; kLeaks is never among them.
Features features_of(const Source& source);

}  // namespace mazurka::toy
