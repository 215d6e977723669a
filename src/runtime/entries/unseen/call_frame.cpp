#include "runtime/entries/unseen/call_frame.hpp"

#include "runtime/races/plain_operations.hpp"
#include "runtime/races/race_detector.hpp"

namespace mazurka::runtime {

void touch(const CallFrame& call, uintptr_t address, uint64_t bytes, bool writes) {
  if (bytes == 0) return;
  if (writes) note_plain_write(address, bytes);
  if (watching) plain_access_by_library(address, bytes, writes ? kPlainWrite : kPlainRead, call.pc);
}

}  // namespace mazurka::runtime
