// What the primitives tell the race detector: hb_release() of an object happens before a later hb_acquire() of it.
#pragma once

#if __has_include("runtime/race_detector.hpp")
#include "runtime/race_detector.hpp"
#else
namespace mazurka::runtime {
inline void hb_acquire(const void*) {}
inline void hb_release(const void*) {}
}  // namespace mazurka::runtime
#endif
