#include "supervise/sampling_crew.hpp"

#include <poll.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <unordered_set>
#include <utility>
#include <vector>

#include "explore/sample/trace_census.hpp"
#include "protocol/mail.hpp"
#include "supervise/pieces.hpp"

namespace mazurka {

namespace {

using protocol::Progress;
using protocol::State;
using report::Ending;

constexpr int kLookEveryMilliseconds = 50;
constexpr double kShowProgressEvery = 0.2;
constexpr double kPatience = 5;  // after they were asked to stop

// Whatever is not about traces.
void add_samples(const Samples& samples, Samples& sum) {
  sum.runs += samples.runs;
  sum.threads = std::max(sum.threads, samples.threads);
  sum.steps = std::max(sum.steps, samples.steps);
  sum.outcomes |= samples.outcomes;
}

class SamplingCrew {
 public:
  SamplingCrew(const WorkerRequest& request, uint32_t jobs) : request_(request), jobs_(jobs), begin_(monotonic_now()) {}

  Result<WorkerResult, std::string> run() {
    for (uint32_t k = 0; k < jobs_; k++) {
      auto process = Process::start(request_of(k));
      if (!process) return process.error();
      crew_.push_back(std::move(*process));
    }
    while (std::any_of(crew_.begin(), crew_.end(), [](const auto& process) { return !process->has_ended(); })) watch();
    return together();
  }

 private:
  WorkerRequest request_of(uint32_t k) const {
    WorkerRequest one = request_;
    one.settings.first_run = k;
    one.settings.run_stride = jobs_;
    one.settings.max_memory /= jobs_;
    const uint64_t runs = request_.settings.max_executions;
    if (runs != UINT64_MAX) one.settings.max_executions = runs / jobs_ + (k < runs % jobs_ ? 1 : 0);
    return one;
  }

  void stop_all() {
    stop_until_ = std::min(stop_until_, monotonic_now() + kPatience);
    for (auto& process : crew_) process->ask_to_stop();
  }

  void watch() {
    std::vector<pollfd> handles;
    for (const auto& process : crew_)
      if (!process->has_ended()) handles.push_back({process->handle(), POLLIN, 0});
    poll(handles.data(), handles.size(), kLookEveryMilliseconds);
    const double time = monotonic_now();
    // One that has ended although no limit was reached has found something, or has died.
    const bool has_limit = request_.settings.max_executions != UINT64_MAX;
    for (const auto& process : crew_)
      if (process->has_ended() && (!has_limit || process->progress().bugs != 0 || has_died(*process))) stop_all();
    if (interrupts_.count() > 0 && ending_ != Ending::kInterrupted) {
      ending_ = Ending::kInterrupted;
      stop_all();
    }
    if (request_.settings.max_seconds > 0 && time - begin_ >= request_.settings.max_seconds) stop_all();
    if (time >= stop_until_ || interrupts_.count() >= 2) {
      if (ending_ == Ending::kByItself) ending_ = Ending::kOutOfTime;
      for (auto& process : crew_)
        if (!process->has_ended()) process->kill();
    }
    if (!request_.on_progress || time - shown_ < kShowProgressEvery) return;
    shown_ = time;
    request_.on_progress(sum_of_progress(), time - begin_);
  }

  static bool has_died(const Process& process) {
    const State state = process.progress().state;
    return state == State::kRunning || state == State::kStarting;
  }

  Progress sum_of_progress() const {
    Progress sum;
    sum.state = State::kStarting;
    for (const auto& process : crew_) {
      const Progress one = process->progress();
      add(one, sum);
      add_samples(one.insight.samples, sum.insight.samples);
      if (one.state != State::kStarting) sum.state = State::kRunning;
    }
    return sum;
  }

  void add_log(WorkerResult& result, uint32_t k, WorkerResult& all) {
    for (auto list : {&report::RunLog::bugs, &report::RunLog::unsupported})
      for (report::Problem& problem : result.log.*list) {
        problem.execution = (problem.execution - std::min<uint64_t>(problem.execution, 1)) * jobs_ + k + 1;
        (all.log.*list).push_back(std::move(problem));
      }
    LogPlace place;
    merge(result.log, place, all.log);
    all.log_dropped += result.log_dropped;
  }

  // Each problem once, the first of its kind.
  static void sort_problems(std::vector<report::Problem>& problems) {
    std::stable_sort(problems.begin(), problems.end(),
                     [](const auto& a, const auto& b) { return a.execution < b.execution; });
    std::unordered_set<uint64_t> keys;
    std::erase_if(problems, [&](const report::Problem& problem) { return !keys.insert(problem.key).second; });
  }

  WorkerResult together() {
    WorkerResult all;
    TraceCensus census;
    Samples& samples = all.progress.insight.samples;
    bool is_whole = true;
    all.progress.state = State::kStopped;
    all.ending = ending_;
    for (uint32_t k = 0; k < jobs_; k++) {
      WorkerResult result = crew_[k]->collect();
      result.ending = ending_;
      explain_ending(request_.program, result);
      add(result.progress, all.progress);
      add_samples(result.progress.insight.samples, samples);
      protocol::Census seen;
      is_whole &= protocol::read_census(crew_[k]->channel().outbox(), seen);
      census.merge(seen.table, seen.level);
      add_log(result, k, all);
      all.peak_rss_bytes += result.peak_rss_bytes;
      all.runtime_version = all.runtime_version == 0 ? result.runtime_version : all.runtime_version;
      if (result.progress.state == State::kDiverged) all.progress.state = State::kDiverged;
      if (result.ending == ending_ || all.ending != ending_) continue;
      all.ending = result.ending;
      all.sentence = result.sentence;
      all.exit_status = result.exit_status;
      all.signal = result.signal;
      all.progress.state = result.progress.state;
    }
    samples.traces = census.traces();
    samples.once = census.once();
    samples.is_exact = census.is_exact() && is_whole ? 1 : 0;
    sort_problems(all.log.bugs);
    sort_problems(all.log.unsupported);
    all.progress.bugs = all.log.bugs.size();
    all.seconds = monotonic_now() - begin_;
    if (request_.on_progress) request_.on_progress(all.progress, all.seconds);
    return all;
  }

  WorkerRequest request_;
  uint32_t jobs_;
  double begin_;
  InterruptCounter interrupts_;
  std::vector<std::unique_ptr<Process>> crew_;
  Ending ending_ = Ending::kByItself;
  double stop_until_ = std::numeric_limits<double>::infinity();
  double shown_ = 0;
};

}  // namespace

Result<WorkerResult, std::string> run_samplers(const WorkerRequest& request, uint32_t jobs) {
  return SamplingCrew(request, jobs).run();
}

}  // namespace mazurka
