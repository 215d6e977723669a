// What probes show of a program that is too big: the accesses whose order makes most executions, and the longest
// execution. Told to the supervisor, for advice.
//
// Checker's side.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "explore/explorer.hpp"
#include "protocol/channel.hpp"

namespace mazurka::runtime {

class ProbeNotes {
 public:
  // The thread stands before its next operation, which is to come before this event.
  void add_reversal(const Event& event, ThreadId thread, double weight);
  void add_execution(std::span<const Event> events);

  // Appends records, the heaviest first.
  void tell_reversals();
  std::span<const Event> longest() const { return longest_; }
  uint64_t shortest() const { return shortest_; }  // its steps

 private:
  std::vector<protocol::ReversalRecord> reversals_;  // by pc and address
  std::vector<Event> longest_;
  uint64_t shortest_ = 0;
};

}  // namespace mazurka::runtime
