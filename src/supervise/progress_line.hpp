// How exploring goes on, shown on stderr.
#pragma once

#include <cstdint>
#include <string>

#include "options/request.hpp"
#include "protocol/channel.hpp"

namespace mazurka {

// One line that changes on a terminal, else a line every ten seconds; or a JSON document on a line, every second.
class ProgressLine {
 public:
  ProgressLine(const options::Request& request, uint32_t workers);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(const protocol::Progress& progress, double seconds);
  // Makes room for something else to say.
  void clear();

 private:
  std::string text(const protocol::Progress& progress, double seconds) const;
  std::string document(const protocol::Progress& progress, double seconds) const;

  bool quiet_;
  bool json_;
  bool terminal_;
  uint32_t workers_;
  bool shown_ = false;
  double next_;
  uint64_t last_executions_ = 0;
  double last_seconds_ = 0;
  double rate_ = 0;
};

}  // namespace mazurka
