// Looks for bugs beside a long exploration, where they are found soonest: among the executions with few preemptions, 0,
// 1, 2 and so on, and among random ones.
//
// It runs in processes of its own, in a share of the time of all processors that the exploration takes: the exploration
// and its counts are what they would be without it. Used by one thread; nothing here waits.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "report/coverage/hunt.hpp"
#include "report/run_log.hpp"
#include "supervise/process.hpp"

namespace mazurka {

class Hunt {
 public:
  // `request` is that of the processes that explore, and outlives the hunt.
  explicit Hunt(const WorkerRequest& request);

  // Is it time to begin, so many seconds after the exploration began?
  bool is_due(double seconds) const { return share_ != 0 && !has_begun_ && seconds >= kStartAfter; }
  // Begins, if it has not, and looks after its processes. So much time of processors the exploration has taken.
  void look(double processor_seconds);
  bool has_begun() const { return has_begun_; }

  // There is a bug, and one is enough.
  bool is_over() const { return is_over_; }

  // Its processes run no more: their memory is freed in the meantime.
  void stop();
  // Ends it. What was found is added to the log, unless it is there already; the report says what was covered.
  report::HuntReport end(report::RunLog& log);

 private:
  struct Hunter {
    WorkerRequest request;
    std::unique_ptr<Process> process;
    bool runs = false;             // is not paused
    double processor_seconds = 0;  // of processes before this one
    double taken() { return processor_seconds + (process ? process->processor_seconds() : 0); }
  };

  void start(Hunter& hunter);
  void take_end(Hunter& hunter);
  void take_bugs(WorkerResult& result, const std::string& how, uint64_t runs);
  void share_time(double processor_seconds);
  bool is_bounded(const Hunter& hunter) const { return &hunter == &bounded_; }

  double share_;
  bool keep_going_;
  bool has_begun_ = false;
  static constexpr double kStartAfter = 1;  // seconds

  bool is_over_ = false;
  double begun_at_ = 0;  // processor time of the exploration
  Hunter bounded_, sampling_;
  report::HuntReport report_;
  report::RunLog found_;
};

}  // namespace mazurka
