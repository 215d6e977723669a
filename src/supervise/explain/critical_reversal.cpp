// The execution is gone through from its end. For each pair of steps of different threads that conflict, one right
// after the other in happens-before, it is run again with the second before the first: what comes before, what does not
// depend on the first, the second, and then the rest as far as it can still be done; at last all threads run on to
// their ends. The first of these runs that passes is the nearest execution that does.
#include "supervise/explain/critical_reversal.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "model/operation.hpp"
#include "report/bug_from_replay.hpp"
#include "report/explanation/explanation.hpp"
#include "report/schedule/short_schedule.hpp"

namespace mazurka {

namespace {

using protocol::ScheduleStep;
using report::OrderedStep;
using report::Problem;

struct Pair {
  size_t first, second;  // steps; `second` may be one that a thread waits to do: the number of steps
  ScheduleStep step;     // the second
};

OpCode code_of(const report::RunLog& log, size_t step) {
  return static_cast<OpCode>(log.steps[step].code);
}

// Orders that the program cannot have otherwise.
bool is_fixed(const report::RunLog& log, size_t first, size_t second) {
  const OpCode code = code_of(log, second);
  return code_of(log, first) == OpCode::kSpawn || code == OpCode::kJoin || code == OpCode::kWake ||
         code == OpCode::kFail || code_of(log, first) == OpCode::kFail;
}

std::vector<Pair> pairs_of(const report::RunLog& log, const std::vector<OrderedStep>& steps) {
  std::vector<Pair> pairs;
  // What threads wait for at the end, before those that have it now.
  for (const protocol::WaitingRecord& waiting : log.waiting) {
    if (waiting.address == 0) continue;
    for (size_t k = steps.size(); k-- > 0;) {
      if (log.steps[k].address != waiting.address || log.steps[k].thread == waiting.thread) continue;
      pairs.push_back({k, steps.size(), {waiting.thread, 0}});
      break;
    }
  }
  for (size_t second = steps.size(); second-- > 0;)
    for (const size_t first : steps[second].after)
      if (steps[first].thread != steps[second].thread && !is_fixed(log, first, second))
        pairs.push_back({first, second, {steps[second].thread, log.steps[second].choice}});
  return pairs;
}

std::vector<ScheduleStep> reversed(const report::RunLog& log, const std::vector<OrderedStep>& steps, const Pair& pair) {
  std::vector<bool> depends(steps.size(), false);
  depends[pair.first] = true;
  for (size_t k = pair.first + 1; k < steps.size(); k++)
    for (const size_t before : steps[k].after) depends[k] = depends[k] || depends[before];
  std::vector<ScheduleStep> schedule;
  const auto add = [&](size_t k) { schedule.push_back({log.steps[k].thread, log.steps[k].choice}); };
  for (size_t k = 0; k < pair.second; k++)
    if (!depends[k]) add(k);
  schedule.push_back(pair.step);
  for (size_t k = pair.first; k < steps.size(); k++)
    if (k != pair.second && (depends[k] || k > pair.second)) add(k);
  return schedule;
}

bool passes(const WorkerResult& run) {
  return run.progress.state == protocol::State::kDone && run.log.bugs.empty() && run.log.unsupported.empty() &&
         run.log.divergences.empty() && run.progress.cut == 0 && run.progress.assumed_away == 0;
}

}  // namespace

std::optional<report::Reversal> critical_reversal(const ReplayRequest& request, const Problem& problem,
                                                  const ReplayResult& result, double until) {
  constexpr size_t kMostTried = 60, kLongestToReverse = 5000;
  const report::RunLog& log = result.log;
  if (log.steps.size() > kLongestToReverse || log.steps.size() != problem.schedule.size()) return std::nullopt;
  const std::vector<OrderedStep> steps = report::ordered_steps(Problem{}, log);
  size_t runs = 0;
  for (const Pair& pair : pairs_of(log, steps)) {
    if (runs++ == kMostTried || monotonic_now() >= until) break;
    WorkerRequest worker = worker_for(request, problem);
    worker.schedule = reversed(log, steps, pair);
    worker.settings.goes_on = 1;
    worker.settings.max_seconds = std::max(0.1, std::min(until, request.until) - monotonic_now());
    auto run = run_worker(worker);
    if (!run || !passes(*run)) continue;
    run->log.plain.clear();  // is not told of this execution
    report::Symbolizer symbolizer(run->log.modules, request.program);
    report::Reversal reversal;
    // (Failures are not told as steps.)
    const auto told = [&](size_t step) {
      size_t place = 0;
      for (size_t k = 0; k < std::min(step, log.steps.size()); k++) place += code_of(log, k) != OpCode::kFail;
      return place;
    };
    reversal.first = told(pair.first);
    reversal.second = told(pair.second);
    reversal.passing = report::make_native_bug(Problem{}, run->log, symbolizer).steps;
    reversal.sentence = report::sentence_about(reversal, pair.step.thread, result.bug);
    return reversal;
  }
  return std::nullopt;
}

}  // namespace mazurka
