#include "runtime/engine/states/naming.hpp"

#include <string.h>

#include <algorithm>
#include <vector>

#include "runtime/engine/threads/fiber.hpp"
#include "runtime/engine/threads/thread_table.hpp"
#include "runtime/engine/threads/used_stack.hpp"

uint64_t mazurka_foreign_calls = 0;

namespace mazurka::runtime {

CriticalSections* fused_sections = nullptr;
void (*at_end_of_run)(uint32_t thread) = nullptr;
void (*at_named_step)() = nullptr;
std::span<const Flow> (*flows_of_step)() = nullptr;
bool (*may_race_later)(uint32_t thread, uint64_t access, std::span<const uint32_t> holders) = nullptr;

namespace {

// Below a suspended thread's stack pointer: as far as calls of the program and of ours usually go.
constexpr size_t kCleared = 4096;

std::vector<uint32_t>& ran = *new std::vector<uint32_t>;

}  // namespace

void begin_naming() {
  names_states = true;
  user_threads.clear_stacks_at_restart();
}

void begin_named_step() {
  ran.clear();
  if (at_named_step != nullptr) at_named_step();
}

void note_run(uint32_t thread) {
  if (!ran_in_step(thread)) ran.push_back(thread);
  if (at_end_of_run != nullptr) at_end_of_run(thread);
  char* stack_pointer = static_cast<char*>(user_threads[thread].context.stack_pointer);
  // (A stack that the program has lent is its own memory. And what is below may be another context's.)
  if (contexts_lie_on_stacks || !has_stack_of_ours(thread) || !is_on_own_stack(thread, stack_pointer)) return;
  const size_t room = static_cast<size_t>(stack_pointer - stack_bottom(thread));
  const size_t bytes = std::min(kCleared, room);
  memset(stack_pointer - bytes, 0, bytes);
}

void note_locks(uint32_t thread, OpCode code, ObjectId object, Value value) {
  HeldMutexes& held = user_threads[thread].held;
  switch (code) {
    case OpCode::kLock: held.add(object); break;
    case OpCode::kTryLock:
      if (value == static_cast<Value>(thread) + 1) held.add(object);
      break;
    case OpCode::kUnlock: held.remove(object); break;
    default: break;
  }
}

bool ran_in_step(uint32_t thread) {
  return std::find(ran.begin(), ran.end(), thread) != ran.end();
}

}  // namespace mazurka::runtime
