// Finds alternatives: what to add to the configuration so that the events of D are excluded.
//
// For each event of D that is alive (optimal), or for the last k of them, one event is sought that excludes it, such
// that all of these fit the configuration together with their histories. The paper lays the candidates out as a comb,
// with a spike for each event of D. Here the spikes are the lists of known conflicts of the events, and they are only
// looked into as far as the search goes.
//
// A candidate that does not fit because of the configuration will not fit before that has become smaller, so it is set
// aside until then: otherwise the same hopeless candidates are looked at again and again.
#pragma once

#include <cstdint>

#include "explore/unfolding/configuration.hpp"
#include "explore/unfolding/exclusions.hpp"
#include "explore/unfolding/unfolding.hpp"

namespace mazurka {

class Comb {
 public:
  // k = 0: optimal.
  Comb(Unfolding& unfolding, Configuration& configuration, Exclusions& exclusions, uint32_t k)
      : unfolding_(unfolding), configuration_(configuration), exclusions_(exclusions), k_(k) {}

  // Extends the configuration by an alternative to D, of which the event added last is alive. False: there is none, and
  // nothing has changed.
  bool find();

  // The configuration became as small as this: candidates that waited for it count again.
  void release(uint32_t size);

  // Those that wait are to be kept when the unfolding is pruned if what they exclude is.
  void mark_waiting();
  // After pruning.
  void forget_unmarked();

  uint64_t tries() const { return tries_; }

 private:
  struct Waiting {
    UnfoldingId excluded;
    UnfoldingId candidate;
  };

  bool exclude_from(size_t target);
  bool try_spike(UnfoldingId spike, size_t target);
  bool try_missing(size_t target);
  void set_aside(UnfoldingId spike, size_t at);

  Unfolding& unfolding_;
  Configuration& configuration_;
  Exclusions& exclusions_;
  uint32_t k_;
  Vec<uint32_t> targets_;  // entries of D
  uint32_t base_ = 0;      // size of the configuration without the alternative
  Vec<UnfoldingId> missing_;
  Vec<Vec<Waiting>> waiting_;  // by the size they wait for
  uint64_t tries_ = 0;
};

}  // namespace mazurka
