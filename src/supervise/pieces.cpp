#include "supervise/pieces.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <unordered_set>
#include <utility>

#include "model/trace_digest.hpp"

namespace mazurka {

namespace {

using protocol::Progress;
using report::Problem;

constexpr uint64_t Progress::*kSums[] = {
    &Progress::executions,   &Progress::blocked,   &Progress::deadlocks,    &Progress::failed,
    &Progress::cut,          &Progress::events,    &Progress::bugs,         &Progress::unsupported,
    &Progress::restarts,     &Progress::traces,    &Progress::trace_digest, &Progress::racy,
    &Progress::assumed_away, &Progress::undecided, &Progress::solver_calls, &Progress::foreseen,
};
constexpr uint64_t Progress::*kMaxima[] = {&Progress::max_depth, &Progress::peak_bytes, &Progress::hot_pages,
                                           &Progress::bounded};

// Adds those whose key is not there yet.
void add_new(const std::vector<Problem>& from, uint64_t executions_before, std::unordered_set<uint64_t>& keys,
             std::vector<Problem>& to) {
  for (const Problem& problem : from) {
    if (!keys.insert(problem.key).second) continue;
    to.push_back(problem);
    to.back().execution += executions_before;
  }
}

template <class T, class Same>
void append_new(const std::vector<T>& from, std::vector<T>& to, Same same) {
  for (const T& thing : from)
    if (std::none_of(to.begin(), to.end(), [&](const T& other) { return same(thing, other); })) to.push_back(thing);
}

}  // namespace

void add(const Progress& counts, Progress& sum) {
  for (auto field : kSums) sum.*field += counts.*field;
  for (auto field : kMaxima) sum.*field = std::max(sum.*field, counts.*field);
  sum.uncontrolled |= counts.uncontrolled;
  sum.missed_input |= counts.missed_input;
  sum.solver_seconds += counts.solver_seconds;
  if (counts.figures.count != 0) sum.figures = counts.figures;
}

Progress since(const Progress& counts, const Progress& before) {
  Progress difference = counts;
  for (auto field : kSums) difference.*field -= before.*field;
  difference.solver_seconds -= before.solver_seconds;
  return difference;
}

size_t Pieces::add(size_t before, Piece piece) {
  if (before == kNone || pieces_[before].generation != piece.generation) {
    pieces_.push_back(std::move(piece));
    return pieces_.size() - 1;
  }
  Piece& whole = pieces_[before];
  mazurka::add(piece.counts, whole.counts);
  for (auto list : {&Piece::bugs, &Piece::unsupported})
    for (Problem& problem : piece.*list) {
      problem.execution += whole.runs;
      (whole.*list).push_back(std::move(problem));
    }
  whole.outcomes.insert(whole.outcomes.end(), piece.outcomes.begin(), piece.outcomes.end());
  whole.runs += piece.runs;
  whole.log_dropped += piece.log_dropped;
  whole.changed = true;
  return before;
}

uint64_t Pieces::log_dropped() const {
  uint64_t sum = 0;
  for (const Piece& piece : pieces_) sum += piece.log_dropped;
  return sum;
}

void Pieces::forget_counts_before(size_t generation) {
  for (Piece& piece : pieces_) {
    if (piece.generation >= generation) continue;
    Progress kept;
    piece.outcomes.clear();
    kept.bugs = piece.counts.bugs;
    kept.restarts = piece.counts.restarts;
    kept.uncontrolled = piece.counts.uncontrolled;
    kept.missed_input = piece.counts.missed_input;
    piece.counts = kept;
  }
}

void Pieces::drop_after(size_t generation, const TreePath& node) {
  for (Piece& piece : pieces_)
    if (piece.generation == generation && is_before(node, piece.first)) {
      Piece nothing;
      nothing.generation = generation;
      nothing.first = piece.first;
      nothing.log_dropped = piece.log_dropped;
      nothing.id = piece.id;
      piece = std::move(nothing);
    }
}

Progress Pieces::total() const {
  Progress sum;
  using Of = protocol::OutcomeRecord::Of;
  TraceDigest outcomes, traces, racy;
  for (const Piece& piece : pieces_) {
    mazurka::add(piece.counts, sum);
    for (const protocol::OutcomeRecord& outcome : piece.outcomes)
      (outcome.of == Of::kTrace ? traces : outcome.of == Of::kRacyTrace ? racy : outcomes).add(outcome.name);
  }
  sum.outcomes = outcomes.traces();
  sum.outcome_digest = outcomes.sum();
  if (traces.traces() == 0) return sum;  // each was met once
  sum.traces = traces.traces();
  sum.trace_digest = traces.sum();
  sum.racy = racy.traces();
  return sum;
}

void Pieces::put_into(report::RunLog& log) {
  std::stable_sort(pieces_.begin(), pieces_.end(), [](const Piece& a, const Piece& b) {
    return a.generation != b.generation ? a.generation < b.generation : is_before(a.first, b.first);
  });
  std::unordered_set<uint64_t> bugs, unsupported;
  uint64_t runs = 0;
  size_t generation = 0;
  for (const Piece& piece : pieces_) {
    if (piece.generation != generation) runs = 0;
    generation = piece.generation;
    add_new(piece.bugs, runs, bugs, log.bugs);
    add_new(piece.unsupported, runs, unsupported, log.unsupported);
    runs += piece.runs;
  }
}

void merge(const report::RunLog& other, LogPlace& place, report::RunLog& log) {
  const auto append_rest = [](const std::vector<Problem>& from, size_t& seen, std::vector<Problem>& to) {
    for (; seen < from.size(); seen++) to.push_back(from[seen]);
  };
  append_rest(other.troubles, place.troubles, log.troubles);
  append_rest(other.divergences, place.divergences, log.divergences);
  append_rest(other.endless, place.endless, log.endless);
  append_new(other.modules, log.modules, [](const auto& a, const auto& b) {
    return a.base == b.base && std::strncmp(a.path, b.path, sizeof a.path) == 0;
  });
  append_new(other.weak_orders, log.weak_orders,
             [](const auto& a, const auto& b) { return std::memcmp(a.pcs, b.pcs, sizeof a.pcs) == 0; });
  append_new(other.unseen, log.unseen,
             [](const auto& a, const auto& b) { return a.symbol == b.symbol && a.library == b.library; });
  append_new(other.observed, log.observed, [](const auto& a, const auto& b) {
    return a.length == b.length && std::memcmp(a.text, b.text, a.length) == 0;
  });
  append_new(other.lost_values, log.lost_values, [](const auto& a, const auto& b) { return a.pc == b.pc; });
  append_new(other.objects, log.objects, [](const auto& a, const auto& b) { return a.key == b.key; });
  append_new(other.tests, log.tests, [](const auto& a, const auto& b) { return a.name == b.name; });
  log.damaged |= other.damaged;
}

}  // namespace mazurka
