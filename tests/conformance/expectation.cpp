#include "conformance/expectation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <span>
#include <vector>

#include "base/check.hpp"
#include "conformance/race_oracle.hpp"
#include "explore/recorder.hpp"
#include "model/trace_digest.hpp"
#include "toy/language/compiler.hpp"
#include "toy/machine.hpp"
#include "toy/oracle/oracle.hpp"

namespace mazurka::conformance {

namespace {

constexpr toy::OracleLimits kLimits{100'000, 3'000};

// The runtime does not tell an exchange of a number from an addition: both read and write.
void name_as_native(const Program& program, const toy::Machine& machine, std::vector<Event>& events) {
  for (Event& event : events) {
    if (event.op.code != OpCode::kExchange) continue;
    size_t number = std::stoul(machine.object_name(event.op.object).substr(1));
    if (program.objects[number].variant != 24) event.op.code = OpCode::kFetchAdd;
  }
}

class Collector {
 public:
  Collector(const Program& program, const toy::Machine& machine, std::vector<int> lines)
      : program_(program),
        machine_(machine),
        recorder_(machine_, kEquivalence),
        races_(program, machine, std::move(lines)) {}

  // The runtime orders read locks (src/runtime/entries/sync/rwlock.cpp).
  static constexpr Equivalence kEquivalence{.commute_shared = false};

  void add(std::span<const Event> events, const toy::Machine& end) {
    std::vector<long> entries = entries_at(end);
    if (program_.counts_plain)
      racy_ += std::any_of(end.failures().begin(), end.failures().end(),
                           [&](const Failure& failure) { return end.is_race(failure); });
    else if (races_.are_watched())
      racy_ += races_.has_race(events);
    uint64_t outcome = name_of_memory(std::as_bytes(std::span(entries)));
    traces_.add(linked(events), outcome);
    if (!assumed_away(end)) outcomes_.add(outcome);
  }

  void tell(Expectation& result) const {
    result.racy = racy_;
    result.traces = traces_.traces();
    result.trace_digest = traces_.sum();
    result.outcomes = outcomes_.traces();
    result.outcome_digest = outcomes_.sum();
  }

 private:
  long entry(const toy::Machine& end, size_t thread, size_t statement) const {
    return end.register_value(ThreadId(static_cast<uint32_t>(thread)), static_cast<uint32_t>(statement));
  }

  // As in the driver's memory.
  std::vector<long> entries_at(const toy::Machine& end) const {
    std::vector<long> result(kMaxThreads * kMaxStatements, 0);
    for (size_t t = 0; t < program_.threads.size(); t++)
      for (size_t k = 0; k < program_.threads[t].size(); k++) result[t * kMaxStatements + k] = entry(end, t, k);
    return result;
  }

  bool assumed_away(const toy::Machine& end) const {
    for (size_t t = 0; t < program_.threads.size(); t++)
      for (size_t k = 0; k < program_.threads[t].size(); k++)
        if (program_.threads[t][k].op == Op::kAssume && entry(end, t, k) == log_entry(0)) return true;
    return false;
  }

  std::vector<Event> linked(std::span<const Event> events) {
    recorder_.start(trace_, nothing_, 0);
    for (const Event& event : events) recorder_.execute(event.thread, event.choice);
    std::span<const Event> recorded = recorder_.execution(false).events;
    std::vector<Event> result(recorded.begin(), recorded.end());
    name_as_native(program_, machine_, result);
    return result;
  }

  const Program& program_;
  toy::Machine machine_;
  Recorder recorder_;
  Trace trace_, nothing_;
  TraceDigest traces_, outcomes_;
  RaceOracle races_;
  uint64_t racy_ = 0;
};

}  // namespace

Expectation expectation_of(const Program& program) {
  Expectation result;
  std::vector<int> lines;
  Result<toy::Code, toy::ParseError> code = toy::compile_text(toy_text_of(program, &lines));
  if (!code) fmt::print(stderr, "{}\n{}\n", toy::to_string(code.error()), toy_text_of(program));
  CHECK(code, "a generated program is no program of the toy language");
  toy::Machine machine(std::move(*code));
  Collector collector(program, machine, std::move(lines));
  toy::Census census =
      toy::take_census(machine, Collector::kEquivalence, kLimits,
                       [&](std::span<const Event> events, const toy::Machine& end) { collector.add(events, end); });
  CHECK(!census.misused, "a generated program breaks a rule of the toy language");
  result.known = census.complete;
  result.deadlocked = census.deadlocked;
  result.failed = census.failed;
  collector.tell(result);
  return result;
}

}  // namespace mazurka::conformance
