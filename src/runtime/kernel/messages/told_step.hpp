// Replay: what a step did, in words, beside what its record says of it anyway.
#pragma once

#include <cstdint>

#include "runtime/platform/own_variable.hpp"
#include "runtime/platform/text.hpp"

namespace mazurka::runtime {

class ToldStep {
 public:
  // Checker's side: this step comes next, the first is 1.
  void begin(uint32_t number) {
    number_ = number;
    text_ = {};
    sent_in_ = 0;
  }
  uint32_t number() const { return number_; }
  const char* text() const { return text_.get(); }
  uint32_t sent_in() const { return sent_in_; }

  // User thread's side. Without effect where there is no replay.
  ToldStep& add(const char* part) {
    if (number_ != 0) text_.add(part);
    return *this;
  }
  // It took a message that was sent in this step.
  void take_from(uint32_t step) { sent_in_ = step; }
  ToldStep& add_number(uint64_t number) {
    if (number_ != 0) text_.add_number(number);
    return *this;
  }

 private:
  uint32_t number_ = 0;  // 0: nothing is told
  uint32_t sent_in_ = 0;
  Text text_;
};
MAZURKA_OWN extern ToldStep told_step;

}  // namespace mazurka::runtime
