// Explores a program with several processes, as a series of units (explore/series.hpp): bounded searches, and samples.
//
// Units are handed out in their order, and what they tell is taken in their order. A unit that ends the exploration, by
// a bug or because something was learned, makes all behind it void.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "explore/series.hpp"
#include "supervise/journal.hpp"
#include "supervise/pieces.hpp"
#include "supervise/process.hpp"
#include "supervise/series/dividing.hpp"
#include "supervise/worker.hpp"

namespace mazurka {

// For tests: units have so many events.
inline constexpr const char* kUnitVariable = "MAZURKA_TEST_UNIT";

// As run_pool(). What is left is one unit in the journal: others do not take part, but a later run can go on. Samples
// have no journal.
Result<WorkerResult, std::string> run_series(const WorkerRequest& request, uint32_t jobs, Journal* journal);

class SeriesPool {
 public:
  SeriesPool(const WorkerRequest& request, uint32_t jobs, Journal* journal);

  Result<WorkerResult, std::string> run();

 private:
  // A unit that is out, or was: until it is its turn to be taken.
  struct Entry {
    Unit unit;
    Worker* worker = nullptr;  // who explores it
    bool is_done = false;
    uint32_t deaths = 0;
    uint64_t limit = UINT64_MAX;  // of executions
    protocol::UnitEnd end = protocol::UnitEnd::kExplored;
    Worker::Letter letter;
    Piece piece;
  };

  void assign();
  bool start_worker();
  Worker* idle_worker();
  void wait();
  void look_at(Worker& worker);
  void take_end(Worker& worker, Entry& entry);
  void take_death(Worker& worker);
  // What comes behind the entry is void.
  void drop_behind(const Entry& entry);
  Entry* entry_of(const Worker& worker);
  // Takes what is done, in order.
  void take_done();
  void take(Entry& entry);
  bool exceeds_limit(Entry& entry);
  void begin_generation(Entry entry, Worker* learner);
  void heed_limits();
  void heed_late_threads();
  void end_all();
  bool is_busy() const;
  protocol::Progress progress_now() const;
  void show_progress();
  void retire(Worker& worker);
  WorkerResult result();

  // series_journal.cpp
  bool is_kept() const { return journal_ != nullptr && journal_->has_run(); }
  // Goes on with the run that is in the journal. False: it cannot.
  bool take_up();
  void keep_journal();
  // Hands in what is taken, and what is left.
  void hand_in();
  void give_up_journal();
  void close_journal(WorkerResult& result);
  void journal_failed(const std::string& sentence);
  RunEnd end_of_run(const WorkerResult& result) const;

  WorkerRequest request_;
  uint32_t jobs_;
  uint64_t max_executions_;
  double begin_;
  InterruptCounter interrupts_;
  std::unique_ptr<Series> series_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::deque<Entry> entries_;
  std::vector<Words> history_;
  Pieces pieces_;
  size_t piece_ = Pieces::kNone;  // of this generation
  bool is_over_ = false;          // the last unit was taken
  bool ends_ = false;             // everybody was asked to end
  bool must_be_undivided_ = false;
  std::string why_undivided_ = kLateThreads;
  double kill_at_ = std::numeric_limits<double>::infinity();
  report::Ending ending_ = report::Ending::kByItself;
  protocol::State final_state_ = protocol::State::kDone;
  report::RunLog log_;
  uint64_t log_dropped_ = 0, peak_rss_ = 0;
  WorkerResult dead_;  // the first process that ended by itself
  bool has_died_ = false;
  double shown_;
  std::string failure_;

  Journal* journal_;    // nullptr: none
  uint64_t taken_ = 0;  // units, also before this run was gone on with
  double keep_at_ = 0;
  protocol::Progress elsewhere_;  // of what was taken before
};

}  // namespace mazurka
