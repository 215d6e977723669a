// The plain accesses that are done from a state on, as far as they may race with what came before: the other half of a
// state's summary.
//
// An entry is an access, and holders: what these know in the present state is known to the thread when it does the
// access, whatever led to the state. If they do not know of an earlier access that conflicts, the two race, and the
// state must not be matched.
//
// There are ways to an access on which others know of it: a lock is taken on one, and another lock on the next. Each
// has an entry, as long as none is needless because another one of the same access has fewer holders. So only an access
// that does race refuses a match. Of very many entries of one access, the holders that all have are kept: fewer of them
// only refuse more.
#pragma once

#include <cstdint>
#include <span>

#include "base/metered.hpp"
#include "explore/flows.hpp"
#include "explore/stateful/interner.hpp"

namespace mazurka {

class FutureRaces {
 public:
  // 0 is the empty one.
  using Id = uint32_t;
  // Of the flows of a step; 0 if there are none.
  using StepId = uint32_t;

  struct PlainAccess {
    uint32_t thread = 0;
    uint64_t access = 0;  // as in Flow
    friend bool operator==(const PlainAccess&, const PlainAccess&) = default;
  };
  struct Entry {
    uint32_t access;   // in accesses
    uint32_t holders;  // in holders
    friend bool operator==(const Entry&, const Entry&) = default;
  };

  FutureRaces();

  StepId step(std::span<const Flow> flows) { return steps_.put(Vec<Flow>(flows.begin(), flows.end())); }
  // Of a state from which both are done.
  Id join(Id a, Id b);
  // Of the state before the step, out of that of the state after it.
  Id lift(StepId step, Id after);

  // The same one here as that one is there.
  Id copy(const FutureRaces& other, Id id);

  const Vec<Flow>& flows(StepId step) const { return steps_[step]; }
  const Vec<Entry>& entries(Id id) const { return all_[id]; }
  const PlainAccess& access(const Entry& entry) const { return accesses_[entry.access]; }
  const Vec<uint32_t>& holders(const Entry& entry) const { return holders_[entry.holders]; }

 private:
  // Of one access: more are one.
  static constexpr size_t kMostEntries = 8;

  void put(Vec<Entry>& into, Entry entry);
  uint32_t intersect(uint32_t a, uint32_t b);
  bool has_all(uint32_t holders, uint32_t part) const;
  // Before the flow, out of after it.
  uint32_t lift_holders(const Flow& flow, uint32_t holders);
  void lift(const Flow& flow, Vec<Entry>& entries);
  struct Hasher {
    uint64_t operator()(const PlainAccess& access) const { return combine_hashes(access.thread, access.access); }
    uint64_t operator()(const Vec<uint32_t>& holders) const;
    uint64_t operator()(const Vec<Flow>& flows) const;
    uint64_t operator()(const Vec<Entry>& entries) const;
  };

  Interner<PlainAccess, Hasher> accesses_;
  Interner<Vec<uint32_t>, Hasher> holders_;  // sorted
  Interner<Vec<Flow>, Hasher> steps_;
  Interner<Vec<Entry>, Hasher> all_;
  PairMemo lifted_;       // step, entries
  PairMemo joined_;       // two entries
  PairMemo intersected_;  // two holders
};

}  // namespace mazurka
