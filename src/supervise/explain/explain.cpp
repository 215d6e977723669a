#include "supervise/explain/explain.hpp"

#include <poll.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "explore/algorithms.hpp"
#include "report/explanation/explanation.hpp"
#include "report/schedule/short_schedule.hpp"
#include "supervise/explain/critical_reversal.hpp"
#include "supervise/explain/values.hpp"
#include "supervise/process.hpp"

namespace mazurka {

namespace {

using report::Problem;

// Longer ones are shown as they are.
constexpr size_t kLongestToShorten = protocol::kMostTold;
// Fewer steps of one thread are read quickly enough.
constexpr size_t kLongStretch = 16;

bool is_same(const ReplayResult& result) {
  return result.bug.replay == report::ReplayOutcome::kSame;
}

// The same execution in another order, if that is better.
void shorten(const ReplayRequest& request, Problem& problem, ReplayResult& result) {
  if (problem.schedule.size() > kLongestToShorten || result.log.steps.size() != problem.schedule.size()) return;
  Problem shorter = result.told;
  shorter.schedule = report::short_schedule(result.told, result.log);
  const size_t before = report::switches_in(problem.schedule), after = report::switches_in(shorter.schedule);
  const bool is_better = after < before || (after == before && shorter.schedule.size() < problem.schedule.size());
  if (shorter.schedule.empty() || !is_better) return;
  ReplayResult again = replay(request, shorter);
  if (!is_same(again)) return;
  problem.schedule = shorter.schedule;
  result = std::move(again);
}

// Steps of one thread, one after the other.
struct Stretch {
  size_t begin = 0, length = 0;
};
std::vector<Stretch> long_stretches(const std::vector<protocol::ScheduleStep>& schedule) {
  std::vector<Stretch> stretches;
  for (size_t begin = 0, k = 1; k <= schedule.size(); k++) {
    if (k < schedule.size() && schedule[k].thread == schedule[begin].thread) continue;
    if (k - begin >= kLongStretch) stretches.push_back({begin, k - begin});
    begin = k;
  }
  std::stable_sort(stretches.begin(), stretches.end(),
                   [](const Stretch& a, const Stretch& b) { return a.length > b.length; });
  return stretches;
}

// A thread that goes round a loop for as long as it may often need a few rounds only. Each long stretch is tried with
// its first 0, 1, 2, 4, ... steps.
void leave_out_rounds(const ReplayRequest& request, Problem& problem, ReplayResult& result, double until) {
  if (problem.schedule.size() > kLongestToShorten) return;
  const auto try_shorter = [&](const Stretch& stretch) {
    for (size_t kept = 0; kept < stretch.length / 2 && monotonic_now() < until; kept = std::max<size_t>(1, 2 * kept)) {
      Problem shorter = problem;
      const auto begin = shorter.schedule.begin() + static_cast<ptrdiff_t>(stretch.begin);
      shorter.schedule.erase(begin + static_cast<ptrdiff_t>(kept), begin + static_cast<ptrdiff_t>(stretch.length));
      ReplayResult again = replay(request, shorter);
      if (!is_same(again)) continue;
      problem.schedule = std::move(shorter.schedule);
      result = std::move(again);
      return true;
    }
    return false;
  };
  for (bool again = true; again && monotonic_now() < until;) {
    const std::vector<Stretch> stretches = long_stretches(problem.schedule);
    again = std::any_of(stretches.begin(), stretches.end(), try_shorter);
  }
}

// Explores within the bound until the bug is met.
struct Found {
  std::optional<Problem> problem;
  bool is_complete = false;  // a larger bound would allow nothing more
};
Found search(const ReplayRequest& request, const Problem& wanted, uint32_t preemptions, double until) {
  const Algorithm& algorithm = default_algorithm(true);
  WorkerRequest worker = worker_for(request);
  worker.settings.task = protocol::Task::kExplore;
  worker.settings.algorithm = index_of(algorithm);
  worker.settings.policy = static_cast<uint32_t>(algorithm.policy);
  worker.settings.preemption_bound = preemptions;
  worker.settings.sample = worker.settings.divided = worker.settings.digest = 0;
  worker.settings.max_executions = UINT64_MAX;
  worker.settings.keep_going = 1;
  worker.settings.max_seconds = 0;
  until = std::min(until, request.until);
  auto process = Process::start(worker);
  Found found;
  if (!process) return found;
  uint64_t known = 0;
  while (true) {
    constexpr int kMilliseconds = 5;
    pollfd wait_for{(*process)->handle(), POLLIN, 0};
    poll(&wait_for, (*process)->handle() < 0 ? 0 : 1, kMilliseconds);
    const bool is_over = (*process)->has_ended() || monotonic_now() >= until;
    const protocol::Progress progress = (*process)->progress();
    if (progress.bugs != known || is_over) {
      known = progress.bugs;
      protocol::Channel& channel = (*process)->channel();
      const size_t bytes = std::min<uint64_t>(channel.log_used, protocol::Channel::log_bytes());
      for (Problem& bug : report::parse_log({channel.log(), bytes}).bugs)
        if (bug.key == wanted.key && bug.kind == wanted.kind) {
          found.problem = std::move(bug);
          return found;
        }
    }
    if (!is_over) continue;
    found.is_complete = progress.state == protocol::State::kDone && progress.bounded == 0;
    return found;
  }
}

// Another execution with the same bug and fewer switches.
void simplify(const ReplayRequest& request, Problem& problem, ReplayResult& result, double until) {
  if (request.settings.symbolic.has_inputs != 0 || problem.key == 0) return;
  constexpr uint32_t kMostPreemptions = 8;
  // (Each thread but one must be switched to, once.)
  std::vector<uint32_t> threads;
  for (const protocol::ScheduleStep& step : problem.schedule) threads.push_back(step.thread);
  std::sort(threads.begin(), threads.end());
  threads.erase(std::unique(threads.begin(), threads.end()), threads.end());
  for (uint32_t bound = 0; bound <= kMostPreemptions && monotonic_now() < until; bound++) {
    if (report::switches_in(problem.schedule) + 1 <= threads.size()) return;
    Found found = search(request, problem, bound, until);
    if (found.is_complete && !found.problem) return;
    if (!found.problem) continue;
    found.problem->execution = problem.execution;
    ReplayResult other = replay(request, *found.problem);
    if (!is_same(other)) return;
    shorten(request, *found.problem, other);
    const size_t before = report::switches_in(problem.schedule), after = report::switches_in(found.problem->schedule);
    if (after < before || (after == before && found.problem->schedule.size() < problem.schedule.size())) {
      problem = std::move(*found.problem);
      result = std::move(other);
    }
    return;
  }
}

}  // namespace

ReplayResult explain(const ReplayRequest& request, Problem& problem, double seconds) {
  const double begin = monotonic_now();
  ReplayResult result = replay(request, problem);
  if (!is_same(result)) return result;
  ReplayRequest quiet = request;  // what the program writes is shown once
  quiet.output = OutputTo::kNowhere;
  if (seconds > 0) {
    shorten(quiet, problem, result);
    leave_out_rounds(quiet, problem, result, begin + seconds / 4);
    // Half of the time for what comes up to here.
    simplify(quiet, problem, result, begin + seconds / 2);
    result.bug.reversal = critical_reversal(quiet, problem, result, begin + seconds);
  }
  add_values(quiet, problem, result);
  result.bug.explanation = report::explanation_of(result.bug);
  return result;
}

}  // namespace mazurka
