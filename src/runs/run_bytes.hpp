// What a pool hands in, as the store keeps it: units, pieces, histories and stops as bytes with a place in the order of
// one process, and the rest of the log as remarks.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fleet/records.hpp"
#include "supervise/journal.hpp"

namespace mazurka::runs {

// Keys of nodes compare byte by byte as is_before() compares the nodes.
std::string order_key_of(const TreePath& node);

fleet::NewUnit stored(const Unit& unit);
std::optional<Unit> unit_of(const std::string& bytes);

fleet::StoredPiece stored(const Piece& piece);
std::optional<Piece> piece_of(const fleet::StoredPiece& stored);

std::string bytes_of(const std::vector<Words>& history);
std::optional<std::vector<Words>> history_of(const std::string& bytes);

fleet::StoredStop stored(const StoppedAt& stop);
std::optional<StoppedAt> stop_of(const fleet::StoredStop& stored);

fleet::Counts counts_of(const protocol::Progress& progress);
protocol::Progress progress_of(const fleet::Counts& counts);

// For people: the store lists it.
fleet::Bug bug_of(const report::Problem& problem, const std::string& order_key);

// What is not about an execution: modules, functions that are not seen, and the like.
std::vector<fleet::Remark> remarks_of(const report::RunLog& log);
// Puts a remark back into the log. False: it is damaged.
bool put_back(const fleet::Remark& remark, report::RunLog& log);

fleet::Remark remark_of(const RunEnd& end);
// With the moment at which it was made: a run that is gone on with ends more than once.
std::optional<std::pair<int64_t, RunEnd>> end_of(const fleet::Remark& remark);

}  // namespace mazurka::runs
