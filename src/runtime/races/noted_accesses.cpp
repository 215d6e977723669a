#include "runtime/races/noted_accesses.hpp"

#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>

#include <algorithm>
#include <vector>

#include "protocol/replay_records.hpp"
#include "runtime/engine/callers.hpp"
#include "runtime/engine/native_program.hpp"
#include "runtime/platform/memory_questions.hpp"
#include "runtime/platform/own_code.hpp"
#include "runtime/platform/raw_syscall.hpp"
#include "runtime/platform/supervisor_log.hpp"

namespace mazurka::runtime {

bool tells_accesses = false;

namespace {

using protocol::PlainRecord;
using protocol::RecordKind;

// More are not kept, only the last ones: some 17 MB.
constexpr size_t kMostNoted = 128 * 1024;
constexpr size_t kMostBytes = 8;  // whose values are told

// Never destroyed, as all of ours.
std::vector<PlainRecord>& noted = *new std::vector<PlainRecord>;
std::vector<uintptr_t>& told_places = *new std::vector<uintptr_t>;
uint64_t first_step = 0;
bool is_open = false;  // the last one has not happened yet

// Pages that were read in the step at hand: a thread may compute for long.
struct ReadPages {
  static constexpr size_t kMost = 64;
  uint64_t step = 0;
  uintptr_t pages[kMost] = {};

  uintptr_t& place_of(uintptr_t page) {
    if (step != steps_done()) *this = {.step = steps_done()};
    return pages[page / kPage % kMost];
  }
};
ReadPages read_pages;

// By the kernel, the first time: what cannot be read is to crash the program, not us. 0 then.
uint64_t contents(uint64_t address, uint32_t bytes) {
  uint64_t value = 0;
  if (bytes > kMostBytes) return 0;
  const uintptr_t page = address & ~(kPage - 1);
  const bool is_in_one = page == ((address + bytes - 1) & ~(kPage - 1));
  uintptr_t& known = read_pages.place_of(page);
  if (is_in_one && known == page) {
    memcpy(&value, reinterpret_cast<const void*>(address), bytes);
    return value;
  }
  const iovec to = {&value, bytes};
  const iovec from = {reinterpret_cast<void*>(address), bytes};
  const long read = raw_syscall(SYS_process_vm_readv, raw_syscall(SYS_getpid), as_word(&to), 1, as_word(&from), 1, 0);
  if (is_in_one && read == static_cast<long>(bytes)) known = page;
  return value;
}

uint32_t owner_of(uintptr_t address) {
  for (uint32_t t = 0; t < user_threads.size(); t++)
    if (address >= reinterpret_cast<uintptr_t>(stack_bottom(t)) && address < reinterpret_cast<uintptr_t>(stack_top(t)))
      return t;
  return UINT32_MAX;
}

// For values that are more than 8 bytes: containers and the like.
void let_look_at(const PlainRecord& access, protocol::MemoryStop::Why when) {
  if (!is_watched(access.address, access.bytes)) return;
  protocol::MemoryStop& stop = protocol::memory_stop(*channel);
  stop.writes = access.writes;
  stop.address = access.address;
  stop.bytes = access.bytes;
  answer_questions(when, access.thread);
}

}  // namespace

void forget_read_pages() {
  read_pages = {};
}

bool is_told_place(uintptr_t address) {
  return std::find(told_places.begin(), told_places.end(), address) != told_places.end();
}
void note_told_place(uintptr_t address) {
  told_places.push_back(address);
}
const std::vector<PlainRecord>& noted_accesses() {
  return noted;
}

// The functions of a thread are known as of its last operation: what lies in one that it has called since is not found.
bool tell_local(uintptr_t address) {
  const uint32_t owner = owner_of(address);
  if (owner == UINT32_MAX) return false;
  for (const StackFrame& frame : frames_of(owner)) {
    if (address < frame.begin || address >= frame.end) continue;
    const protocol::LocalRecord record = {{RecordKind::kLocal, sizeof record}, address, frame.pc, frame.end, owner, 0};
    append_record(&record, sizeof record);
    told_places.push_back(address);
    break;
  }
  return true;
}

void begin_to_tell_accesses() {
  tells_accesses = true;
  first_step = steps_done();
  noted.clear();
  told_places.clear();
}

void end_noted_access() {
  if (!is_open) return;
  is_open = false;
  PlainRecord& last = noted.back();
  last.after = contents(last.address, last.bytes);
  let_look_at(last, protocol::MemoryStop::Why::kAfter);
}

void note_access(uintptr_t address, size_t bytes, AccessKind kind, uint64_t pc) {
  end_noted_access();
  if (!is_checked()) return;
  if (noted.size() >= kMostNoted) noted.erase(noted.begin(), noted.begin() + kMostNoted / 2);
  PlainRecord record = {};
  record.header = {RecordKind::kPlain, sizeof record};
  record.thread = current_thread();
  record.writes = kind == kPlainWrite;
  record.bytes = static_cast<uint32_t>(bytes);
  record.step = static_cast<uint32_t>(steps_done() - first_step);
  record.address = address;
  record.before = contents(address, record.bytes);
  record.pcs[record.frames++] = pc;
  for_each_frame(reinterpret_cast<uint64_t>(__builtin_frame_address(0)), [&](uint64_t caller) {
    if (!is_own_code(caller) && caller != pc) record.pcs[record.frames++] = caller;
    return record.frames < std::size(record.pcs);
  });
  noted.push_back(record);
  is_open = record.writes != 0;
  let_look_at(record, protocol::MemoryStop::Why::kBefore);
  if (!is_open) noted.back().after = record.before;
  // The functions of its owner may have ended by the end of the execution.
  if (const uint32_t owner = owner_of(address);
      owner != UINT32_MAX && owner != record.thread && !is_told_place(address))
    tell_local(address);
}

}  // namespace mazurka::runtime
