// What a user asks a verb for. Each field is filled by a row of the table of options (table.cpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/channel.hpp"

namespace mazurka::options {

enum class Format : uint32_t { kText, kJson };
enum class ProgressForm : uint32_t { kText, kJson };

enum class Color : uint8_t { kAuto, kAlways, kNever };

struct Request {
  protocol::Settings settings;  // what the process of the program gets to know

  std::string suppressions;          // a file; empty: none
  std::vector<std::string> trusted;  // names of libraries
  std::string out;                   // a folder; empty: one named after the program
  Format format = Format::kText;
  std::string sarif, junit, html, chrome_trace;  // files to write, too; empty: none
  uint32_t explain = 2;                          // seconds, to make bugs easy to understand
  Color color = Color::kAuto;
  bool full = false;     // nothing is left out of reports
  bool gdb = false;      // replay: in a debugger
  uint32_t at_step = 0;  // gdb: stop there; 0: at the bug
  std::string regress;   // a folder of trace files that are run first; empty: none
  bool quiet = false;
  ProgressForm progress = ProgressForm::kText;
  bool goes_over_to_states = false;  // --algorithm=auto, and nothing speaks against it
  uint32_t hunt = 25;                // percent of the time of a long exploration, for bugs that are easy to find
  uint32_t jobs = 1;                 // processes that share the exploration; 0: one for each core
  std::string store;                 // where the run is kept: a path or a URL; empty: a file in the folder `out`
  bool resume = false;
  bool detach = false;

  std::string compiler = "gcc";
  std::vector<std::string> defines, undefines, include_folders, library_folders, libraries;

  std::vector<std::string_view> given;  // names of the options that the user gave
  bool has(std::string_view option) const { return std::find(given.begin(), given.end(), option) != given.end(); }
};

}  // namespace mazurka::options
