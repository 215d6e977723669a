#include "report/run_log.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

namespace mazurka::report {

namespace {

using protocol::RecordKind;

template <class Record>
std::optional<Record> read(std::span<const unsigned char> bytes) {
  if (bytes.size() < sizeof(Record)) return std::nullopt;
  Record record;
  std::memcpy(static_cast<void*>(&record), bytes.data(), sizeof(Record));
  return record;
}

template <class Record>
bool append(std::span<const unsigned char> bytes, std::vector<Record>& to) {
  auto record = read<Record>(bytes);
  if (record) to.push_back(*record);
  return record.has_value();
}

// The next `count` things of a record.
template <class T>
bool take(uint32_t count, std::span<const unsigned char>& bytes, std::vector<T>& things) {
  if (bytes.size() / sizeof(T) < count) return false;
  things.resize(count);
  if (count != 0) std::memcpy(static_cast<void*>(things.data()), bytes.data(), count * sizeof(T));
  bytes = bytes.subspan(count * sizeof(T));
  return true;
}

bool append_problem(std::span<const unsigned char> bytes, const RunLog& log, std::vector<Problem>& to) {
  auto record = read<protocol::BugRecord>(bytes);
  if (!record) return false;
  bytes = bytes.subspan(sizeof(protocol::BugRecord));
  Problem problem{.kind = record->kind,
                  .thread = record->thread,
                  .signal = record->signal,
                  .fault_address = record->fault_address,
                  .pc = record->pc,
                  .other_pc = record->other_pc,
                  .execution = record->execution,
                  .key = record->key,
                  .callers = {},
                  .message = std::string(record->message, strnlen(record->message, sizeof(record->message))),
                  .schedule = {},
                  .facts = {},
                  .shared = {},
                  .inputs = {},
                  .accesses = {}};
  auto way = log.way(record->callers);
  problem.callers.assign(way.begin(), way.end());
  if (!take(record->schedule_length, bytes, problem.schedule)) return false;
  if (!take(record->facts_length, bytes, problem.facts)) return false;
  if (!take(record->inputs_length, bytes, problem.inputs)) return false;
  for (size_t k = 0; k < std::min<size_t>(record->shared, log.shared.size()); k++)
    problem.shared.push_back(log.shared[k].memory);
  to.push_back(std::move(problem));
  return true;
}

// It belongs to the bug before it.
bool append_access(std::span<const unsigned char> bytes, std::vector<Problem>& bugs) {
  if (bugs.empty() || !append(bytes, bugs.back().accesses)) return false;
  protocol::AccessRecord& access = bugs.back().accesses.back();
  access.frames = std::min<uint32_t>(access.frames, std::size(access.pcs));
  return true;
}

bool append_unseen(std::span<const unsigned char> bytes, RunLog& log) {
  auto record = read<protocol::UnseenRecord>(bytes);
  if (!record) return false;
  bytes = bytes.subspan(sizeof(protocol::UnseenRecord));
  const std::string texts(bytes.begin(), bytes.end());
  const size_t end = texts.find('\0');
  if (end == std::string::npos) return false;
  UnseenFunction unseen{texts.substr(0, end), std::string(texts.c_str() + end + 1), record->pc, {}};
  auto way = log.way(record->callers);
  unseen.callers.assign(way.begin(), way.end());
  log.unseen.push_back(std::move(unseen));
  return true;
}

bool append_test(std::span<const unsigned char> bytes, RunLog& log) {
  auto record = read<protocol::TestRecord>(bytes);
  if (!record) return false;
  bytes = bytes.subspan(sizeof(protocol::TestRecord));
  InputTest test{record->name, record->fails != 0, {}};
  if (!take(record->inputs, bytes, test.inputs)) return false;
  log.tests.push_back(std::move(test));
  return true;
}

bool append_order(std::span<const unsigned char> bytes, RunLog& log) {
  auto record = read<protocol::OrderRecord>(bytes);
  if (!record) return false;
  bytes = bytes.subspan(sizeof(protocol::OrderRecord));
  log.order.push_back({record->step, {}});
  return take(record->count, bytes, log.order.back().after);
}

bool append_record(RecordKind kind, std::span<const unsigned char> bytes, RunLog& log) {
  switch (kind) {
    case RecordKind::kBug: return append_problem(bytes, log, log.bugs);
    case RecordKind::kUnsupported: return append_problem(bytes, log, log.unsupported);
    case RecordKind::kDivergence: return append_problem(bytes, log, log.divergences);
    case RecordKind::kTrouble: return append_problem(bytes, log, log.troubles);
    case RecordKind::kEndless: return append_problem(bytes, log, log.endless);
    case RecordKind::kStep: return append(bytes, log.steps);
    case RecordKind::kWaiting: return append(bytes, log.waiting);
    case RecordKind::kModule: return append(bytes, log.modules);
    case RecordKind::kShared: return append(bytes, log.shared);
    case RecordKind::kWeakOrder:
      if (!append(bytes, log.weak_orders)) return false;
      log.weak_orders.back().count =
          std::min<uint32_t>(log.weak_orders.back().count, std::size(log.weak_orders.back().pcs));
      return true;
    case RecordKind::kOutcome: return append(bytes, log.outcomes);
    case RecordKind::kObserved:
      if (!append(bytes, log.observed)) return false;
      log.observed.back().length = std::min<uint32_t>(log.observed.back().length, std::size(log.observed.back().text));
      return true;
    case RecordKind::kUnseen: return append_unseen(bytes, log);
    case RecordKind::kLostValue: return append(bytes, log.lost_values);
    case RecordKind::kInput:
      if (!append(bytes, log.inputs)) return false;
      log.inputs.back().name[sizeof log.inputs.back().name - 1] = 0;
      return true;
    case RecordKind::kConstraint:
      if (!append(bytes, log.constraints)) return false;
      log.constraints.back().text[sizeof log.constraints.back().text - 1] = 0;
      return true;
    case RecordKind::kObject:
      if (!append(bytes, log.objects)) return false;
      log.objects.back().name[sizeof log.objects.back().name - 1] = 0;
      return true;
    case RecordKind::kTest: return append_test(bytes, log);
    case RecordKind::kReversal: return append(bytes, log.reversals);
    case RecordKind::kLongest: return append_problem(bytes, log, log.longest);
    case RecordKind::kCallers:
      if (!append(bytes, log.callers)) return false;
      log.callers.back().count = std::min(log.callers.back().count, protocol::kMostCallers);
      return true;
    case RecordKind::kOrder: return append_order(bytes, log);
    case RecordKind::kLocal: return append(bytes, log.locals);
    case RecordKind::kBlock:
      if (!append(bytes, log.blocks)) return false;
      log.blocks.back().frames = std::min<uint32_t>(log.blocks.back().frames, std::size(log.blocks.back().pcs));
      return true;
    case RecordKind::kPlain:
      if (!append(bytes, log.plain)) return false;
      log.plain.back().frames = std::min<uint32_t>(log.plain.back().frames, std::size(log.plain.back().pcs));
      if (log.plain.back().is_last != 0) {
        log.last_accesses.push_back(log.plain.back());
        log.plain.pop_back();
      }
      return true;
    case RecordKind::kThread:
      if (!append(bytes, log.threads)) return false;
      log.threads.back().name[sizeof log.threads.back().name - 1] = 0;
      return true;
    case RecordKind::kAccess: return append_access(bytes, log.bugs);
    case RecordKind::kStack:
      if (!append(bytes, log.stacks)) return false;
      log.stacks.back().frames = std::min<uint32_t>(log.stacks.back().frames, std::size(log.stacks.back().pcs));
      return true;
  }
  return false;
}

}  // namespace

std::span<const uint64_t> RunLog::way(uint32_t number) const {
  if (number == 0 || number > callers.size()) return {};
  const protocol::CallersRecord& record = callers[number - 1];
  return {record.pcs, record.count};
}

RunLog parse_log(std::span<const unsigned char> log) {
  RunLog result;
  while (!log.empty()) {
    auto header = read<protocol::RecordHeader>(log);
    if (!header || header->bytes < sizeof(protocol::RecordHeader) || header->bytes % 8 != 0 ||
        header->bytes > log.size() || !append_record(header->kind, log.first(header->bytes), result)) {
      result.damaged = true;
      break;
    }
    log = log.subspan(header->bytes);
  }
  return result;
}

}  // namespace mazurka::report
