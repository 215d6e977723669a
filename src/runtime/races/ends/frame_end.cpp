#include "runtime/races/ends/frame_end.hpp"

#include <string.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "runtime/engine/callers.hpp"
#include "runtime/engine/loops/spin_loops.hpp"
#include "runtime/engine/states/naming.hpp"
#include "runtime/engine/threads/shared_frames.hpp"
#include "runtime/engine/threads/thread_table.hpp"
#include "runtime/engine/threads/used_stack.hpp"
#include "runtime/platform/own_code.hpp"
#include "runtime/races/race_detector.hpp"
#include "runtime/races/shared_memory.hpp"
#include "runtime/races/stack_depot.hpp"

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

template <class T>
T number_at(uint64_t address) {
  T number;
  memcpy(&number, reinterpret_cast<const void*>(address), sizeof number);
  return number;
}
uint64_t relative_to(uint64_t next) {
  return next + static_cast<uint64_t>(int64_t{number_at<int32_t>(next - 4)});
}

// Does the function at this address end functions? It may be one of a table that jumps to those of other files, and the
// way there one that clears the stack first (entries/clean_calls.cpp).
bool ends_functions(uint64_t function) {
  const auto own = reinterpret_cast<uint64_t>(mazurka_stand_in___tsan_func_exit);
  constexpr uint32_t kLanding = 0xfa1e0ff3;
  constexpr uint16_t kLoad = 0xbb49, kJump = 0x25ff;
  if (function == own) return true;
  if (number_at<uint16_t>(function) == kLoad) return number_at<uint64_t>(function + 2) == own;
  if (number_at<uint32_t>(function) == kLanding) function += sizeof kLanding;
  if (number_at<uint8_t>(function) == 0xf2) function++;
  if (number_at<uint16_t>(function) != kJump) return false;
  const auto next = number_at<uint64_t>(relative_to(function + 6));
  return next == own || (number_at<uint16_t>(next) == kLoad && number_at<uint64_t>(next + 2) == own);
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

namespace {

void end_own_frame(const uintptr_t* frame, uint64_t pc) {
  const uint32_t thread = current_thread();
  note_foreign_call();
  if (!watching || explores_plain || contexts_lie_on_stacks || !is_on_own_stack(thread, frame)) return;
  const CallSite& site = site_at(pc, frame);
  uintptr_t end = reinterpret_cast<uintptr_t>(frame + 2);
  switch (site.kind) {
    case CallSite::Kind::kHasFramePointer: end = frame[0] + 16; break;
    case CallSite::Kind::kHasNone: end = find_calling_frame().end; break;
    case CallSite::Kind::kHasJumped: break;
  }
  // (Below its end, all is gone: also what it had for arguments, or for arrays of some block.)
  const MemoryRange shared = shared_frames[thread];
  end = std::min({end, shared.end, reinterpret_cast<uintptr_t>(stack_top(thread))});
  const bool is_elsewhere = shared.begin < reinterpret_cast<uintptr_t>(stack_bottom(thread));
  if (shared.begin >= end || is_elsewhere || user_threads.is_alone(thread)) return;
  if (is_end_of_first_function(frame, site.kind == CallSite::Kind::kHasJumped)) return;
  // (What has jumped to us from one of ours has no place in the program any more.)
  std::optional<OnlyPlace> place;
  if (is_own_code(pc)) place.emplace(pc);
  access_range(shared.begin, end - shared.begin, kPlainWrite, pc);
}

}  // namespace

void end_frame(const uintptr_t* frame, uint64_t pc) {
  const size_t known = sites.size();
  end_own_frame(frame, pc);
  // The stack must not tell the first time from the next, nor where a replay keeps what the stacks were.
  if (sites.size() != known || keep_stacks) [[unlikely]]
    clear_stack_below();
}

protocol::EndOfFunction end_of_function_at(uint64_t pc) {
  using protocol::EndOfFunction;
  const auto known = std::find_if(sites.begin(), sites.end(), [&](const CallSite& site) { return site.pc == pc; });
  if (known == sites.end()) return EndOfFunction::kNone;
  if (is_own_code(pc)) return EndOfFunction::kElsewhere;
  return known->kind == CallSite::Kind::kHasJumped ? EndOfFunction::kOfCalled : EndOfFunction::kHere;
}

}  // namespace mazurka::runtime::races
