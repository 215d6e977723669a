// Unwinding looks up every frame in tables, which takes longer than the rest of a small execution. Most stacks have
// nothing to run on the way; a stack that was found to be such a one is remembered, contents and registers, and the
// same stack is not unwound again: all that an unwinder sees is the same.
#include "runtime/entries/threads/thread_unwinding.hpp"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <unwind.h>

#include "runtime/engine/native_program.hpp"
#include "runtime/engine/threads/thread_data.hpp"
#include "runtime/platform/next_function.hpp"

namespace mazurka::runtime {

namespace {

using ForcedUnwind = _Unwind_Reason_Code (*)(_Unwind_Exception*, _Unwind_Stop_Fn, void*);

// From the program's unwinder, whose contexts only it understands.
ForcedUnwind force_unwind = nullptr;
decltype(&_Unwind_GetLanguageSpecificData) find_table = nullptr;
decltype(&_Unwind_GetRegionStart) find_start = nullptr;
decltype(&_Unwind_GetIP) find_place = nullptr;
decltype(&_Unwind_GetCFA) find_stack_pointer = nullptr;

template <class Function>
void find(Function& function, const char* name) {
  function = reinterpret_cast<Function>(symbol_of_program(name));
}

uint64_t read_leb(const uint8_t*& at) {
  uint64_t value = 0;
  for (uint32_t shift = 0;; shift += 7) {
    uint8_t byte = *at++;
    value |= uint64_t{byte & 0x7fu} << shift;
    if ((byte & 0x80) == 0) return value;
  }
}

// May something run in this frame? Looks it up in the function's table of calls, as its personality routine would:
// for each range of code, where the landing pad is (0: there is none). Yes for a table in an unusual form.
bool has_landing_pad(_Unwind_Context* context) {
  constexpr uint8_t kOmitted = 0xff, kLeb = 0x01;
  if (find_table == nullptr || find_start == nullptr || find_place == nullptr) return true;
  const auto* at = static_cast<const uint8_t*>(reinterpret_cast<const void*>(find_table(context)));
  if (at == nullptr) return false;
  if (*at++ != kOmitted) return true;   // where landing pads count from: else the function's start
  if (*at++ != kOmitted) read_leb(at);  // where the types are: of no interest
  if (*at++ != kLeb) return true;       // how the table is written
  uint64_t table_bytes = read_leb(at);
  const uint8_t* end = at + table_bytes;
  uint64_t place = find_place(context) - 1 - find_start(context);
  while (at < end) {
    uint64_t begin = read_leb(at), bytes = read_leb(at), pad = read_leb(at);
    read_leb(at);
    if (place >= begin && place < begin + bytes) return pad != 0;
  }
  return true;  // std::terminate
}

// Words of a stack, from the registers down to where it begins.
struct StackImage {
  static constexpr size_t kWords = 128;
  size_t words = 0;  // 0: nothing known
  uint64_t contents[kWords];
};
// By thread: others may run while one is being unwound.
struct Unwinding {
  StackImage plain;  // known to have no handlers
  StackImage at_hand;
  bool has_handlers = false;
  _Unwind_Exception exception;  // not from the heap: whether it is needed must change no address
};
constexpr size_t kThreads = 16;
Unwinding unwindings[kThreads];

// The next handler of pthread_cleanup_push in C: a place to jump to, in a frame on the stack.
void* next_cleanup() {
  const auto& cleanups = data_of(current_thread()).cleanups;
  return cleanups.empty() ? nullptr : cleanups.back();
}

[[noreturn]] void run_cleanup_or_end(void* result) {
  void* buffer = next_cleanup();
  if (buffer == nullptr) program->end_thread(result);
  change_data_of(current_thread()).cleanups.pop_back();
  _longjmp(static_cast<__jmp_buf_tag*>(buffer), 1);
}

_Unwind_Reason_Code on_frame(int, _Unwind_Action actions, _Unwind_Exception_Class, _Unwind_Exception*,
                             _Unwind_Context* context, void* result) {
  bool is_end = (actions & _UA_END_OF_STACK) != 0;
  // Everything in the frames that the one with the handler called has been destroyed by now.
  if (void* buffer = next_cleanup(); buffer != nullptr && find_stack_pointer != nullptr)
    is_end |= find_stack_pointer(context) > reinterpret_cast<uintptr_t>(buffer);
  if (current_thread() < kThreads) {
    Unwinding& unwinding = unwindings[current_thread()];
    if (!is_end) unwinding.has_handlers |= has_landing_pad(context);
    if (is_end && !unwinding.has_handlers) unwinding.plain = unwinding.at_hand;
  }
  if (is_end) run_cleanup_or_end(result);
  return _URC_NO_REASON;
}

// Somebody has caught what ends the thread, and does not throw it on.
void on_end_of_catch(_Unwind_Reason_Code, _Unwind_Exception*) {
  report_failure(protocol::BugKind::kAbort,
                 "the end of a thread (pthread_exit or pthread_cancel) was caught and not thrown on", 0);
}

[[gnu::noinline]] void take_image(StackImage& image, const uint64_t* from, const uint64_t* registers, size_t count) {
  auto* top = reinterpret_cast<const uint64_t*>(stack_top(current_thread()));
  size_t words = static_cast<size_t>(top - from);
  image.words = 0;
  if (from >= top || words + count > StackImage::kWords) return;
  memcpy(image.contents, registers, count * sizeof(uint64_t));
  memcpy(image.contents + count, from, words * sizeof(uint64_t));
  image.words = words + count;
}

bool is_same(const StackImage& a, const StackImage& b) {
  return a.words != 0 && a.words == b.words && memcmp(a.contents, b.contents, a.words * sizeof(uint64_t)) == 0;
}

}  // namespace

void unwind_and_end(void* result) {
  uint64_t registers[7];
  asm volatile(
      "mov %%rbx, 0(%0)\n\tmov %%rbp, 8(%0)\n\tmov %%r12, 16(%0)\n\t"
      "mov %%r13, 24(%0)\n\tmov %%r14, 32(%0)\n\tmov %%r15, 40(%0)"
      :
      : "r"(registers)
      : "memory");
  registers[6] = reinterpret_cast<uint64_t>(next_cleanup());  // how far it goes
  if (current_thread() < kThreads) {
    Unwinding& unwinding = unwindings[current_thread()];
    take_image(unwinding.at_hand, static_cast<const uint64_t*>(__builtin_frame_address(0)), registers, 7);
    if (is_same(unwinding.at_hand, unwinding.plain)) run_cleanup_or_end(result);
    unwinding.has_handlers = unwinding.at_hand.words == 0;
  }
  if (force_unwind == nullptr) {
    find(force_unwind, "_Unwind_ForcedUnwind");
    find(find_table, "_Unwind_GetLanguageSpecificData");
    find(find_start, "_Unwind_GetRegionStart");
    find(find_place, "_Unwind_GetIP");
    find(find_stack_pointer, "_Unwind_GetCFA");
  }
  if (force_unwind != nullptr) {
    _Unwind_Exception* exception = current_thread() < kThreads
                                       ? &unwindings[current_thread()].exception
                                       : static_cast<_Unwind_Exception*>(malloc(sizeof(_Unwind_Exception)));
    memset(exception, 0, sizeof *exception);
    exception->exception_cleanup = on_end_of_catch;
    force_unwind(exception, on_frame, result);
  }
  run_cleanup_or_end(result);
}

}  // namespace mazurka::runtime
