#include "runs/run_bytes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <utility>

#include "runs/bytes.hpp"
#include "supervise/worker.hpp"

namespace mazurka::runs {

namespace {

using Of = protocol::OutcomeRecord::Of;
constexpr Of kKindsOfOutcomes[] = {Of::kMemory, Of::kTrace, Of::kRacyTrace};

using protocol::Progress;
using report::Problem;
using report::RunLog;

// A thread mostly goes on for a while: steps that are alike are kept as one.
struct Steps {
  protocol::ScheduleStep step;
  uint32_t times = 0;
};

std::vector<Steps> folded(const std::vector<protocol::ScheduleStep>& schedule) {
  std::vector<Steps> runs;
  for (const protocol::ScheduleStep& step : schedule) {
    const bool goes_on =
        !runs.empty() && runs.back().step.thread == step.thread && runs.back().step.choice == step.choice;
    if (!goes_on) runs.push_back({step, 0});
    runs.back().times++;
  }
  return runs;
}

std::vector<protocol::ScheduleStep> unfolded(const std::vector<Steps>& runs) {
  constexpr uint64_t kMostSteps = uint64_t{1} << 28;  // a damaged number must not ask for all memory
  uint64_t steps = 0;
  for (const Steps& run : runs) steps += run.times;
  std::vector<protocol::ScheduleStep> schedule;
  if (steps > kMostSteps) return schedule;
  schedule.reserve(steps);
  for (const Steps& run : runs) schedule.insert(schedule.end(), run.times, run.step);
  return schedule;
}

void put(const Problem& problem, ByteWriter& writer) {
  writer.plain(problem.kind);
  writer.plain(problem.thread);
  writer.plain(problem.signal);
  writer.plain(problem.fault_address);
  writer.plain(problem.pc);
  writer.plain(problem.other_pc);
  writer.plain(problem.execution);
  writer.plain(problem.key);
  writer.list(problem.callers);
  writer.text(problem.message);
  writer.list(folded(problem.schedule));
  writer.list(problem.facts);
  writer.list(problem.shared);
  writer.list(problem.inputs);
}

Problem get_problem(ByteReader& reader) {
  Problem problem;
  problem.kind = reader.plain<protocol::BugKind>();
  problem.thread = reader.plain<uint32_t>();
  problem.signal = reader.plain<uint32_t>();
  problem.fault_address = reader.plain<uint64_t>();
  problem.pc = reader.plain<uint64_t>();
  problem.other_pc = reader.plain<uint64_t>();
  problem.execution = reader.plain<uint64_t>();
  problem.key = reader.plain<uint64_t>();
  problem.callers = reader.list<uint64_t>();
  problem.message = reader.text();
  problem.schedule = unfolded(reader.list<Steps>());
  problem.facts = reader.list<protocol::LearnedFact>();
  problem.shared = reader.list<protocol::SharedMemory>();
  problem.inputs = reader.list<protocol::InputValue>();
  return problem;
}

void put(const std::vector<Problem>& problems, ByteWriter& writer) {
  writer.plain(static_cast<uint64_t>(problems.size()));
  for (const Problem& problem : problems) put(problem, writer);
}

std::vector<Problem> get_problems(ByteReader& reader) {
  std::vector<Problem> problems;
  for (auto count = reader.plain<uint64_t>(); reader.ok() && count > 0; count--)
    problems.push_back(get_problem(reader));
  return problems;
}

std::string hexadecimal(const std::string& bytes) {
  std::string text;
  text.reserve(2 * bytes.size());
  for (const char c : bytes) text += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return text;
}

std::string from_hexadecimal(const std::string& text) {
  std::string bytes;
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  for (size_t k = 0; k + 1 < text.size(); k += 2) bytes += static_cast<char>(digit(text[k]) * 16 + digit(text[k + 1]));
  return bytes;
}

void put(const report::UnseenFunction& unseen, ByteWriter& writer) {
  writer.text(unseen.symbol);
  writer.text(unseen.library);
  writer.plain(unseen.pc);
  writer.list(unseen.callers);
}

report::UnseenFunction get_unseen(ByteReader& reader) {
  report::UnseenFunction unseen;
  unseen.symbol = reader.text();
  unseen.library = reader.text();
  unseen.pc = reader.plain<uint64_t>();
  unseen.callers = reader.list<uint64_t>();
  return unseen;
}

report::InputTest get_test(ByteReader& reader) {
  report::InputTest test;
  test.name = reader.plain<uint64_t>();
  test.fails = reader.plain<uint32_t>() != 0;
  test.inputs = reader.list<protocol::InputValue>();
  return test;
}

template <class Write>
fleet::Remark remark(const char* kind, Write write) {
  ByteWriter writer;
  write(writer);
  return {kind, hexadecimal(writer.take()), true};
}

}  // namespace

// The last child comes first, and a node before its children.
std::string order_key_of(const TreePath& node) {
  std::string key;
  for (const uint32_t child : node)
    for (int shift = 24; shift >= 0; shift -= 8) key += static_cast<char>((~child >> shift) & 0xff);
  return key;
}

fleet::NewUnit stored(const Unit& unit) {
  ByteWriter writer;
  writer.list(words_of(unit));
  return {order_key_of(first_of(unit)), writer.take()};
}

std::optional<Unit> unit_of(const std::string& bytes) {
  ByteReader reader(bytes);
  Unit unit;
  const bool ok = from_words(reader.list<uint32_t>(), unit);
  return ok && reader.is_at_end() ? std::optional(unit) : std::nullopt;
}

fleet::StoredPiece stored(const Piece& piece) {
  ByteWriter writer;
  writer.list(piece.first);
  writer.plain(piece.counts);
  writer.plain(piece.runs);
  put(piece.bugs, writer);
  put(piece.unsupported, writer);
  for (const Of of : kKindsOfOutcomes) {
    std::vector<uint64_t> outcomes;
    for (const protocol::OutcomeRecord& outcome : piece.outcomes)
      if (outcome.of == of) outcomes.push_back(outcome.name);
    std::sort(outcomes.begin(), outcomes.end());
    outcomes.erase(std::unique(outcomes.begin(), outcomes.end()), outcomes.end());
    writer.list(outcomes);
  }
  writer.plain(piece.log_dropped);
  return {piece.id, piece.generation, order_key_of(piece.first), writer.take()};
}

std::optional<Piece> piece_of(const fleet::StoredPiece& stored) {
  ByteReader reader(stored.bytes);
  Piece piece;
  piece.generation = stored.generation;
  piece.id = stored.id;
  piece.changed = false;
  piece.first = reader.list<uint32_t>();
  piece.counts = reader.plain<Progress>();
  piece.runs = reader.plain<uint64_t>();
  piece.bugs = get_problems(reader);
  piece.unsupported = get_problems(reader);
  for (const Of of : kKindsOfOutcomes)
    for (const uint64_t name : reader.list<uint64_t>()) piece.outcomes.push_back({{}, name, of});
  piece.log_dropped = reader.plain<uint64_t>();
  return reader.is_at_end() ? std::optional(std::move(piece)) : std::nullopt;
}

std::string bytes_of(const std::vector<Words>& history) {
  ByteWriter writer;
  writer.plain(static_cast<uint64_t>(history.size()));
  for (const Words& node : history) writer.list(node);
  return writer.take();
}

std::optional<std::vector<Words>> history_of(const std::string& bytes) {
  std::vector<Words> history;
  if (bytes.empty()) return history;
  ByteReader reader(bytes);
  for (auto count = reader.plain<uint64_t>(); reader.ok() && count > 0; count--)
    history.push_back(reader.list<uint32_t>());
  return reader.is_at_end() ? std::optional(std::move(history)) : std::nullopt;
}

fleet::StoredStop stored(const StoppedAt& stop) {
  ByteWriter writer;
  writer.plain(static_cast<uint32_t>(stop.learned));
  writer.list(words_of(stop.node));
  return {order_key_of(path_of(stop.node)), writer.take()};
}

std::optional<StoppedAt> stop_of(const fleet::StoredStop& stored) {
  ByteReader reader(stored.bytes);
  StoppedAt stop;
  stop.learned = reader.plain<uint32_t>() != 0;
  const bool ok = from_words(reader.list<uint32_t>(), stop.node);
  return ok && reader.is_at_end() ? std::optional(std::move(stop)) : std::nullopt;
}

fleet::Counts counts_of(const Progress& progress) {
  fleet::Counts counts;
  counts.executions = progress.executions;
  counts.blocked = progress.blocked;
  counts.deadlocks = progress.deadlocks;
  counts.failed = progress.failed;
  counts.cut = progress.cut;
  counts.events = progress.events;
  counts.max_depth = progress.max_depth;
  counts.peak_bytes = progress.peak_bytes;
  return counts;
}

Progress progress_of(const fleet::Counts& counts) {
  Progress progress;
  progress.executions = counts.executions;
  progress.blocked = counts.blocked;
  progress.deadlocks = counts.deadlocks;
  progress.failed = counts.failed;
  progress.cut = counts.cut;
  progress.events = counts.events;
  progress.max_depth = counts.max_depth;
  progress.peak_bytes = counts.peak_bytes;
  return progress;
}

fleet::Bug bug_of(const Problem& problem, const std::string& order_key) {
  nlohmann::json trace = {{"message", problem.message}, {"schedule", nlohmann::json::array()}};
  for (const Steps& run : folded(problem.schedule))
    trace["schedule"].push_back({run.step.thread, run.step.choice, run.times});
  for (const protocol::InputValue& input : problem.inputs) trace["inputs"].push_back({input.key, input.value});
  return {fmt::format("{:016x}", problem.key), order_key, problem.message,
          trace.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace), 1};
}

