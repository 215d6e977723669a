#include "runtime/engine/threads/shared_frames.hpp"

#include <algorithm>
#include <iterator>

#include "runtime/engine/failure.hpp"
#include "runtime/engine/run.hpp"
#include "runtime/engine/threads/fiber.hpp"
#include "runtime/engine/threads/thread_table.hpp"
#include "runtime/engine/threads/used_stack.hpp"
#include "runtime/engine/threads/user_side.hpp"
#include "runtime/platform/own_code.hpp"

namespace mazurka::runtime {

using protocol::Fact;

MemoryRange shared_frames[kMaxThreads];
FirstFrame first_frames[kMaxThreads];

namespace {

uintptr_t caller_of_main = 0;

[[maybe_unused]] const bool none_at_first = [] {
  std::fill(std::begin(shared_frames), std::end(shared_frames), kNoSharedFrames);
  return true;
}();

// A place as a number: its distance from the end of the room that the stack lies in, in pieces, whose it is, and in
// which kind of room.
constexpr uintptr_t kPiece = 256;
constexpr uint32_t kPieceBits = 21;
constexpr uint32_t kInLargeRoom = uint32_t{1} << 31;
static_assert(kMaxThreads << kPieceBits <= kInLargeRoom);
static_assert(kMainStackBytes / kPiece < 1 << kPieceBits && kStackRoom / kPiece < 1 << kPieceBits);

uintptr_t end_of_room(uint32_t thread, bool large) {
  if (thread == 0) return kMainStackBase + kMainStackBytes;
  return large ? large_stack_room(thread).end : stack_room(thread).end;
}

uint32_t number_of(uint32_t thread, uintptr_t place) {
  const bool large = thread != 0 && place > kLargeStackBase;
  const auto pieces = static_cast<uint32_t>((end_of_room(thread, large) - place) / kPiece);
  return (large ? kInLargeRoom : 0) | thread << kPieceBits | pieces;
}

// Where the frames of a thread's functions lie now: of those of the program.
struct Extent {
  uintptr_t innermost = 0;        // where the innermost one begins
  uintptr_t first = UINTPTR_MAX;  // ... and the first one, if that can be told
};

// By frame pointers: each points to the one of the caller, with the return address beside it. All that is ours is
// compiled to have them, and so is what we instrument.
Extent look_at_frames(uint32_t thread, const uintptr_t* frame) {
  Extent extent;
  uintptr_t last = 0, caller_of_last = 0;
  const auto* top = reinterpret_cast<const uintptr_t*>(stack_top(thread));
  while (frame + 2 <= top && reinterpret_cast<uintptr_t>(frame) % 8 == 0 && frame[1] != 0) {
    if (!is_own_code(frame[1])) {
      last = reinterpret_cast<uintptr_t>(frame + 2);
      caller_of_last = 0;
      if (extent.innermost == 0) extent.innermost = last;
    } else if (last != 0 && caller_of_last == 0) {
      caller_of_last = frame[0];
    }
    const auto* next = reinterpret_cast<const uintptr_t*>(frame[0]);
    if (next == nullptr) break;
    if (next <= frame) return extent;
    frame = next;
  }
  // (Constructors of static objects are called by somebody else than main is.)
  if (caller_of_last != 0 && (thread != 0 || caller_of_last == caller_of_main)) extent.first = last;
  return extent;
}

Extent extent_of(uint32_t thread) {
  const void* here = __builtin_frame_address(0);
  const auto* frame = static_cast<const uintptr_t*>(here);
  if (thread != current_thread()) {
    // What is saved at a switch: where to go on, and the frame pointer (fiber.hpp).
    here = user_threads[thread].context.stack_pointer;
    if (is_on_own_stack(thread, here))
      frame = reinterpret_cast<const uintptr_t*>(static_cast<const uintptr_t*>(here)[1]);
  }
  if (!is_on_own_stack(thread, here) || !is_on_own_stack(thread, frame)) return {};
  return look_at_frames(thread, frame);
}

bool can_look(uint32_t thread) {
  return thread < user_threads.size() && !contexts_lie_on_stacks && has_stack_of_ours(thread);
}

// (A thread may have a stack in another room than it had in other executions: only the first is looked after.)
void share(uint32_t owner, uintptr_t address) {
  MemoryRange& range = shared_frames[owner];
  if (range.begin < range.end && (range.begin >= kLargeStackBase) != (address >= kLargeStackBase)) return;
  if (address >= range.begin && address < range.end) return;
  range.begin = std::min(range.begin, address & ~(kPiece - 1));
  range.end = std::max(range.end, (address | (kPiece - 1)) + 1);
  if (at_base() && !is_replay()) learn();
}

void note_first_frame(uint32_t owner, uintptr_t begin) {
  uintptr_t& known = first_frames[owner].begin;
  known = known == UINTPTR_MAX ? begin : std::max(known, begin);
}

}  // namespace

void begin_first_frame(uint32_t thread, const void* function) {
  FirstFrame& first = first_frames[thread];
  if (first.function == function && is_on_own_stack(thread, reinterpret_cast<const void*>(first.begin))) return;
  first = {UINTPTR_MAX, function};
}

void note_caller_of_main(uintptr_t frame) {
  caller_of_main = frame;
}

bool is_in_frame_that_is_gone(uint32_t owner, uintptr_t address) {
  if (!can_look(owner)) return false;
  const Extent extent = extent_of(owner);
  if (address < extent.innermost) return true;
  if (extent.first != UINTPTR_MAX) note_first_frame(owner, extent.first);
  if (address < extent.first) share(owner, address);
  return false;
}

void note_unseen_use_of_frame(uint32_t owner, uintptr_t address) {
  if (can_look(owner) && address < extent_of(owner).first) share(owner, address);
}

bool is_end_of_first_function(const uintptr_t* frame, bool has_gone) {
  const uint32_t thread = current_thread();
  const Extent extent = look_at_frames(thread, frame);
  if (!has_gone) return extent.innermost == extent.first;
  return extent.innermost == 0 && (thread != 0 || frame[0] == caller_of_main);
}

std::vector<protocol::LearnedFact> known_shared_frames() {
  std::vector<protocol::LearnedFact> facts;
  for (uint32_t thread = 0; thread < kMaxThreads; thread++) {
    const MemoryRange range = shared_frames[thread];
    if (range.begin >= range.end) continue;
    facts.push_back({Fact::kFramesAreSharedFrom, number_of(thread, range.begin)});
    facts.push_back({Fact::kFramesAreSharedTo, number_of(thread, range.end)});
  }
  return facts;
}

void take_shared_frames(const protocol::LearnedFact& fact) {
  const bool large = (fact.thread & kInLargeRoom) != 0;
  const uint32_t thread = (fact.thread & ~kInLargeRoom) >> kPieceBits;
  const uintptr_t place = end_of_room(thread, large) - (fact.thread & ((1 << kPieceBits) - 1)) * kPiece;
  MemoryRange& range = shared_frames[thread];
  if (fact.fact == Fact::kFramesAreSharedFrom)
    range.begin = std::min(range.begin, place);
  else
    range.end = std::max(range.end, place);
}

}  // namespace mazurka::runtime
