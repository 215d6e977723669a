#include "runtime/engine/threads/thread_hooks.hpp"

namespace mazurka::runtime {

namespace {
constexpr uint32_t kTurns = static_cast<uint32_t>(ThreadHook::Turn::kLastSteps) + 1;
constinit ThreadHook* hooks[kTurns] = {};
}  // namespace

ThreadHook::ThreadHook(Turn turn) {
  ThreadHook*& list = hooks[static_cast<uint32_t>(turn)];
  next_ = list;
  list = this;
}

void run_thread_begins(uint32_t creator) {
  for (ThreadHook* list : hooks)
    for (ThreadHook* hook = list; hook != nullptr; hook = hook->next_) hook->begin(creator);
}

void run_thread_ends() {
  for (ThreadHook* list : hooks)
    for (ThreadHook* hook = list; hook != nullptr; hook = hook->next_) hook->end();
}

}  // namespace mazurka::runtime
