// What the processes of a pool have explored, piece by piece, put together as if one process had explored all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "explore/division.hpp"
#include "protocol/channel.hpp"
#include "report/run_log.hpp"

namespace mazurka {

// A part of the tree that was explored: it begins at `first` in the order of one process.
struct Piece {
  size_t generation = 0;
  TreePath first;
  protocol::Progress counts;
  uint64_t runs = 0;                  // executions, blocked ones too; stays when the counts do not count any more
  std::vector<report::Problem> bugs;  // their executions are numbered from the piece's first
  std::vector<report::Problem> unsupported;
  std::vector<protocol::OutcomeRecord> outcomes;
};

class Pieces {
 public:
  void add(Piece piece) { pieces_.push_back(std::move(piece)); }

  // The exploration starts again: the counts do not count any more, the bugs do.
  void begin_generation();
  // Nothing that comes after the node was explored.
  void drop_after(size_t generation, const TreePath& node);

  // Different outcomes are counted once.
  protocol::Progress total() const;
  // In the order of one process, each once.
  void put_into(report::RunLog& log);

 private:
  std::vector<Piece> pieces_;
};

// The difference between two counts of one process.
protocol::Progress since(const protocol::Progress& counts, const protocol::Progress& before);
void add(const protocol::Progress& counts, protocol::Progress& sum);

// What another process has told that is not about an execution: modules, functions that are not seen, and the like.
void merge(const report::RunLog& other, report::RunLog& log);

}  // namespace mazurka
