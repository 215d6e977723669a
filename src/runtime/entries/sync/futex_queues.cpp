#include "runtime/entries/sync/futex_queues.hpp"

#include <unordered_map>

#include "runtime/engine/native_program.hpp"

namespace mazurka::runtime {

namespace {

struct Queue {
  uint64_t execution = 0;  // the last one in which it was used
  uint64_t waiters = 0;
};
// Never destroyed: the program's exit handlers run ours too.
std::unordered_map<uintptr_t, Queue>& queues = *new std::unordered_map<uintptr_t, Queue>;

}  // namespace

uint64_t futex_waiters(uintptr_t address) {
  auto found = queues.find(address);
  return found == queues.end() || found->second.execution != program->execution() ? 0 : found->second.waiters;
}

void set_futex_waiters(uintptr_t address, uint64_t waiters) {
  queues[address] = {program->execution(), waiters};
}

}  // namespace mazurka::runtime
