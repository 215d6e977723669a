// Runs the schedule of a bug again, to tell it step by step.
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "report/native_bug.hpp"
#include "report/trace_file.hpp"
#include "report/verdict.hpp"
#include "supervise/supervisor.hpp"

namespace mazurka {

struct ReplayRequest {
  std::string program;
  std::vector<std::string> arguments;
  std::string directory = {};  // empty: ours
  std::optional<std::vector<std::string>> environment = {};
  const StandardInput* input = nullptr;
  protocol::Settings settings;
  OutputTo output = OutputTo::kNowhere;                    // else the program's output is let through
  double until = std::numeric_limits<double>::infinity();  // monotonic_now(): no replay lasts longer
};

struct ReplayResult {
  report::NativeBug bug;  // with the outcome of the replay in it
  bool interrupted = false;
  std::vector<std::string> steps = {};  // names of all steps (report/program/step_names.hpp)
  report::Problem told = {};            // the bug as the replay met it
  report::RunLog log = {};
};

// How the program of a request is run; with a problem, how that is replayed.
WorkerRequest worker_for(const ReplayRequest& request);
WorkerRequest worker_for(const ReplayRequest& request, const report::Problem& problem);

ReplayResult replay(const ReplayRequest& request, const report::Problem& problem);

// Only its steps, without what is done to plain memory: in a large program, names for that take longer than an
// exploration.
std::vector<report::NativeStep> steps_of(const ReplayRequest& request, const report::Problem& problem);

// The bug of a trace file.
// The request and the problem are those of the trace; `use` is called with them.
ReplayResult with_trace(const report::TraceFile& trace, OutputTo output, bool keep_files,
                        const std::function<ReplayResult(const ReplayRequest&, report::Problem&)>& use);
ReplayResult replay(const report::TraceFile& trace, OutputTo output, bool keep_files);

report::Verdict verdict_of(const ReplayResult& result);
int exit_code_of(const ReplayResult& result);

// How the user calls mazurka, for commands that are shown.
std::string own_command();
// The words of our own command line.
std::vector<std::string> own_words();

}  // namespace mazurka
