// The configuration at hand: the events of an execution or of the beginning of one, in the order in which they are run.
//
// Events are added at the end and taken off there. D (exclusions.hpp) follows along.
#pragma once

#include <cstdint>

#include "explore/unfolding/exclusions.hpp"
#include "explore/unfolding/unfolding.hpp"

namespace mazurka {

class Configuration {
 public:
  Configuration(Unfolding& unfolding, Exclusions& exclusions) : unfolding_(unfolding), exclusions_(exclusions) {}

  uint32_t size() const { return static_cast<uint32_t>(entries_.size()); }
  UnfoldingId operator[](uint32_t position) const { return entries_[position].event; }
  // The event at position - 1; for 0 no event.
  UnfoldingId at(PositionPlusOne position) const { return position == 0 ? UnfoldingId() : (*this)[position - 1]; }

  void push(UnfoldingId event);
  void pop();

  // Can the event, with its history, be added so that there is no conflict and nothing of D? `missing` gets the part of
  // its history that is not here yet, itself included, in no order.
  bool fits(UnfoldingId event, Vec<UnfoldingId>& missing) const;

  // For an event that does not fit: it will not fit before the configuration is smaller than this. 0: never again.
  uint32_t fits_below(UnfoldingId event) const;

  // How often fits() was asked, and how many events were looked at for that.
  uint64_t queries() const { return queries_; }
  uint64_t query_steps() const { return query_steps_; }
  // Accesses of one object, at most.
  uint32_t object_depth() const { return object_depth_; }

 private:
  // Its accesses are chained by object.
  struct Entry {
    UnfoldingId event;
    PositionPlusOne previous[2] = {0, 0};
  };
  struct LastAccess {
    PositionPlusOne any = 0;
    PositionPlusOne write = 0;
    uint32_t count = 0;
    uint32_t mails = 0;  // of them: in modes of a mailbox
  };

  const Vec<UnfoldingId>& events_of(size_t thread) const { return thread < threads_.size() ? threads_[thread] : none_; }
  // The access of the object before the one at `position`.
  PositionPlusOne before(PositionPlusOne position, ObjectId object) const;
  // Is the event at this position in the history of `id`? Requires that they agree on its thread up to it.
  bool in_history(PositionPlusOne position, UnfoldingId id) const {
    const UnfoldingEvent& earlier = unfolding_[(*this)[position - 1]];
    return clock_has(unfolding_.clock(id), earlier.thread, earlier.index);
  }
  bool threads_fit(UnfoldingId id) const;
  bool accesses_fit(UnfoldingId id) const;
  bool mails_fit(UnfoldingId id, uint32_t access) const;
  void lower_by_thread(UnfoldingId last, uint32_t& lowest) const;
  void lower_by_accesses(UnfoldingId id, uint32_t& lowest) const;

  Unfolding& unfolding_;
  Exclusions& exclusions_;
  Vec<Entry> entries_;
  Vec<Vec<UnfoldingId>> threads_;
  Vec<LastAccess> objects_;
  Vec<UnfoldingId> none_;
  mutable uint64_t queries_ = 0;
  mutable uint64_t query_steps_ = 0;
  uint32_t object_depth_ = 0;
};

}  // namespace mazurka
