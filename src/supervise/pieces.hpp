// What the processes of a pool have explored, piece by piece, put together as if one process had explored all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "explore/division.hpp"
#include "protocol/channel.hpp"
#include "report/run_log.hpp"

namespace mazurka {

// A part of the tree that was explored: it begins at `first` in the order of one process, and grows while a unit is
// explored further.
struct Piece {
  size_t generation = 0;
  TreePath first;
  protocol::Progress counts;
  uint64_t runs = 0;                  // executions, blocked ones too; stays when the counts do not count any more
  std::vector<report::Problem> bugs;  // their executions are numbered from the piece's first
  std::vector<report::Problem> unsupported;
  std::vector<protocol::OutcomeRecord> outcomes;
  uint64_t log_dropped = 0;  // records that found no room

  int64_t id = 0;       // in a journal; 0: not there yet
  bool changed = true;  // since the journal got it
};

class Pieces {
 public:
  static constexpr size_t kNone = SIZE_MAX;
  // Adds what comes right behind the piece with this number, if that is of the same generation, to it. The number of
  // the piece that has it now.
  size_t add(size_t before, Piece piece);

  std::vector<Piece>& list() { return pieces_; }

  // The exploration starts again: the counts do not count any more, the bugs do.
  void begin_generation() { forget_counts_before(SIZE_MAX); }
  void forget_counts_before(size_t generation);
  // Nothing that comes after the node was explored.
  void drop_after(size_t generation, const TreePath& node);

  // Different outcomes, and traces if they are told, are counted once.
  protocol::Progress total() const;
  uint64_t log_dropped() const;
  // In the order of one process, each once.
  void put_into(report::RunLog& log);

 private:
  std::vector<Piece> pieces_;
};

// The difference between two counts of one process.
protocol::Progress since(const protocol::Progress& counts, const protocol::Progress& before);
void add(const protocol::Progress& counts, protocol::Progress& sum);

// What another process has told that is not about an execution: modules, functions that are not seen, and the like.
// What was taken from its log before is not taken again.
struct LogPlace {
  size_t troubles = 0, divergences = 0, endless = 0;
};
void merge(const report::RunLog& other, LogPlace& place, report::RunLog& log);

}  // namespace mazurka
