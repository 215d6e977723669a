#include "runtime/races/told_accesses.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

#include "protocol/replay_records.hpp"
#include "runtime/platform/supervisor_log.hpp"
#include "runtime/races/memory_errors.hpp"
#include "runtime/races/noted_accesses.hpp"
#include "runtime/races/owned_memory.hpp"
#include "runtime/races/stack_depot.hpp"

namespace mazurka::runtime {

namespace {

using protocol::PlainRecord;
using protocol::RecordKind;

void tell_block(uintptr_t address) {
  const BlockInfo* block = block_at(address);
  if (block == nullptr) return;
  protocol::BlockRecord record = {};
  record.header = {RecordKind::kBlock, sizeof record};
  record.address = address;
  record.begin = block->address;
  record.bytes = block->bytes;
  record.thread = block->allocated_by;
  for (uint64_t pc : stack_at(block->allocated_at))
    if (record.frames < std::size(record.pcs)) record.pcs[record.frames++] = pc;
  append_record(&record, sizeof record);
  note_told_place(address);
}

// Since its last step.
void tell_last_accesses(uint32_t thread) {
  constexpr size_t kMostLast = 64;
  std::vector<PlainRecord> last;
  for (auto access = noted_accesses().rbegin(); access != noted_accesses().rend() && last.size() < kMostLast;
       ++access) {
    if (access->thread != thread) continue;
    if (!last.empty() && access->step != last.front().step) break;
    last.push_back(*access);
  }
  for (auto access = last.rbegin(); access != last.rend(); ++access) {
    access->is_last = 1;
    tell_place(access->address);
    append_record(&*access, sizeof *access);
  }
}

}  // namespace

void tell_place(uintptr_t address) {
  if (is_told_place(address)) return;
  if (!tell_local(address) && races::is_in_heap(address)) tell_block(address);
}

void tell_target(uint64_t value, uint32_t bytes) {
  if (bytes == sizeof value && races::is_in_heap(value) && !is_told_place(value)) tell_block(value);
}

void tell_accesses(std::optional<uint32_t> failed) {
  end_noted_access();
  tells_accesses = false;
  // By byte: who accessed it, and whether it is written.
  struct Use {
    uint64_t address;
    uint32_t thread;
    bool writes;
  };
  std::vector<Use> uses;
  for (const PlainRecord& access : noted_accesses())
    for (uint64_t at = access.address & ~uint64_t{7}; at < access.address + std::min(access.bytes, 64U); at += 8)
      uses.push_back({at, access.thread, access.writes != 0});
  std::sort(uses.begin(), uses.end(), [](const Use& a, const Use& b) {
    return a.address != b.address ? a.address < b.address : a.thread < b.thread;
  });
  std::vector<uint64_t> shared;
  for (size_t k = 0; k < uses.size();) {
    size_t end = k;
    bool writes = false;
    for (; end < uses.size() && uses[end].address == uses[k].address; end++) writes |= uses[end].writes;
    if (writes && uses[k].thread != uses[end - 1].thread) shared.push_back(uses[k].address);
    k = end;
  }
  const auto is_shared = [&](const PlainRecord& access) {
    return std::binary_search(shared.begin(), shared.end(), access.address & ~uint64_t{7});
  };
  auto left_out = std::count_if(noted_accesses().begin(), noted_accesses().end(), is_shared) -
                  static_cast<std::ptrdiff_t>(protocol::kMostPlain);
  for (const PlainRecord& access : noted_accesses()) {
    if (!is_shared(access) || left_out-- > 0) continue;
    tell_place(access.address);
    tell_target(access.before, access.bytes);
    tell_target(access.after, access.bytes);
    append_record(&access, sizeof access);
  }
  if (failed) tell_last_accesses(*failed);
}

}  // namespace mazurka::runtime
