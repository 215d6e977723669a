#include "runtime/engine/threads/floating_point.hpp"

namespace mazurka::runtime {

bool keeps_floating_point = false;

namespace {
FloatingPoint common;
}  // namespace

FloatingPoint FloatingPoint::now() {
  FloatingPoint found;
  asm volatile("stmxcsr %0\n\tfnstcw %1\n\tfnstsw %2" : "=m"(found.vectors), "=m"(found.control), "=m"(found.status));
  found.is_known = true;
  return found;
}

void FloatingPoint::set() const {
  constexpr uint16_t kExceptions = 0x3f, kAllEmpty = 0xffff;
  // The environment of the x87, as the processor stores it; the rest is where the last instruction was.
  const uint16_t environment[14] = {control, 0, static_cast<uint16_t>(status & kExceptions), 0, kAllEmpty};
  asm volatile("fldenv %0\n\tldmxcsr %1" : : "m"(environment), "m"(vectors));
}

void keep_floating_point() {
  if (keeps_floating_point) return;
  common = FloatingPoint::now();
  keeps_floating_point = true;
}

void set_common_floating_point() {
  common.set();
}

}  // namespace mazurka::runtime
