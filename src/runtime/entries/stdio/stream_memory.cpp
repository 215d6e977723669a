#include "runtime/entries/stdio/stream_memory.hpp"

#include <algorithm>
#include <vector>

#include "runtime/memory/per_execution.hpp"
#include "runtime/races/plain_operations.hpp"
#include "runtime/races/race_detector.hpp"

namespace mazurka::runtime {

namespace {

struct Lent {
  const FILE* file;
  uintptr_t memory;
  size_t bytes;
  AccessKind kind;
};
// Never destroyed: the program's exit handlers run ours too.
PerExecution<std::vector<Lent>>& lent = *new PerExecution<std::vector<Lent>>;
bool is_any_lent = false;  // in whatever execution

}  // namespace

void lend_memory(const FILE* file, const void* memory, size_t bytes, bool only_read) {
  if (!is_checked() || file == nullptr || memory == nullptr || bytes == 0) return;
  note_unseen_change();
  is_any_lent = true;
  lent.get().push_back({file, reinterpret_cast<uintptr_t>(memory), bytes, only_read ? kPlainRead : kPlainWrite});
}

void give_back_memory(const FILE* file) {
  if (is_any_lent) std::erase_if(lent.get(), [file](const Lent& one) { return one.file == file; });
}

void touch_lent_memory(const FILE* file, uint64_t pc) {
  if (!is_any_lent || !watching) return;
  for (const Lent& one : lent.get())
    if (one.file == file) plain_access_by_library(one.memory, one.bytes, one.kind, pc);
}

}  // namespace mazurka::runtime