std::vector<fleet::Remark> remarks_of(const RunLog& log) {
  std::vector<fleet::Remark> remarks;
  for (const Problem& problem : log.troubles)
    remarks.push_back(remark("trouble", [&](ByteWriter& writer) { put(problem, writer); }));
  for (const Problem& problem : log.divergences)
    remarks.push_back(remark("divergence", [&](ByteWriter& writer) { put(problem, writer); }));
  for (const Problem& problem : log.endless)
    remarks.push_back(remark("endless", [&](ByteWriter& writer) { put(problem, writer); }));
  for (const protocol::ModuleRecord& module : log.modules)
    remarks.push_back(remark("module", [&](ByteWriter& writer) { writer.plain(module); }));
  for (const protocol::WeakOrderRecord& weak : log.weak_orders)
    remarks.push_back(remark("weak order", [&](ByteWriter& writer) { writer.plain(weak); }));
  for (const protocol::LostValueRecord& lost : log.lost_values)
    remarks.push_back(remark("lost value", [&](ByteWriter& writer) { writer.plain(lost); }));
  for (const protocol::ObjectRecord& object : log.objects)
    remarks.push_back(remark("object", [&](ByteWriter& writer) { writer.plain(object); }));
  for (const report::InputTest& test : log.tests)
    remarks.push_back(remark("test", [&](ByteWriter& writer) {
      writer.plain(test.name);
      writer.plain(uint32_t{test.fails});
      writer.list(test.inputs);
    }));
  for (const report::UnseenFunction& unseen : log.unseen)
    remarks.push_back(remark("unseen", [&](ByteWriter& writer) { put(unseen, writer); }));
  if (log.damaged) remarks.push_back({"damaged", "", true});
  return remarks;
}

