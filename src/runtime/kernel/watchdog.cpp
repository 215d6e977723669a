#include "runtime/kernel/watchdog.hpp"

#include <sys/time.h>

#include "runtime/engine/callers.hpp"
#include "runtime/engine/failure.hpp"
#include "runtime/engine/program_code.hpp"
#include "runtime/engine/run.hpp"
#include "runtime/engine/threads/user_side.hpp"
#include "runtime/memory/rewind.hpp"
#include "runtime/platform/raw_syscall.hpp"
#include "runtime/platform/supervisor_log.hpp"
#include "runtime/platform/text.hpp"
#include "runtime/platform/trouble.hpp"
#include "runtime/races/race_detector.hpp"
#include "runtime/races/shared_memory.hpp"

namespace mazurka::runtime {

namespace {

constexpr uint32_t kTicksPerSecond = 4;
// A thread that did nothing else for so long may read what nobody will change.
constexpr uint32_t kTicksToLookAtReads = 1;
// What main does before its first thread is done only once, and may be much, unless somebody says how much.
constexpr uint32_t kSecondsBeforeBase = 60;

uint64_t last_steps = 0;
uint32_t idle_ticks = 0;
uint32_t patience = 0, patience_before_base = 0;  // ticks

void set_timer(long microseconds) {
  itimerval timer = {{0, microseconds}, {0, microseconds}};
  raw_syscall(SYS_setitimer, ITIMER_PROF, as_word(&timer), 0);
}

bool is_out_of_patience() {
  bool stuck = is_checked() && steps_done() == last_steps;
  idle_ticks = stuck ? idle_ticks + 1 : 0;
  last_steps = steps_done();
  computes_for_long = at_base() && idle_ticks > (explores_plain ? patience / 5 : kTicksToLookAtReads);
  // (Then, plain reads are looked at for a while.)
  if (computes_for_long) only_compares = false;
  if (idle_ticks < (at_base() ? patience : patience_before_base)) return false;
  idle_ticks = 0;
  return true;
}

// A library that waits in a loop of its own for what another thread does there: nobody sees what it waits for.
const char* library_that_loops() {
  constexpr uint32_t kMost = 32;
  uint64_t stack[kMost];
  uint32_t frames = unwind(stack, kMost);
  for (uint32_t k = 0; k < frames; k++) {
    if (const char* name = unseen_library_at(stack[k] - 1)) return name;
    if (is_program_code(stack[k] - 1)) return nullptr;
  }
  return nullptr;
}

// The tick may have come in a function of ours that the program called: the stack leads to the call.
[[noreturn]] void fail_without_end(uint64_t pc, uint64_t frame_pointer) {
  if (const char* library = library_that_loops()) {
    Text text;
    report_unsupported(text.add("a loop without end in ").add(library).add(", which is not seen").get(), pc);
  }
  PendingFailure failure;
  failure.kind = protocol::BugKind::kEndlessLoop;
  copy_text(failure.message, sizeof failure.message,
            "a thread computes without end: no visible operation for longer than --watchdog allows");
  capture_stack(failure, pc, frame_pointer);
  fail_thread(failure, pc);
}

}  // namespace

void start_watchdog(uint32_t seconds) {
  patience = seconds * kTicksPerSecond;
  bool is_usual = seconds == protocol::kDefaultWatchdogSeconds;
  patience_before_base = (is_usual ? kSecondsBeforeBase : seconds) * kTicksPerSecond;
  start_watchdog();
}

void start_watchdog() {
  set_timer(1'000'000 / kTicksPerSecond);
}

void stop_watchdog() {
  set_timer(0);
}

void tick(uint64_t pc, uint64_t frame_pointer) {
  // Nobody looks for that between two executions while there is none.
  if (is_checked() && !at_base() && channel->progress.stop_requested != 0)
    stop_exploring("the program had not yet come to its first thread");
  if (is_out_of_patience()) fail_without_end(pc, frame_pointer);
}

}  // namespace mazurka::runtime
