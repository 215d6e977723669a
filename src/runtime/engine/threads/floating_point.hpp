// How a thread computes with floating point: rounding, which exceptions trap, which have occurred. Every thread has its
// own, and a new one that of its creator. Few programs change it, so it is kept for those only: from when the program
// is known to call functions of <fenv.h>, or when a thread is about to load it by an instruction. Until then, it is the
// same for all.
#pragma once

#include <cstdint>

#include "runtime/platform/own_variable.hpp"

namespace mazurka::runtime {

MAZURKA_OWN extern bool keeps_floating_point;

// Before the first change, by whoever makes it.
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
