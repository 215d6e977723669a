#include "runtime/broken_pipe.hpp"

#include <errno.h>
#include <signal.h>

#include "runtime/kernel_objects.hpp"

namespace mazurka::runtime {

namespace {

KernelObject action_object;
PerExecution<void (*)(int)> action;

// As the kernel has it.
struct KernelAction {
  void (*handler)(int);
  unsigned long flags;
  void (*restorer)();
  unsigned long mask;
};

}  // namespace

long set_pipe_action(const SystemCall& call) {
  const auto* wanted = reinterpret_cast<const KernelAction*>(call.a[1]);
  auto* before = reinterpret_cast<KernelAction*>(call.a[2]);
  if (wanted == nullptr)
    look_at(action_object, "sigaction", call.pc);
  else
    change(action_object, "sigaction", call.pc);
  if (before != nullptr) *before = {action.get(), 0, nullptr, 0};
  if (wanted != nullptr) action.get() = wanted->handler;
  return 0;
}

long raise_broken_pipe(uint64_t pc) {
  look_at(action_object, "SIGPIPE", pc);
  if (action.get() == SIG_IGN) return -EPIPE;
  if (action.get() != SIG_DFL) report_unsupported("a handler for SIGPIPE", pc);
  report_failure(protocol::BugKind::kSignal, "SIGPIPE: write to a pipe or socket that nobody reads", 0);
}

}  // namespace mazurka::runtime
