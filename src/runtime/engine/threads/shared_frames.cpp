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

uintptr_t shared_frames[kMaxThreads];

namespace {

[[maybe_unused]] const bool none_at_first = [] {
  std::fill(std::begin(shared_frames), std::end(shared_frames), UINTPTR_MAX);
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

// How far frame pointers lead, from where the thread is now: a frame pointer points to the one of the caller, and the
// return address is beside it. All that is ours is compiled to have them, and so is what we instrument.
class Frames {
 public:
  explicit Frames(uint32_t thread) : thread_(thread) {
    const bool runs = thread == current_thread();
    const auto* stack = static_cast<const uintptr_t*>(user_threads[thread].context.stack_pointer);
    const void* here = runs ? __builtin_frame_address(0) : stack;
    if (contexts_lie_on_stacks || !is_on_own_stack(thread, here)) return;
    // What is saved at a switch: where to go on, and the frame pointer (fiber.hpp).
    set(runs ? reinterpret_cast<uintptr_t>(here) : stack[1], reinterpret_cast<uintptr_t>(here));
    while (frame_ != nullptr && is_last()) go_on();
  }

  // Is there a frame?
  explicit operator bool() const { return frame_ != nullptr; }
  // Is the caller ours?
  bool is_last() const { return is_own_code(frame_[1]); }
  // Where the frame of the caller begins.
  uintptr_t end() const { return reinterpret_cast<uintptr_t>(frame_ + 2); }
  void go_on() { set(frame_[0], reinterpret_cast<uintptr_t>(frame_)); }

 private:
  void set(uintptr_t frame, uintptr_t above) {
    const bool is_one =
        frame > above && frame % 8 == 0 && frame + 16 <= reinterpret_cast<uintptr_t>(stack_top(thread_));
    frame_ = is_one || (is_first_ && frame == above) ? reinterpret_cast<const uintptr_t*>(frame) : nullptr;
    is_first_ = false;
  }

  uint32_t thread_;
  bool is_first_ = true;
  const uintptr_t* frame_ = nullptr;
};

// A variable of the function that the thread began with, or of what called that. (False if that cannot be told.)
bool is_in_first_frame(uint32_t thread, uintptr_t address) {
  Frames frames(thread);
  if (!frames) return false;
  // Of those that the program has, from the innermost on: where each begins.
  for (uintptr_t begin = frames.end();; begin = frames.end()) {
    if (address < begin) return false;
    frames.go_on();
    if (!frames) return false;
    if (frames.is_last()) return address >= begin;
  }
}

}  // namespace

void note_shared_frame(uint32_t owner, uintptr_t address) {
  if (owner >= user_threads.size() || address >= shared_frames[owner] || !has_stack_of_ours(owner)) return;
  if (contexts_lie_on_stacks || is_in_first_frame(owner, address)) return;
  shared_frames[owner] = address & ~(kPiece - 1);
  if (at_base() && !is_replay()) learn();
}

bool is_below_frames(uint32_t owner, uintptr_t address) {
  if (owner >= user_threads.size() || !has_stack_of_ours(owner)) return false;
  const Frames frames(owner);
  return frames && address < frames.end();
}

std::vector<uint32_t> known_shared_frames() {
  std::vector<uint32_t> numbers;
  for (uint32_t thread = 0; thread < kMaxThreads; thread++) {
    const uintptr_t place = shared_frames[thread];
    if (place == UINTPTR_MAX) continue;
    const bool large = thread != 0 && place >= kLargeStackBase;
    const auto pieces = static_cast<uint32_t>((end_of_room(thread, large) - place) / kPiece);
    numbers.push_back((large ? kInLargeRoom : 0) | thread << kPieceBits | pieces);
  }
  return numbers;
}

void take_shared_frame(uint32_t number) {
  const bool large = (number & kInLargeRoom) != 0;
  const uint32_t thread = (number & ~kInLargeRoom) >> kPieceBits;
  const uintptr_t place = end_of_room(thread, large) - (number & ((1 << kPieceBits) - 1)) * kPiece;
  shared_frames[thread] = std::min(shared_frames[thread], place);
}

}  // namespace mazurka::runtime
