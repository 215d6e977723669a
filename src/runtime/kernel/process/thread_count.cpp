#include "runtime/kernel/process/thread_count.hpp"

#include "runtime/engine/learned_facts.hpp"
#include "runtime/engine/threads/thread_hooks.hpp"
#include "runtime/engine/threads/user_side.hpp"
#include "runtime/kernel/kernel_objects.hpp"
#include "runtime/memory/per_execution.hpp"

namespace mazurka::runtime {

namespace {

constexpr uint32_t kFactNumber = 1003;  // behind those of thread_settings.cpp

// Never destroyed: the program's exit handlers may use them.
KernelObject& object = *new KernelObject(Orders::kNone);
PerExecution<uint32_t>& others = *new PerExecution<uint32_t>;  // than main; counted only if somebody asks

bool is_asked_for() {
  return at_base() && is_known(Fact::kStateIsShared, kFactNumber);
}

void end_counted() {
  if (current_thread() == 0 || !is_asked_for()) return;
  change(object, "end of the thread", 0);
  others.get()--;
}
const EndHook count_hook(EndHook::Turn::kLastSteps, end_counted);

}  // namespace

uint32_t count_threads(const char* name, uint64_t pc) {
  if (!at_base()) return 1;
  learn_fact(Fact::kStateIsShared, kFactNumber);
  if (is_asked_for()) look_at(object, name, pc);
  return 1 + others.get();
}

void count_new_thread(const char* name, uint64_t pc) {
  if (at_base() && !is_asked_for()) return;
  if (at_base()) change(object, name, pc);
  others.get()++;
}

}  // namespace mazurka::runtime
