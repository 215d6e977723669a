// The processes that explore one program together (pool.hpp). In three files: pool.cpp has the processes and what they
// find, pool_journal.cpp keeps it in a Journal, beside/pool_beside.cpp has what goes on beside them.
#pragma once

#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "supervise/beside/hunt.hpp"
#include "supervise/beside/rival.hpp"
#include "supervise/beside/scout.hpp"
#include "supervise/journal.hpp"
#include "supervise/pieces.hpp"
#include "supervise/worker.hpp"

namespace mazurka {

inline constexpr double kLeaveAfter = 3;  // seconds without anything to do, for a pool that only takes part

class ExplorationPool {
 public:
  ExplorationPool(const WorkerRequest& request, uint32_t jobs, Journal* journal);

  Result<WorkerResult, std::string> run();

 private:
  using Wish = Worker::Wish;
  struct Stop {
    StoppedAt at;
    Worker* worker = nullptr;  // who found it
  };

  // pool.cpp
  bool start_worker();
  void assign();
  uint32_t jobs_now() const;
  uint64_t missing_parts() const;
  double may_be_asked_at(const Worker& worker) const;
  void share_out();
  void end_all();
  void wait();
  void look_at(Worker& worker);
  void take_answer(Worker& worker);
  void take_end(Worker& worker);
  void take_death(Worker& worker);
  void add_piece(Worker& worker, const std::vector<Words>& history);
  void note_stop(Worker* worker, const StoppedAt& stop);
  void drop_what_comes_after_stop();
  void begin_generation();
  void heed_limits();
  void heed_late_threads();
  void give_up_dividing(const char* why);
  bool is_busy() const;
  bool is_settled() const;
  // All is explored that can be, here. False: there is more to do.
  bool settle();
  void show_progress();
  protocol::Progress progress_now() const;
  void retire_all();
  WorkerResult result();
  WorkerResult retire(Worker& worker);

  // beside/pool_beside.cpp
  std::vector<Unit> what_is_left() const;
  void start_scout(double seconds, bool thorough);
  void send_scout();
  double processor_seconds() const;
  bool ends_within(double soon, double seconds) const;
  void go_hunting();
  void take_hunted(WorkerResult& result);
  void look_at_rival();
  void send_scout_at_end();

  // pool_journal.cpp
  bool is_kept() const { return journal_ != nullptr && journal_->has_run(); }
  // Is there more of the run than is here?
  bool is_shared() const { return is_kept() && !journal_->is_copy(); }
  void note_estimate();
  void begin_journal();
  void keep_journal();
  HandIn everything_here();
  void hand_in();
  void start_over();
  void take_from_journal(bool waits);
  bool settle_journal();
  void close_journal(WorkerResult& result);
  RunEnd end_of_run(const WorkerResult& result) const;
  void journal_failed(const std::string& sentence);
  void give_up_journal(const std::string& sentence);

  WorkerRequest request_;
  uint32_t jobs_;
  uint32_t cores_;
  uint64_t max_executions_;
  double begin_;
  const bool shares_at_once_;
  InterruptCounter interrupts_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::deque<Task> open_;  // units that nobody explores yet
  std::vector<Words> history_;
  Pieces pieces_;
  std::optional<Stop> stop_;
  double stop_until_ = 0;      // what comes before the stop may take so long
  bool stop_expired_ = false;  // and took longer
  bool ends_ = false;          // everybody was asked to end
  bool was_divided_ = false;   // a part was given away
  bool has_late_threads_ = false;
  bool must_be_undivided_ = false;
  const char* why_undivided_ = "";
  double kill_at_ = std::numeric_limits<double>::infinity();
  report::Ending ending_ = report::Ending::kByItself;
  protocol::State final_state_ = protocol::State::kDone;
  report::RunLog log_;
  uint64_t log_dropped_ = 0, peak_rss_ = 0;
  Hunt hunt_{request_};
  Rival rival_{request_};
  Scout scout_{request_};
  bool scout_waits_ = false;         // for the answers of those who are busy
  std::vector<Unit> left_at_limit_;  // of those who have stopped by themselves
  WorkerResult dead_;                // the first process that ended by itself
  bool has_died_ = false;
  double shown_ = 0;
  std::string failure_;

  Journal* journal_;              // nullptr: none
  bool ended_elsewhere_ = false;  // somebody else has ended the run
  bool has_left_ = false;         // there was nothing to do for long
  uint64_t open_elsewhere_ = 0;   // units that others hold
  double hand_in_at_ = 0;
  double renew_at_ = 0;
  double ask_at_ = 0;  // for answers, so that there is something to hand in
  double take_at_ = 0;
  double take_pause_ = 0;
  double idle_since_ = 0;
  uint64_t wanted_ = 0;  // units that others wait for
  protocol::Progress elsewhere_;
  double pace_begin_ = 0;  // when these executions had been explored, by all
  uint64_t pace_executions_ = 0;
  double estimate_noted_ = 0;
};

}  // namespace mazurka