bool put_back(const fleet::Remark& remark, RunLog& log) {
  const std::string bytes = from_hexadecimal(remark.text);
  ByteReader reader(bytes);
  if (remark.kind == "trouble")
    log.troubles.push_back(get_problem(reader));
  else if (remark.kind == "divergence")
    log.divergences.push_back(get_problem(reader));
  else if (remark.kind == "endless")
    log.endless.push_back(get_problem(reader));
  else if (remark.kind == "module")
    log.modules.push_back(reader.plain<protocol::ModuleRecord>());
  else if (remark.kind == "weak order")
    log.weak_orders.push_back(reader.plain<protocol::WeakOrderRecord>());
  else if (remark.kind == "lost value")
    log.lost_values.push_back(reader.plain<protocol::LostValueRecord>());
  else if (remark.kind == "object")
    log.objects.push_back(reader.plain<protocol::ObjectRecord>());
  else if (remark.kind == "test")
    log.tests.push_back(get_test(reader));
  else if (remark.kind == "unseen")
    log.unseen.push_back(get_unseen(reader));
  else if (remark.kind == "damaged")
    log.damaged = true;
  else
    return true;  // of another kind
  return reader.is_at_end();
}

fleet::Remark remark_of(const RunEnd& end) {
  using std::chrono::system_clock;
  return remark("ending", [&](ByteWriter& writer) {
    writer.plain(int64_t{system_clock::now().time_since_epoch().count()});
    writer.plain(end.kind);
    writer.plain(end.state);
    writer.plain(end.ending);
    writer.text(end.sentence);
  });
}

std::optional<std::pair<int64_t, RunEnd>> end_of(const fleet::Remark& remark) {
  if (remark.kind != "ending") return std::nullopt;
  const std::string bytes = from_hexadecimal(remark.text);
  ByteReader reader(bytes);
  RunEnd end;
  const auto moment = reader.plain<int64_t>();
  end.kind = reader.plain<RunEnd::Kind>();
  end.state = reader.plain<protocol::State>();
  end.ending = reader.plain<report::Ending>();
  end.sentence = reader.text();
  if (!reader.is_at_end()) return std::nullopt;
  return std::pair{moment, end};
}

}  // namespace mazurka::runs
