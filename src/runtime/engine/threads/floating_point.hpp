// How a thread computes with floating point: rounding, which exceptions trap, which have occurred. Every thread has its
// own, and a new one that of its creator. Few programs change it or ask for it, so it is kept for those only: if the
// program calls functions of <fenv.h>, or has instructions of that kind. For others, it is the same for all.
#pragma once

#include <cstdint>

#include "runtime/platform/own_variable.hpp"

namespace mazurka::runtime {

MAZURKA_OWN extern bool keeps_floating_point;

// Before the program's first thread: what has occurred is asked for later than it occurs.
void keep_floating_point();

struct FloatingPoint {
  uint32_t vectors = 0;  // mxcsr
  uint16_t control = 0;  // of the x87
  uint16_t status = 0;
  bool is_known = false;

  static FloatingPoint now();
  void set() const;
};

// What all have that never changed it, and the checker's side.
void set_common_floating_point();

// Of a user thread that is left for another one: it lies on the thread's stack, and is rewound with that.
class FloatingPointKeeper {
 public:
  FloatingPointKeeper() {
    if (keeps_floating_point) [[unlikely]]
      kept_ = FloatingPoint::now();
  }
  ~FloatingPointKeeper() {
    if (keeps_floating_point) [[unlikely]]
      kept_.is_known ? kept_.set() : set_common_floating_point();
  }
  FloatingPointKeeper(const FloatingPointKeeper&) = delete;
  FloatingPointKeeper& operator=(const FloatingPointKeeper&) = delete;

 private:
  FloatingPoint kept_;
};

}  // namespace mazurka::runtime
