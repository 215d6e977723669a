#include "toy/exploration.hpp"

#include <algorithm>
#include <chrono>
#include <unordered_set>

#include "model/fingerprint.hpp"

namespace mazurka::toy {

namespace {

// Steps of all threads together in an endless program before it is stopped: about 200 MB of recorded events.
constexpr uint32_t kStepsInTotal = 1'000'000;

using Clock = std::chrono::steady_clock;

class Collector final : public Observer {
 public:
  Collector(Machine& machine, const ExplorationOptions& options, ExplorationResult& result)
      : machine_(machine), options_(options), result_(result) {}

  bool on_execution(const Execution& execution) override {
    executions_++;
    if (options_.on_execution) options_.on_execution(execution);
    if (!execution.blocked) note_trace(execution);
    if (execution.failed)
      for (const Failure& failure : machine_.failures()) note_failure(execution, failure);
    if (execution.deadlocked) note_deadlock(execution);
    result_.stop = reason_to_stop(execution);
    return result_.stop == Stop::kNone;
  }

  void on_insight(const Insight& insight) override { result_.insight = insight; }

  uint64_t traces(const Statistics& statistics) const {
    if (options_.explorer.sample != 0) return result_.insight.samples.traces;
    return is_optimal() ? statistics.executions : seen_.size();
  }

 private:
  // Does it explore each trace once?
  bool is_optimal() const {
    bool in_tree = options_.algorithm->has_inputs_in_tree && !options_.explorer.outer_loop;
    return options_.algorithm->is_optimal(options_.explorer.k) && (machine_.inputs() == nullptr || in_tree);
  }

  // An optimal algorithm explores each trace once, and samples are told apart by the sampler.
  void note_trace(const Execution& execution) {
    if (options_.explorer.sample != 0 || is_optimal()) return;
    hasher_.reset(machine_.thread_count(), machine_.object_count());
    ConstraintNames names(machine_.inputs());
    hasher_.begin(names(execution.path.root()));
    for (uint32_t k = 0; k < execution.events.size(); k++)
      hasher_.add(execution.events[k], names(execution.path.of(k)));
    seen_.insert(hasher_.fingerprint());
  }

  void note(const Execution& execution, ToyBug bug) {
    for (ToyBug& known : result_.bugs)
      if (known.message == bug.message && known.thread == bug.thread && known.position.line == bug.position.line &&
          known.position.column == bug.position.column) {
        known.executions++;
        return;
      }
    bug.executions = 1;
    bug.first_execution = executions_;
    if (machine_.inputs() != nullptr) {
      bug.input = machine_.followed_inputs()->describe(execution.input);
      bug.inputs = machine_.followed_inputs()->values_of(execution.input);
    }
    note_threads(bug);
    bug.schedule = events_with_values(machine_, execution);
    result_.bugs.push_back(std::move(bug));
  }

  void note_threads(ToyBug& bug) const {
    for (uint32_t t = 0; t < machine_.thread_count(); t++) {
      const ThreadStatus status = machine_.status(ThreadId(t));
      bug.ended.push_back(status == ThreadStatus::kEnded);
      if (status != ThreadStatus::kReady) continue;
      ToyWaiting waiting{ThreadId(t), machine_.next(ThreadId(t)), std::nullopt};
      if (waiting.op.code == OpCode::kLock)
        if (const Value owner = machine_.value(waiting.op.object); owner > 0)
          waiting.holder = ThreadId(static_cast<uint32_t>(owner - 1));
      bug.waiting.push_back(waiting);
    }
  }

  void note_failure(const Execution& execution, const Failure& failure) {
    ToyBug bug;
    bug.message = failure.message;
    bug.position = machine_.position(failure.site);
    bug.thread = machine_.thread_name(failure.thread);
    note(execution, std::move(bug));
  }

  void note_deadlock(const Execution& execution) {
    ToyBug bug;
    bug.kind = ToyBug::Kind::kDeadlock;
    for (uint32_t t = 0; t < machine_.thread_count(); t++) {
      if (machine_.status(ThreadId(t)) != ThreadStatus::kReady) continue;
      const Operation& op = machine_.next(ThreadId(t));
      if (!bug.message.empty()) bug.message += ", ";
      bug.message += machine_.thread_name(ThreadId(t)) + " waits at line " +
                     std::to_string(machine_.position(op.site).line) + " for '" + machine_.describe(op) + "'";
    }
    note(execution, std::move(bug));
  }

  Stop reason_to_stop(const Execution& execution) const {
    if (machine_.error()) return Stop::kMisuse;
    if (options_.interrupted != nullptr && options_.interrupted->load()) return Stop::kInterrupted;
    if (execution.cut && !options_.max_steps) return Stop::kStepLimit;
    if (executions_ >= options_.max_executions) return Stop::kMaxExecutions;
    // A clock read costs about as much as an execution of a small program: look now and then.
    bool look = options_.max_seconds > 0 && (executions_ % 64 == 0 || execution.events.size() > 1000);
    if (look && std::chrono::duration<double>(Clock::now() - start_).count() > options_.max_seconds)
      return Stop::kMaxTime;
    return Stop::kNone;
  }

  Machine& machine_;
  const ExplorationOptions& options_;
  ExplorationResult& result_;
  uint64_t executions_ = 0;
  TraceHasher hasher_;
  std::unordered_set<Fingerprint> seen_;
  Clock::time_point start_ = Clock::now();
};

}  // namespace

std::vector<Event> events_with_values(const Machine& machine, const Execution& execution) {
  std::vector<Event> events(execution.events.begin(), execution.events.end());
  if (machine.inputs() == nullptr) return events;
  Machine again = machine;
  again.use_input(execution.input);
  again.restart();
  for (Event& event : events) {
    event.op = again.next(event.thread);
    for (uint32_t i = 0; i < event.access_count; i++) event.access[i].before = again.value(event.access[i].object);
    again.step(event.thread, event.choice);
    for (uint32_t i = 0; i < event.access_count; i++) event.access[i].after = again.value(event.access[i].object);
  }
  return events;
}

ExplorationResult explore(Machine& machine, const ExplorationOptions& options) {
  ExplorationResult result;
  result.step_limit = options.max_steps.value_or(kStepsInTotal / std::max<uint32_t>(1, machine.thread_count()));
  machine.set_step_limit(result.step_limit);
  if (!options.max_steps) machine.leave_steps_out_of_state();
  Collector collector(machine, options, result);
  auto start = Clock::now();
  result.statistics = make_explorer(*options.algorithm, options.explorer)->explore(machine, collector);
  result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  result.traces = collector.traces(result.statistics);
  if (result.statistics.diverged) result.stop = Stop::kDiverged;
  return result;
}

}  // namespace mazurka::toy
