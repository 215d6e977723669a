// How exploring goes on, shown on stderr.
#pragma once

#include <cstdint>

#include "protocol/channel.hpp"

namespace mazurka {

// One line that changes on a terminal, else a line now and then.
class ProgressLine {
 public:
  explicit ProgressLine(bool quiet);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(const protocol::Progress& progress, double seconds);

 private:
  bool quiet_;
  bool terminal_;
  bool shown_ = false;
  double next_ = 2;
  double pause_ = 10;
  uint64_t last_executions_ = 0;
  double last_seconds_ = 0;
  double rate_ = 0;
};

}  // namespace mazurka
