#include "runtime/platform/debugger_hooks.hpp"

MazurkaThread mazurka_threads[1024];
uint32_t mazurka_thread_count = 0, mazurka_step = 0, mazurka_step_thread = 0, mazurka_running = 0;

// Different, or they would be made one.
[[gnu::noinline]] void mazurka_step_done() {
  asm volatile("nop # a step" : : : "memory");
}
[[gnu::noinline]] void mazurka_bug_here() {
  asm volatile("nop; nop # a bug" : : : "memory");
}
[[gnu::noinline]] void mazurka_replay_over() {
  asm volatile("nop; nop; nop # the end" : : : "memory");
}
