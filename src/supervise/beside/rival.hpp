// Explores a program by its states, beside a long exploration by its traces (--algorithm=auto): whichever comes to its
// end first, or to a bug, gives the verdict.
//
// Both are sound by themselves, and neither hears of the other. The rival has a process of its own, and a program of
// its own if there are sources: one that leaves little in its memory that is not needed any more. It gives up if states
// are seldom met again. Used by one thread; nothing here waits.
#pragma once

#include <sys/types.h>

#include <memory>

#include "supervise/process.hpp"

namespace mazurka {

// With which a program is explored by its states.
protocol::Settings settings_by_states(protocol::Settings settings);

// What counts of an exploration that was stopped since its rival has a verdict, and of that.
WorkerResult verdict_of_both(WorkerResult by_traces, WorkerResult by_states);

class Rival {
 public:
  // `request` is that of the processes that explore, and outlives the rival.
  explicit Rival(const WorkerRequest& request);
  ~Rival();
  Rival(const Rival&) = delete;
  Rival& operator=(const Rival&) = delete;

  // It is time to begin when the processes that explore have had so many seconds of processor time each, unless the
  // exploration is estimated to end soon; and after so many seconds whatever is estimated. (Of processor time: what
  // takes less has exact counts on a busy machine, too.)
  static constexpr double kStartAfter = 3;
  static constexpr double kStartAtLast = 6;
  bool may_begin() const { return !request_.program_by_states.empty() && !has_begun_; }
  // For tests, if a variable is set.
  static constexpr const char* kAtOnceVariable = "MAZURKA_TEST_RIVAL";
  bool begins_at_once() const { return begins_at_once_; }
  bool has_begun() const { return has_begun_; }
  // Begins, if it has not, and looks after its processes.
  void look();

  // Without a verdict.
  void stop() { process_.reset(); }
  // It has a verdict; `result` is it.
  bool has_won() const { return has_won_; }
  WorkerResult take_result() { return std::move(result_); }

 private:
  static constexpr double kTrial = 3;         // seconds of processor time, after which states must have been met again,
  static constexpr double kLeastAgain = 0.1;  // by so many of all runs

  void begin();
  void look_at_builder();
  void start();
  void look_at_process();

  const WorkerRequest& request_;
  const bool begins_at_once_;
  WorkerRequest own_;
  bool has_begun_ = false;
  pid_t builder_ = -1;
  std::unique_ptr<Process> process_;
  bool has_won_ = false;
  WorkerResult result_;
};

}  // namespace mazurka
