#include "runtime/entries/threads/contexts.hpp"

#include <ucontext.h>

#include "runtime/engine/threads/used_stack.hpp"

namespace mazurka::runtime {

namespace {

// The thread goes on with the stack that it is suspended on. (What it does there, no compiler tells, but for variables
// whose addresses are used.)
void go_on_in(const CallFrame& call, uint64_t place) {
  const auto* context = reinterpret_cast<const ucontext_t*>(place);
  touch(call, place, sizeof *context, false);
  touch(call, static_cast<uintptr_t>(context->uc_mcontext.gregs[REG_RSP]), sizeof(uint64_t), false);
}

}  // namespace

void before_makecontext(CallFrame& call) {
  const auto* context = reinterpret_cast<const ucontext_t*>(call.arguments[0]);
  touch(call, call.arguments[0], sizeof *context, true);
  note_context_stack(reinterpret_cast<uintptr_t>(context->uc_stack.ss_sp));
}
void before_setcontext(CallFrame& call) {
  go_on_in(call, call.arguments[0]);
}
void before_swapcontext(CallFrame& call) {
  touch(call, call.arguments[0], sizeof(ucontext_t), true);
  go_on_in(call, call.arguments[1]);
}

}  // namespace mazurka::runtime
