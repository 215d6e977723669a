// What an execution shows is counted and told to the supervisor: bugs, what is not supported, races, leaks.
//
// Checker's side.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "explore/explorer.hpp"
#include "model/trace_digest.hpp"
#include "protocol/channel.hpp"
#include "runtime/main/covered_classes.hpp"
#include "runtime/main/probe_notes.hpp"
#include "runtime/platform/text.hpp"

namespace mazurka::runtime {

// Appends the record with the schedule that leads there, and the facts without which it means nothing.
void append_bug(protocol::RecordKind kind, protocol::BugRecord& record, std::span<const Event> events);

class Reporter final : public Observer {
 public:
  // The time starts now.
  Reporter();

  bool on_execution(const Execution& execution) override;
  void on_repeated(const Execution& execution) override;
  bool on_probe(const Execution& execution) override;
  void on_reversal(const Event& event, ThreadId thread, double weight) override;
  void on_insight(const Insight& insight) override;

  // The exploration starts again; the bugs that were found are known.
  void start_again();

  // Probes may take so much time of the processor, from now on.
  void begin_probes(uint32_t milliseconds);
  void end_probes();

  // Another part of the tree: nothing is counted and known of it.
  void begin_unit();

  bool stopped() const { return stopped_; }

 private:
  void count(const Execution& execution, protocol::Progress& progress);
  void note_trace(const Execution& execution, protocol::Progress& progress);
  void note_member(TraceDigest& set, uint64_t name, protocol::OutcomeRecord::Of of, bool is_told);

  // Is it the first of its kind? Bugs are told apart by what and where: this becomes the record's key.
  bool is_new(uint32_t kind, uint64_t pc, uint64_t more, protocol::BugRecord& record);

  void note_parked_threads(const Execution& execution);

  // Are there threads that wait for ever, whatever became of the others?
  static bool has_endless_loop(const Execution& execution);
  static bool has_waiting_threads(const Execution& execution);

  // ... although the program has ended, and is that a bug?
  bool has_leftover_threads(const Execution& execution);
  void note_deadlock(const Execution& execution);

  static bool comes_to_outcome(const Execution& execution);

  // The detector tells each pair of places once.
  void note_races(const Execution& execution);
  void note_heap(const Execution& execution);

  // A bug of the execution that is about a block of the heap.
  void note_block(protocol::BugKind kind, uintptr_t block, const Text& text, const Execution& execution);

  bool may_be_late();
  bool must_stop();

  double start_;
  double probes_until_ = 0;
  ProbeNotes probes_;
  CoveredClasses classes_;
  uint64_t looked_at_ = 0;  // the clock, in ticks of the processor
  uint64_t number_ = 0;
  bool stopped_ = false;
  bool unsupported_here_ = false;
  uint64_t harmless_ = 0;  // bugs that do not end the exploration
  std::vector<uint64_t> known_;
  TraceDigest digest_;
  TraceDigest racy_;
  TraceDigest outcomes_;
};

}  // namespace mazurka::runtime
