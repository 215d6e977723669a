// Data races that the user does not want to hear of (--suppressions=FILE).
//
// A line of the file is `race:PATTERN`; empty lines and those that begin with # are skipped. A race is suppressed if a
// pattern occurs in the name of the function or of the file of one of its two accesses, or in the name of the global
// variable. In a pattern * stands for any text, a ^ at its beginning for the beginning of the name, a $ at its end for
// the end of it. These are the rules of the ThreadSanitizer, but for callers, which are not looked at: the same two
// accesses are told once, whoever called them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "report/run_log.hpp"
#include "report/symbolizer.hpp"

namespace mazurka::report {

class Suppressions {
 public:
  // The error is one sentence that names the file and the line.
  static Result<Suppressions, std::string> read(const std::string& path);
  // `name` is for error messages.
  static Result<Suppressions, std::string> parse(std::string_view text, const std::string& name);

  bool empty() const { return patterns_.empty(); }
  bool match(std::string_view name) const;
  // Is it a race, and one of these?
  bool match(const Problem& problem, Symbolizer& symbolizer) const;

 private:
  std::vector<std::string> patterns_;
};

}  // namespace mazurka::report
