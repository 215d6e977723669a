#include "runtime/main/race_report.hpp"

#include <bit>

#include "runtime/platform/supervisor_log.hpp"
#include "runtime/platform/text.hpp"
#include "runtime/races/ends/frame_end.hpp"
#include "runtime/races/memory_errors.hpp"
#include "runtime/races/owned_memory.hpp"
#include "runtime/races/stack_depot.hpp"
#include "runtime/races/told_accesses.hpp"

namespace mazurka::runtime {

namespace {

uint32_t bytes_in(Cell cell) {
  return static_cast<uint32_t>(std::popcount(cell & kMaskBits));
}
uintptr_t address_in(const FoundRace& race, Cell cell) {
  return race.address + static_cast<uintptr_t>(std::countr_zero((cell & kMaskBits) >> kMaskShift));
}

void add_access(Text& text, const FoundRace& race, Cell cell, uint64_t place) {
  if (races::is_end_of_thread(cell, race.address, place)) {
    text.add("end of T").add_number(thread_in(cell)).add(", which frees its stack");
    return;
  }
  if (races::end_of_function_at(pc_of(place)) != protocol::EndOfFunction::kNone) {
    text.add("end of the function of T").add_number(thread_in(cell)).add(" whose variable it is");
    return;
  }
  if ((cell & kAtomicWrite) != 0) text.add("atomic ");
  text.add((cell & kPlainRead) != 0 ? "read" : "write").add(" of ").add_number(bytes_in(cell));
  text.add(bytes_in(cell) == 1 ? " byte at " : " bytes at ").add_hex(address_in(race, cell));
  text.add(" by T").add_number(thread_in(cell));
}

protocol::AccessRecord access_record(uint32_t thread, uint64_t place) {
  protocol::AccessRecord record = {};
  record.header = {protocol::RecordKind::kAccess, sizeof record};
  record.thread = thread;
  record.step = step_of(place);
  for (uint64_t pc : stack_at(place))
    if (record.frames < std::size(record.pcs)) record.pcs[record.frames++] = pc;
  return record;
}

void append_access(const FoundRace& race, Cell cell, uint64_t place, protocol::AccessRole role) {
  protocol::AccessRecord record = access_record(thread_in(cell), place);
  record.role = role;
  record.writes = (cell & kPlainRead) == 0;
  record.atomic = (cell & kAtomicWrite) != 0;
  record.bytes = bytes_in(cell);
  record.ends_thread = races::is_end_of_thread(cell, race.address, place);
  record.ends_function = races::end_of_function_at(pc_of(place));
  record.address = address_in(race, cell);
  append_record(&record, sizeof record);
}

void append_place(protocol::AccessRole role, uint32_t thread, uintptr_t address) {
  protocol::AccessRecord record = {};
  record.header = {protocol::RecordKind::kAccess, sizeof record};
  record.role = role;
  record.thread = thread;
  record.address = address;
  append_record(&record, sizeof record);
}

// Memory that belongs to a thread. Thread-local variables lie below the thread pointer.
bool append_owner(uintptr_t address) {
  constexpr uintptr_t kMostThreadLocal = 1 << 20;
  uint32_t nearest = UINT32_MAX;
  uintptr_t distance = kMostThreadLocal;
  for (uint32_t t = 0; t < user_threads.size(); t++) {
    if (address >= reinterpret_cast<uintptr_t>(stack_bottom(t)) &&
        address < reinterpret_cast<uintptr_t>(stack_top(t))) {
      append_place(protocol::AccessRole::kStack, t, address);
      return true;
    }
    uintptr_t pointer = program->thread(t).context.thread_pointer;
    if (pointer > address && pointer - address < distance) {
      nearest = t;
      distance = pointer - address;
    }
  }
  if (nearest == UINT32_MAX) return false;
  append_place(protocol::AccessRole::kThreadLocal, nearest, address);
  return true;
}

void append_block(const BlockInfo* block) {
  if (block == nullptr) return;
  protocol::AccessRecord record = access_record(block->allocated_by, block->allocated_at);
  record.role = protocol::AccessRole::kAllocated;
  record.address = block->address;
  record.bytes = static_cast<uint32_t>(block->bytes);
  append_record(&record, sizeof record);
  if (!block->freed) return;
  record = access_record(block->freed_by, block->freed_at);
  record.role = protocol::AccessRole::kFreed;
  record.address = block->address;
  record.bytes = static_cast<uint32_t>(block->bytes);
  append_record(&record, sizeof record);
}

}  // namespace

void describe_race(const FoundRace& race, protocol::BugRecord& record) {
  Text text;
  text.add("data race: ");
  add_access(text, race, race.later, race.place);
  text.add(", not ordered after the ");
  add_access(text, race, race.earlier, race.earlier_place);
  record.kind = protocol::BugKind::kDataRace;
  record.thread = thread_in(race.later);
  record.fault_address = address_in(race, race.later);
  record.pc = pc_of(race.place);
  record.other_pc = pc_of(race.earlier_place);
  copy_text(record.message, sizeof record.message, text.get());
}

void append_race_details(const FoundRace& race) {
  append_access(race, race.later, race.place, protocol::AccessRole::kLater);
  append_access(race, race.earlier, race.earlier_place, protocol::AccessRole::kEarlier);
  uintptr_t address = address_in(race, race.later);
  tell_place(address);
  tell_place(address_in(race, race.earlier));
  if (!append_owner(address)) append_block(block_at(address));
}

void describe_owner(uintptr_t block, protocol::BugRecord& record) {
  const BlockInfo* known = block_at(block);
  if (known == nullptr) return;
  record.thread = known->allocated_by;
  record.pc = pc_of(known->allocated_at);
}

void append_block_details(uintptr_t block) {
  if (!append_owner(block)) append_block(block_at(block));
}

void append_memory_details(const PendingFailure& failure) {
  using protocol::BugKind;
  bool inside = failure.kind == BugKind::kUseAfterFree || failure.kind == BugKind::kDoubleFree;
  bool near = failure.kind == BugKind::kHeapOverflow || failure.kind == BugKind::kInvalidFree;
  tell_place(failure.address);
  if ((!inside && !near) || append_owner(failure.address)) return;
  append_block(inside ? block_at(failure.address) : block_near(failure.address));
}

}  // namespace mazurka::runtime
