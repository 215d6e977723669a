// What becomes of each system call of the program: the one place that knows all of them. To support another one, write
// a handler where calls of its kind are (files/calls.hpp, pipes/calls.hpp, process_calls.hpp) and give it a row.
#pragma once

#include <cstdint>

#include "runtime/kernel/system_call.hpp"

namespace mazurka::runtime {

enum class Treatment : uint8_t {
  kRefused,       // nobody controls it: the program is stopped there, and the verdict is incomplete
  kPassed,        // the kernel performs it; the same in every execution
  kPretended,     // nothing happens but what the handler does, if there is one: no progress
  kAtOnce,        // by the handler, on the stack of signals: no step
  kPerformed,     // by the handler, on the thread's own stack: may be a step, and may wait
  kMakesProcess,  // make_process.hpp
  kEndsProgram,
};

struct SystemCallRow {
  const char* name = nullptr;  // null: hardly anybody makes it
  Treatment treatment = Treatment::kRefused;
  SystemCallHandler* handler = nullptr;  // of kAtOnce, kPerformed, perhaps kPretended
};

const SystemCallRow& row_of(long number);

}  // namespace mazurka::runtime
