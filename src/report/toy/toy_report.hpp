// An exploration of a toy program, told to a person or as JSON.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "protocol/channel.hpp"
#include "report/verdict.hpp"
#include "toy/exploration.hpp"

namespace mazurka {

struct ToyReport {
  std::string file;
  const toy::Machine& machine;
  const toy::ExplorationOptions& options;
  const toy::ExplorationResult& result;
  std::span<const std::string> traces;  // each explored trace in canonical form, if they were asked for
  bool list_traces = false;
  protocol::Settings settings = {};
  std::vector<std::string> words = {};  // of the command line
};

report::Verdict verdict_of(const toy::ExplorationResult& result);

// 0, 1, 2, 3 or 130.
int exit_code_of(const toy::ExplorationResult& result);

std::string text_report(const ToyReport& report);
std::string json_report(const ToyReport& report);

// One line: the events of an execution in canonical order.
std::string describe_trace(const toy::Machine& machine, const Execution& execution);

}  // namespace mazurka
