// A process that takes part in an exploration, as the pool sees it: the unit it works on, and what it was asked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "explore/division.hpp"
#include "supervise/journal.hpp"
#include "supervise/pieces.hpp"
#include "supervise/process.hpp"

namespace mazurka {

// Units and histories as numbers.
Words words_of(const Unit& unit);

struct Task {
  Unit unit;
  uint32_t deaths = 0;           // of processes that worked on it
  size_t piece = Pieces::kNone;  // what was explored of it
};

class Worker;

// Waits until one of them has answered or ended its unit, or has ended, but not longer. (An end of the process may be
// seen late.)
void wait_for_news(const std::vector<std::unique_ptr<Worker>>& workers, double seconds);

class Worker {
 public:
  using Wish = protocol::Work::Wish;
  // What the process has written when it answered or ended.
  struct Letter {
    std::vector<Words> history;
    Unit kept, given, stopped_at;
    Words told;  // of a unit of a series
    bool ok = false;
  };

  explicit Worker(std::unique_ptr<Process> process) : process_(std::move(process)) {}

  // Puts it to work on the task, which belongs to a tree that this was learned for.
  void give(Task task, const std::vector<Words>& history, bool alone, bool share_at_once);
  // A wish for an end comes before others.
  void wish(Wish what);
  void let_go();  // there are no more units

  bool has_answered() const;
  bool has_ended_unit() const;
  // Units that it is given, or gives, mean something else to others.
  bool has_late_threads() const { return process_->channel().work.has_late_threads != 0; }
  // The numbers that change when it answers, or ends its unit.
  const uint32_t* answer_number() const { return &process_->channel().work.answer_number; }
  const uint32_t* explored_number() const { return &process_->channel().work.explored_number; }
  protocol::UnitEnd end() const { return process_->channel().work.end; }
  Letter letter() const;
  void take_answer();

  // What it has explored since the last piece. What else it has told goes to the log.
  Piece next_piece(size_t generation, report::RunLog& log);
  LogPlace& log_place() { return log_place_; }
  uint64_t log_dropped() const { return log_dropped_; }  // that are in pieces
  void forget_counts() { counted_ = {}; }
  // What it does now and is in no piece yet.
  protocol::Progress uncounted() const { return since(process_->progress(), counted_); }

  Process& process() { return *process_; }
  bool is_alive() const { return process_ != nullptr; }
  void bury() { process_.reset(); }
  const std::optional<Wish>& wished() const { return wish_; }

  bool busy = false;
  bool has_learned = false;  // what the others do not know
  Task task;                 // what is left of it, as of the last answer
  double ask_again_at = 0;
  double pause = 0;

 private:
  std::unique_ptr<Process> process_;
  std::optional<Wish> wish_;
  protocol::Progress counted_;                        // of the unit, as of the last piece
  size_t bugs_ = 0, unsupported_ = 0, outcomes_ = 0;  // in its log, that are in pieces
  uint64_t log_dropped_ = 0;
  LogPlace log_place_;
};

}  // namespace mazurka
