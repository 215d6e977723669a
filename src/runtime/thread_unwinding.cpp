// Unwinding looks up every frame in tables, which takes longer than the rest of a small execution. Most stacks have
// nothing to run on the way; a stack that was found to be such a one is remembered, contents and registers, and the
// same stack is not unwound again: all that an unwinder sees is the same.
#include "runtime/thread_unwinding.hpp"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unwind.h>

#include "runtime/native_program.hpp"

namespace mazurka::runtime {

namespace {

using ForcedUnwind = _Unwind_Reason_Code (*)(_Unwind_Exception*, _Unwind_Stop_Fn, void*);
using HandlersOf = void* (*)(_Unwind_Context*);

ForcedUnwind force_unwind = nullptr;
HandlersOf handlers_of = nullptr;

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

_Unwind_Reason_Code on_frame(int, _Unwind_Action actions, _Unwind_Exception_Class, _Unwind_Exception*,
                             _Unwind_Context* context, void* result) {
  bool is_end = (actions & _UA_END_OF_STACK) != 0;
  if (program->current < kThreads) {
    Unwinding& unwinding = unwindings[program->current];
    if (!is_end) unwinding.has_handlers |= handlers_of == nullptr || handlers_of(context) != nullptr;
    if (is_end && !unwinding.has_handlers) unwinding.plain = unwinding.at_hand;
  }
  if (is_end) program->end_thread(result);
  return _URC_NO_REASON;
}

[[gnu::noinline]] void take_image(StackImage& image, const uint64_t* from, const uint64_t* registers, size_t count) {
  auto* top = reinterpret_cast<const uint64_t*>(stack_top(program->current));
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
  uint64_t registers[6];
  asm volatile(
      "mov %%rbx, 0(%0)\n\tmov %%rbp, 8(%0)\n\tmov %%r12, 16(%0)\n\t"
      "mov %%r13, 24(%0)\n\tmov %%r14, 32(%0)\n\tmov %%r15, 40(%0)"
      :
      : "r"(registers)
      : "memory");
  if (program->current < kThreads) {
    Unwinding& unwinding = unwindings[program->current];
    take_image(unwinding.at_hand, static_cast<const uint64_t*>(__builtin_frame_address(0)), registers, 6);
    if (is_same(unwinding.at_hand, unwinding.plain)) program->end_thread(result);
    unwinding.has_handlers = unwinding.at_hand.words == 0;
  }
  if (force_unwind == nullptr) {
    force_unwind = reinterpret_cast<ForcedUnwind>(dlsym(RTLD_DEFAULT, "_Unwind_ForcedUnwind"));
    handlers_of = reinterpret_cast<HandlersOf>(dlsym(RTLD_DEFAULT, "_Unwind_GetLanguageSpecificData"));
  }
  if (force_unwind != nullptr) {
    _Unwind_Exception* exception = program->current < kThreads
                                       ? &unwindings[program->current].exception
                                       : static_cast<_Unwind_Exception*>(malloc(sizeof(_Unwind_Exception)));
    memset(exception, 0, sizeof *exception);
    force_unwind(exception, on_frame, result);
  }
  program->end_thread(result);
}

}  // namespace mazurka::runtime
