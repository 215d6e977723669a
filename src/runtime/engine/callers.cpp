#include "runtime/engine/callers.hpp"

#include <unwind.h>

#include <vector>

#include "runtime/engine/loops/spin_loops.hpp"
#include "runtime/platform/own_code.hpp"
#include "runtime/platform/supervisor_log.hpp"
#include "runtime/platform/system_calls_allowed.hpp"

namespace mazurka::runtime {

bool tells_callers = true;

namespace {

// Never destroyed: the program's exit handlers run ours too, in the middle of an exploration.
std::vector<uint64_t>& told = *new std::vector<uint64_t>;  // a hash of each way
// Volatile: a crash may come at any instruction, and finds it true only while before_unwinding is a place to go to.
volatile bool unwinding = false;
void* before_unwinding[5];

// By thread.
std::vector<std::vector<StackFrame>>& kept_frames = *new std::vector<std::vector<StackFrame>>;

constexpr int kKept[] = {3, 6, 12, 13, 14, 15};  // rbx, rbp, r12 and so on, as the tables number them

struct Frames {
  uint64_t* pcs;
  uint32_t most;
  uint32_t count;
  std::vector<StackFrame>* kept = nullptr;
  bool is_open = false;  // where the last one ends is told with the next
};

_Unwind_Reason_Code add_frame(_Unwind_Context* context, void* data) {
  auto* frames = static_cast<Frames*>(data);
  int before_instruction = 0;
  uint64_t pc = _Unwind_GetIPInfo(context, &before_instruction);
  const uint64_t begin = _Unwind_GetCFA(context);
  if (frames->is_open) frames->kept->back().end = begin;
  frames->is_open = false;
  if (pc == 0 || frames->count == frames->most) return _URC_END_OF_STACK;
  // The instruction that a signal interrupted counts as if it had been called from there.
  if (is_own_code(pc)) return _URC_NO_REASON;
  frames->pcs[frames->count++] = pc + (before_instruction != 0 ? 1 : 0);
  if (frames->kept != nullptr) {
    frames->kept->push_back({frames->pcs[frames->count - 1], begin, begin, {}});
    for (uint32_t k = 0; k < 6; k++) frames->kept->back().registers[k] = _Unwind_GetGR(context, kKept[k]);
    frames->is_open = true;
  }
  return _URC_NO_REASON;
}

_Unwind_Reason_Code take_frame(_Unwind_Context* context, void* data) {
  auto* frame = static_cast<CallingFrame*>(data);
  if (frame->stack_pointer != 0) {
    frame->end = _Unwind_GetCFA(context);
    return _URC_END_OF_STACK;
  }
  if (is_own_code(_Unwind_GetIP(context))) return _URC_NO_REASON;
  for (uint32_t k = 0; k < 6; k++) frame->registers[k] = _Unwind_GetGR(context, kKept[k]);
  frame->stack_pointer = _Unwind_GetCFA(context);
  return _URC_NO_REASON;
}

uint32_t unwind(Frames frames) {
  SystemCallsAllowed allowed;
  static Frames under_way;
  under_way = frames;
  if (__builtin_setjmp(before_unwinding) == 0) {
    unwinding = true;
    _Unwind_Backtrace(add_frame, &under_way);
  }
  unwinding = false;
  return under_way.count;
}

}  // namespace

CallingFrame find_calling_frame() {
  SystemCallsAllowed allowed;
  CallingFrame frame;
  if (__builtin_setjmp(before_unwinding) == 0) {
    unwinding = true;
    _Unwind_Backtrace(take_frame, &frame);
  } else {
    frame = {};
  }
  unwinding = false;
  return frame;
}

uint32_t unwind(uint64_t* pcs, uint32_t most) {
  return unwind(Frames{pcs, most, 0});
}

std::span<const StackFrame> frames_of(uint32_t thread) {
  if (thread >= kept_frames.size()) return {};
  return kept_frames[thread];
}

void leave_unwinding() {
  if (!unwinding) return;
  unwinding = false;
  __builtin_longjmp(before_unwinding, 1);
}

namespace {

[[gnu::noinline]] uint32_t tell_them() {
  protocol::CallersRecord record = {};
  record.header = {protocol::RecordKind::kCallers, sizeof record};
  std::vector<StackFrame>* kept = nullptr;
  if (is_replay()) {
    if (current_thread() >= kept_frames.size()) kept_frames.resize(current_thread() + 1);
    kept = &kept_frames[current_thread()];
    kept->clear();
  }
  record.count = unwind(Frames{record.pcs, protocol::kMostCallers, 0, kept});
  if (record.count == 0) return 0;
  uint64_t hash = record.count;
  for (uint64_t pc : record.pcs) hash = (hash ^ pc) * 0x9e3779b97f4a7c15ULL + (hash >> 29);
  for (uint32_t k = 0; k < told.size(); k++)
    if (told[k] == hash) return k + 1;
  if (!append_record(&record, sizeof record)) return 0;
  told.push_back(hash);
  return static_cast<uint32_t>(told.size());
}

}  // namespace

uint32_t tell_callers() {
  const uint32_t number = tell_them();
  // The stack must not tell the first time from the next.
  clear_stack_below();
  return number;
}

}  // namespace mazurka::runtime
