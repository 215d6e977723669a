// What a step does beside its event, as far as data races between plain accesses depend on it.
//
// Whether an access races with an earlier one depends on whether its thread knows of that one by then. Knowledge is
// held by threads and by what they synchronise with: each of these is a holder, with a number of the program's choice.
// A step moves knowledge between holders, and does accesses, in an order.
#pragma once

#include <cstdint>

#include "base/hash.hpp"

namespace mazurka {

struct Flow {
  enum class Kind : uint8_t {
    kJoin,    // `to` learns what `from` knows
    kCopy,    // `to` knows what `from` knows, and nothing else
    kClear,   // `to` knows nothing
    kAccess,  // a plain access of the thread `to`, whose knowledge `from` holds
  };
  Kind kind = Kind::kJoin;
  uint32_t to = 0;
  uint32_t from = 0;
  uint64_t access = 0;  // kAccess: where, and of which kind; only the program knows more of it

  friend bool operator==(const Flow&, const Flow&) = default;
};

inline uint64_t hash_of(const Flow& flow) {
  const uint64_t holders = uint64_t{flow.to} << 32 | flow.from;
  return combine_hashes(combine_hashes(holders, static_cast<uint64_t>(flow.kind)), flow.access);
}

}  // namespace mazurka
