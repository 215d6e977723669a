#include "runtime/races/ends/frame_end.hpp"

#include <string.h>

#include <algorithm>
#include <vector>

#include "runtime/engine/callers.hpp"
#include "runtime/engine/threads/shared_frames.hpp"
#include "runtime/engine/threads/thread_table.hpp"
#include "runtime/engine/threads/used_stack.hpp"
#include "runtime/platform/own_code.hpp"
#include "runtime/races/race_detector.hpp"
#include "runtime/races/shared_memory.hpp"

extern "C" void mazurka_stand_in___tsan_func_exit(void*) __asm__("__tsan_func_exit");

namespace mazurka::runtime::races {

namespace {

// How the end of a function calls us, by the return address.
struct CallSite {
  enum class Kind : uint8_t {
    kHasFramePointer,  // its frame ends behind what the frame pointer points to
    kHasNone,          // only an unwinder can tell where it ends, each time
    kHasJumped,        // it has given up its frame, and jumped to us: the address is its caller's
  };
  uint64_t pc = 0;
  Kind kind = Kind::kHasNone;
};
// Never destroyed: the program's exit handlers run ours too, in the middle of an exploration.
std::vector<CallSite>& sites = *new std::vector<CallSite>;

// What of a frame is looked at, from its end on, if it was given up.
constexpr uintptr_t kMostGivenUp = 4096;

template <class T>
T number_at(uint64_t address) {
  T number;
  memcpy(&number, reinterpret_cast<const void*>(address), sizeof number);
  return number;
}
uint64_t relative_to(uint64_t next) {
  return next + static_cast<uint64_t>(int64_t{number_at<int32_t>(next - 4)});
}

// Does the function at this address, perhaps one of a table that jumps to those of other files, end functions?
bool ends_functions(uint64_t function) {
  const auto own = reinterpret_cast<uint64_t>(mazurka_stand_in___tsan_func_exit);
  if (function == own) return true;
  constexpr uint32_t kLanding = 0xfa1e0ff3;
  if (number_at<uint32_t>(function) == kLanding) function += sizeof kLanding;
  if (number_at<uint8_t>(function) == 0xf2) function++;
  return number_at<uint16_t>(function) == 0x25ff && number_at<uint64_t>(relative_to(function + 6)) == own;
}

// Is there a call of us before the return address?
bool is_own_call(uint64_t pc) {
  if (number_at<uint8_t>(pc - 5) == 0xe8 && ends_functions(relative_to(pc))) return true;
  return number_at<uint16_t>(pc - 6) == 0x15ff && ends_functions(number_at<uint64_t>(relative_to(pc)));
}

CallSite look_at_site(uint64_t pc, const uintptr_t* frame) {
  if (!is_own_call(pc)) return {pc, CallSite::Kind::kHasJumped};
  const bool has_pointer = find_calling_frame().end == frame[0] + 16;
  return {pc, has_pointer ? CallSite::Kind::kHasFramePointer : CallSite::Kind::kHasNone};
}

const CallSite& site_at(uint64_t pc, const uintptr_t* frame) {
  const auto known = std::find_if(sites.begin(), sites.end(), [&](const CallSite& site) { return site.pc == pc; });
  if (known != sites.end()) return *known;
  sites.push_back(look_at_site(pc, frame));
  return sites.back();
}

}  // namespace

void end_frame(const uintptr_t* frame, uint64_t pc) {
  const uint32_t thread = current_thread();
  if (!watching || explores_plain || contexts_lie_on_stacks || !is_on_own_stack(thread, frame)) return;
  const CallSite& site = site_at(pc, frame);
  uintptr_t begin = reinterpret_cast<uintptr_t>(frame + 2), end = begin;
  switch (site.kind) {
    case CallSite::Kind::kHasFramePointer: end = frame[0] + 16; break;
    case CallSite::Kind::kHasNone: end = find_calling_frame().end; break;
    case CallSite::Kind::kHasJumped: begin -= kMostGivenUp; break;
  }
  begin = std::max(begin, shared_frames[thread]);
  if (begin >= end || end > reinterpret_cast<uintptr_t>(stack_top(thread))) return;
  // The first function of a thread, which we called, ends with that.
  if (is_own_code(number_at<uint64_t>(end - 8)) || user_threads.is_alone(thread)) return;
  access_range(begin, end - begin, kPlainWrite, pc);
}

bool is_end_of_function(uint64_t pc) {
  return std::any_of(sites.begin(), sites.end(), [&](const CallSite& site) { return site.pc == pc; });
}

}  // namespace mazurka::runtime::races
