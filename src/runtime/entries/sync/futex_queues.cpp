#include "runtime/entries/sync/futex_queues.hpp"

#include <unordered_map>

#include "runtime/memory/per_execution.hpp"

namespace mazurka::runtime {

namespace {

// Never destroyed: the program's exit handlers run ours too.
using Queues = std::unordered_map<uintptr_t, PerExecution<uint64_t>>;
Queues& queues = *new Queues;

}  // namespace

// The queue is the kernel's; the word at its address is the program's, to be accessed as it likes.
const ObjectKind kFutexQueueObject{
    .read = [](uintptr_t address, uint32_t) { return static_cast<Value>(futex_waiters(address)); },
    .is_primitive = false};

uint64_t futex_waiters(uintptr_t address) {
  auto found = queues.find(address);
  return found == queues.end() ? 0 : found->second.get();
}

void set_futex_waiters(uintptr_t address, uint64_t waiters) {
  queues[address].get() = waiters;
}

}  // namespace mazurka::runtime
