#include "supervise/beside/rival.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <utility>

#include "explore/algorithms.hpp"

namespace mazurka {

namespace {

using protocol::Progress;
using protocol::State;

constexpr uint64_t kUsualMemory = uint64_t{400} << 20;  // nobody has asked for this process

const Algorithm& algorithm_by_states() {
  return algorithm_named("stateful");
}

// Says that everything was explored, or has found a bug.
bool is_verdict(const WorkerResult& result) {
  const Progress& progress = result.progress;
  if (result.ending != report::Ending::kByItself || result.signal != 0) return false;
  if (!result.log.bugs.empty()) return true;
  return progress.state == State::kDone && progress.unsupported == 0 && progress.cut == 0;
}

}  // namespace

protocol::Settings settings_by_states(protocol::Settings settings) {
  settings.algorithm = index_of(algorithm_by_states());
  settings.policy = static_cast<uint32_t>(algorithm_by_states().policy);
  settings.divided = 0;
  return settings;
}

// A bug that was found counts, whoever says that there is none.
WorkerResult verdict_of_both(WorkerResult by_traces, WorkerResult by_states) {
  if (!by_traces.log.bugs.empty()) return by_traces;
  by_states.runs_by_traces = by_traces.progress.executions;
  return by_states;
}

Rival::Rival(const WorkerRequest& request)
    : request_(request), begins_at_once_(std::getenv(kAtOnceVariable) != nullptr) {}

Rival::~Rival() {
  if (builder_ <= 0) return;
  kill(-builder_, SIGKILL);
  waitpid(builder_, nullptr, 0);
}

void Rival::look() {
  if (!has_begun_) begin();
  if (builder_ > 0) look_at_builder();
  if (process_ != nullptr) look_at_process();
}

// In a process of its own: a compiler takes its time.
void Rival::begin() {
  has_begun_ = true;
  if (!request_.build_by_states) return start();
  builder_ = fork();
  if (builder_ != 0) return;
  setpgid(0, 0);
  signal(SIGINT, SIG_IGN);
  const int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int descriptor : {0, 1, 2}) dup2(nowhere, descriptor);
  _exit(request_.build_by_states() ? 0 : 1);
}

void Rival::look_at_builder() {
  int status = 0;
  if (waitpid(builder_, &status, WNOHANG) != builder_) return;
  builder_ = -1;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) start();
}

void Rival::start() {
  own_ = request_;
  own_.program = request_.program_by_states;
  own_.on_progress = nullptr;
  own_.settings = settings_by_states(request_.settings);
  own_.settings.max_seconds = 0;
  if (own_.settings.max_memory == 0) own_.settings.max_memory = kUsualMemory;
  auto process = Process::start(own_);
  if (process) process_ = std::move(*process);
}

void Rival::look_at_process() {
  if (!process_->has_ended()) {
    const Progress progress = process_->progress();
    const double runs = static_cast<double>(progress.executions + progress.blocked);
    const bool is_seldom = static_cast<double>(progress.blocked) < kLeastAgain * runs;
    if (is_seldom && process_->processor_seconds() >= kTrial) process_.reset();
    return;
  }
  result_ = process_->collect();
  process_.reset();
  has_won_ = is_verdict(result_);
  result_.program_by_states = own_.program;
}

}  // namespace mazurka
