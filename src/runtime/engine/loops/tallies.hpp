// Counts that nobody reads: how often a thread has looked, statistics.
//
// A tally is an atomic object that is changed by updates alone whose results the program does not use (fetch_add and
// the like, unused_results.hpp). Nothing that any thread does depends on what is in it, so that rounds of a loop which
// differ in tallies alone are the same (rounds.hpp). Whether something is a tally is learned where a round would be
// left out but for it: the exploration starts again. From then on nobody may access these bytes in another way, in any
// execution. If somebody does, that is learned, too, and they are an ordinary object again, for good. What is learned
// counts when the exploration starts again: in one exploration the tallies are always the same.
//
// Plain accesses are noticed by the race detector, where a granule has its first one of an execution. So without it
// there are no tallies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "model/operation.hpp"
#include "runtime/engine/objects.hpp"
#include "runtime/platform/own_variable.hpp"

namespace mazurka::runtime {

class Tallies {
 public:
  // The objects are the program's.
  void begin(const ObjectTable& objects) { objects_ = &objects; }

  // Checker's side: is the operation, which the thread is about to do, an update whose result is not used?
  bool is_blind(uint32_t thread, const Operation& op) const;
  // Checker's side: is the object a tally?
  bool contains(ObjectId object) const { return !all_.empty() && find(object); }
  // Checker's side: may it be one that is not known yet?
  bool may_become(ObjectId object) const;
  // Checker's side: they are tallies from the next exploration on.
  void add(std::span<const ObjectId> objects);
  // There are none: somebody sees the memory when an execution is over.
  void forbid() { are_forbidden_ = true; }
  // Checker's side: a thread is about to do this, which is no such update.
  void note_use(const Operation& op) {
    if (!all_.empty()) note_objects(op);
  }
  // User thread's side: a plain access to these 8 bytes.
  void note_plain(uintptr_t address) { note_read(address & ~uintptr_t{7}, (address | 7) + 1); }
  // User thread's side: what is there is free from now on, or moved elsewhere.
  void note_gone(const void* memory, size_t bytes) {
    const uintptr_t begin = reinterpret_cast<uintptr_t>(memory);
    if (!all_.empty()) note_read(begin, begin + bytes);
  }
  // Checker's side: the exploration starts again.
  void use_what_was_learned();

  // Those that count, for the race detector.
  template <class Function>
  void for_each(Function function) const {
    for (const Tally& tally : all_)
      if (tally.counts && tally.address != 0) function(tally.address);
  }
  // To be kept with a schedule, and back.
  std::vector<uint32_t> names() const;
  void take(uint32_t name) { all_.push_back({.name = name, .counts = true}); }

 private:
  struct Tally {
    uintptr_t address = 0;  // 0: on a replay, which knows the name only
    uint32_t bytes = 0;
    uint32_t name = 0;
    bool counts = false;   // in this exploration
    bool is_read = false;  // by somebody: it counts in no other
  };
  bool find(ObjectId object) const;
  const Tally* known(const ObjectInfo& object) const;
  void note_objects(const Operation& op);
  void note_read(uintptr_t begin, uintptr_t end);

  const ObjectTable* objects_ = nullptr;
  std::vector<Tally> all_;
  bool are_forbidden_ = false;
};

// Never destroyed: the program's exit handlers run ours too.
MAZURKA_OWN extern Tallies& tallies;

}  // namespace mazurka::runtime
