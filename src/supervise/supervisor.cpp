#include "supervise/supervisor.hpp"

#include <poll.h>

#include <algorithm>
#include <limits>

namespace mazurka {

namespace {

using report::Ending;

constexpr int kPollMilliseconds = 200;
constexpr double kPatienceAfterInterrupt = 2;    // seconds
constexpr double kPatienceAfterTimeLimit = 0.5;  // up to the end of an execution, where more than one is run

// Looks after a process until it has ended; tells why it had to be killed, if so.
Ending watch(const WorkerRequest& request, const InterruptCounter& interrupts, Process& process, double begin) {
  Ending ending = Ending::kByItself;
  const bool is_replay = request.settings.task == protocol::Task::kReplay;
  double kill_at = std::numeric_limits<double>::infinity();
  if (request.settings.max_seconds > 0)
    kill_at = begin + request.settings.max_seconds + (is_replay ? 0 : kPatienceAfterTimeLimit);
  int seen = 0;
  while (true) {
    pollfd wait_for{process.handle(), POLLIN, 0};
    const double left = kill_at - monotonic_now();
    const int patience =
        left < kPollMilliseconds * 1e-3 ? std::max(1, static_cast<int>(left * 1e3)) : kPollMilliseconds;
    poll(&wait_for, process.handle() < 0 ? 0 : 1, patience);
    if (process.has_ended()) return ending;
    double time = monotonic_now();
    if (request.on_progress) request.on_progress(process.progress(), time - begin);
    if (interrupts.count() > seen) {
      if (interrupts.count() >= 2) process.kill();
      if (seen == 0) {
        ending = Ending::kInterrupted;
        kill_at = time + kPatienceAfterInterrupt;
        process.ask_to_stop();
      }
      seen = interrupts.count();
    }
    if (request.settings.max_seconds > 0 && time - begin >= request.settings.max_seconds) process.ask_to_stop();
    if (time >= kill_at) {
      if (ending == Ending::kByItself) ending = Ending::kOutOfTime;
      process.kill();
    }
  }
}

}  // namespace

Result<WorkerResult, std::string> run_worker(const WorkerRequest& request) {
  InterruptCounter interrupts;
  double begin = monotonic_now();
  auto process = Process::start(request);
  if (!process) return process.error();
  Ending ending = watch(request, interrupts, **process, begin);
  WorkerResult result = (*process)->collect();
  result.ending = ending;
  result.seconds = monotonic_now() - begin;
  explain_ending(request.program, result);
  if (request.on_progress) request.on_progress(result.progress, result.seconds);
  return result;
}

}  // namespace mazurka
