// Places where a debugger stops on replay (supervise/debugger), and what it reads there. The names are those that the
// debugger's commands look for.
#pragma once

#include <cstdint>

extern "C" {
struct MazurkaThread {
  uint64_t stack_pointer;  // switch_stack() has saved its registers there
  uint64_t status;         // 0: has not begun, 1: is suspended at an operation, 2: has ended, 3: has failed
};
// As of the last step.
__attribute__((visibility("hidden"))) extern MazurkaThread mazurka_threads[1024];
__attribute__((visibility("hidden"))) extern uint32_t mazurka_thread_count, mazurka_step, mazurka_step_thread;
// 1 + the thread that runs, on its own stack; 0: none does.
__attribute__((visibility("hidden"))) extern uint32_t mazurka_running;

// A step is done.
__attribute__((visibility("hidden"))) void mazurka_step_done();
// The current thread fails; it is on its own stack.
__attribute__((visibility("hidden"))) void mazurka_bug_here();
// The schedule is over.
__attribute__((visibility("hidden"))) void mazurka_replay_over();
}
