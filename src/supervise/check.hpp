// Explores a program in a process of its own, replays each bug to show it step by step, and writes trace files.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "options/request.hpp"
#include "report/check_report.hpp"
#include "report/suppressions.hpp"
#include "supervise/input.hpp"
#include "supervise/journal.hpp"
#include "supervise/process.hpp"

namespace mazurka {

inline constexpr const char* kInputsAreNotSampled =
    "symbolic inputs are explored, not sampled: leave out --sample, or give the inputs fixed values";

struct CheckRequest {
  std::filesystem::path program;  // absolute
  std::filesystem::path folder;   // for trace files
  std::vector<std::string> arguments;
  options::Request options;  // settled: algorithm, scheduler and way to restart are chosen
  report::Suppressions suppressions;

  // A program that was begun elsewhere: what it is told of its name, where it runs, and with what; ours, if empty.
  std::string name = {};
  std::string directory = {};
  std::optional<std::vector<std::string>> environment = {};
  std::shared_ptr<const StandardInput> input = {};
  std::vector<std::string> wrapper = {};  // a command that starts it

  // A long exploration goes over to states (WorkerRequest), by this program.
  std::string program_by_states = {};
  std::function<bool()> build_by_states = {};

  // Gives the journal of an exploration; may be empty.
  using Keep =
      std::function<Result<std::unique_ptr<Journal>, std::string>(const protocol::Settings&, const StandardInput&)>;
  Keep keep = {};
};

// How the program of a request is to be explored.
WorkerRequest exploration_of(const CheckRequest& request, const StandardInput& input,
                             const protocol::Settings& settings);

// What is to be said of an exploration that has ended. The same as below.
Result<report::CheckReport, std::string> report_on(const CheckRequest& request, const StandardInput& input,
                                                   const protocol::Settings& settings, WorkerResult run);

// The error is a sentence without a full stop. A trace file that cannot be written is a sentence on stderr: the bug is
// reported all the same.
Result<report::CheckReport, std::string> check(const CheckRequest& request);

}  // namespace mazurka
