#include "runtime/races/plain_operations.hpp"

#include <string.h>

#include <algorithm>

#include "runtime/engine/callers.hpp"
#include "runtime/engine/failure.hpp"
#include "runtime/engine/loops/spin_loops.hpp"
#include "runtime/engine/native_program.hpp"
#include "runtime/engine/symbolic/followed_values.hpp"
#include "runtime/engine/verifier_functions.hpp"
#include "runtime/memory/snapshot.hpp"
#include "runtime/platform/text.hpp"
#include "runtime/races/noted_accesses.hpp"
#include "runtime/races/race_detector.hpp"
#include "runtime/races/shared_memory.hpp"

namespace mazurka::runtime {

namespace {

// ---- threads that wait for memory which is not known to be shared

// So many accesses without an operation in between make it worth looking whether the thread spins. Some 100
// microseconds: short beside a restart of the exploration, and more than threads of small programs do.
constexpr uint64_t kManyAccesses = 20'000;

// Where a thread was that made that many.
struct Probe {
  uint64_t pc = 0;
  uintptr_t address = 0;
  uint64_t frame = 0;
  uint64_t changes = 0;
  uint64_t hash = 0;
};
Probe probe;
uint64_t counted_since = 0;  // this step of the program
uint64_t accesses = 0;

// Back at the same access with the same stack, having written nothing since: only another thread can end this. It stops
// here, and the exploration starts again with that memory as an object; then this is a spin loop like any other.
[[gnu::noinline]] void look_for_spinning(uintptr_t address, size_t bytes, uint64_t pc) {
  uint64_t frame = reinterpret_cast<uint64_t>(__builtin_frame_address(0));
  if (!is_on_own_stack(current_thread(), __builtin_frame_address(0))) return;
  uint64_t end = reinterpret_cast<uint64_t>(stack_top(current_thread()));
  uint64_t changes = thread_reads[current_thread()].changes;
  Probe now{pc, address, frame, changes, 0};
  bool again = probe.pc == pc && probe.address == address && probe.frame == frame && probe.changes == changes;
  bool due = accesses % kManyAccesses == 0;
  if (!again && !due) return;
  now.hash = hash_memory(reinterpret_cast<const void*>(frame), end - frame, 0);
  if (again && probe.hash == now.hash) {
    learn_shared(address, address + bytes);
    cut_thread();
  }
  probe = due ? now : Probe{};
}

bool is_own_stack(uintptr_t address) {
  uint32_t self = current_thread();
  return address >= reinterpret_cast<uintptr_t>(stack_bottom(self)) &&
         address < reinterpret_cast<uintptr_t>(stack_top(self));
}

// The thread has computed for long. What it reads in the next accesses, which are more than a round of a simple loop,
// is learned, and it stops.
constexpr uint32_t kRound = 64;
uint32_t accesses_left = kRound;
void learn_all_that_is_read(uintptr_t address, size_t bytes, AccessKind kind) {
  if (kind == kPlainRead && !is_own_stack(address)) learn_shared(address, address + bytes);
  if (--accesses_left != 0) return;
  accesses_left = kRound;
  // (If it reads nothing, nothing can end it.)
  computes_for_long = false;
  if (!has_learned() && !is_replay()) return;
  cut_slow_thread();
}

void count_access(uintptr_t address, size_t bytes, AccessKind kind, uint64_t pc) {
  if (steps_done() != counted_since) {
    counted_since = steps_done();
    accesses = 0;
    probe = {};
    computes_for_long = false;
    accesses_left = kRound;
  }
  if (computes_for_long) [[unlikely]]
    learn_all_that_is_read(address, bytes, kind);
  if (++accesses >= kManyAccesses && kind == kPlainRead) look_for_spinning(address, bytes, pc);
}

// ---- loops that only read, where plain accesses are no operations

// All that the thread's next accesses depend on, but for what another thread can change. 0: unknown.
uint64_t state_of_reader(uintptr_t address, uint64_t pc) {
  constexpr uint64_t kMostStack = 1 << 16;
  const uint32_t self = current_thread();
  const CallingFrame frame = find_calling_frame();
  const uint64_t begin = frame.stack_pointer, end = reinterpret_cast<uint64_t>(stack_top(self));
  if (begin == 0 || begin >= end || end - begin > kMostStack) return 0;
  const ThreadReads& reads = thread_reads[self];
  const uint64_t known[] = {address, pc, begin, reads.changes, reads.unseen_changes, reads.times, steps_done()};
  uint64_t hash = hash_memory(known, sizeof known, 1);
  hash = hash_memory(frame.registers, sizeof frame.registers, hash);
  return hash_memory(reinterpret_cast<const void*>(begin), end - begin, hash) | 1;
}

// Now and then a state is kept, and compared with those at the next reads of the same.
struct Reader {
  static constexpr uint32_t kDistance = 1024, kMostLooks = 8;
  uintptr_t address = 0;
  uint64_t pc = 0;
  uint64_t state = 0;
  uint32_t accesses = 0, looks = 0;
};
Reader reader;

[[gnu::noinline]] void look_for_reading_without_end(uintptr_t address, uint64_t pc) {
  if (reader.accesses++ % Reader::kDistance == 0) {
    reader.address = address;
    reader.pc = pc;
    reader.state = state_of_reader(address, pc);
    reader.looks = 0;
    return;
  }
  if (reader.address != address || reader.pc != pc || reader.state == 0 || reader.looks++ >= Reader::kMostLooks) return;
  if (state_of_reader(address, pc) != reader.state) return;
  reader = {};
  PendingFailure failure;
  failure.kind = protocol::BugKind::kEndlessLoop;
  failure.address = address;
  copy_text(failure.message, sizeof failure.message,
            "a loop without end: it only reads, and what it reads is not atomic");
  capture_stack(failure, 0, reinterpret_cast<uint64_t>(__builtin_frame_address(0)));
  fail_thread(failure, pc);
}

// ---- accesses

// What of it is not in the range.
void compare_rest(SharedRange range, uintptr_t begin, uintptr_t end, AccessKind kind, uint64_t pc) {
  if (begin < range.begin) access_range(begin, range.begin - begin, kind, pc);
  if (range.end < end) access_range(range.end, end - range.end, kind, pc);
}

// The access, or the part of it that is in the range, as an operation.
[[gnu::noinline]] void operate(SharedRange range, uintptr_t begin, uintptr_t end, AccessKind kind, const char* name,
                               uint64_t pc) {
  size_t bytes = range.end - range.begin;
  if (bytes > UINT8_MAX) report_unsupported("accesses to more than 255 bytes of memory that threads share", pc);
  bool writes = kind == kPlainWrite;
  if (writes) note_recorded_change();
  ObjectId object = program->object(range.begin, kAtomicObject, static_cast<uint32_t>(bytes));
  program->announce_access(writes ? OpCode::kStore : OpCode::kLoad, object, name, pc, 0, 0);
  const void* sync = reinterpret_cast<const void*>(range.begin);
  writes ? hb_release(sync) : hb_acquire(sync);
  uintptr_t first = std::max(begin, range.begin), last = std::min(end, range.end);
  access_range(first, last - first, writes ? kAtomicWrite : kAtomicRead, pc);
}

// Calls `shared` for each range that has bytes of these, in order, and `other` for what is between them.
template <class Shared, class Other>
void for_parts(uintptr_t begin, uintptr_t end, Shared shared, Other other) {
  while (begin < end) {
    const SharedRange* found = find_shared(begin, end - begin);
    if (found == nullptr) return other(begin, end);
    SharedRange range = *found;
    if (begin < range.begin) other(begin, range.begin);
    begin = std::max(begin, range.begin);
    shared(range, begin, std::min(end, range.end));
    begin = range.end;
  }
}

}  // namespace

void plain_access(uintptr_t address, size_t bytes, AccessKind kind, uint64_t pc) {
  uintptr_t end = address + bytes;
  const SharedRange* found = explores_plain && is_checked() ? find_shared(address, bytes) : nullptr;
  if (found == nullptr) {
    if (explores_plain && is_checked()) {
      if (user_threads.own().awaiting && kind == kPlainRead) learn_shared(address, end);
      count_access(address, bytes, kind, pc);
    } else if (computes_for_long && kind == kPlainRead && is_checked()) {
      look_for_reading_without_end(address, pc);
    }
    return access_range(address, bytes, kind, pc);
  }
  SharedRange range = *found;
  // One step cannot be on two objects here: let them be one.
  if (range.end < end)
    if (const SharedRange* next = find_shared(range.end, end - range.end)) learn_shared(range.begin, next->end);
  clear_stack_below();
  operate(range, address, end, kind, kind == kPlainWrite ? "plain write" : "plain read", pc);
  compare_rest(range, address, end, kind, pc);
}

void access_otherwise(uintptr_t address, size_t bytes, AccessKind kind, uint64_t pc) {
  if (!watching) return;
  if (tells_accesses) [[unlikely]]
    note_access(address, bytes, kind, pc);
  plain_access(address, bytes, kind, pc);
  // A function that is one step announces it before it has written its variables: these must not have our rubbish. Nor
  // must those of a loop that waits, in a replay: what is told here has another place in each round.
  if (has_atomic_functions || tells_accesses) clear_stack_below();
}

void plain_copy(void* to, const void* from, size_t bytes, uint64_t pc) {
  auto* target = static_cast<char*>(to);
  const auto* source = static_cast<const char*>(from);
  uintptr_t into = reinterpret_cast<uintptr_t>(to), out_of = reinterpret_cast<uintptr_t>(from);
  bool overlap = into < out_of + bytes && out_of < into + bytes;
  if (overlap && (find_shared(into, bytes) != nullptr || find_shared(out_of, bytes) != nullptr))
    report_unsupported("memmove between overlapping places in memory that threads share", pc);
  // Up to where a range begins or ends.
  auto until = [](uintptr_t at, size_t rest) {
    const SharedRange* range = find_shared(at, rest);
    if (range == nullptr) return rest;
    return std::min<size_t>(rest, range->begin > at ? range->begin - at : range->end - at);
  };
  for (size_t done = 0; done < bytes;) {
    size_t piece = std::min(until(into + done, bytes - done), until(out_of + done, bytes - done));
    bool shared = find_shared(into + done, piece) != nullptr || find_shared(out_of + done, piece) != nullptr;
    char value[UINT8_MAX];
    if (shared) piece = std::min(piece, sizeof value);
    plain_access(out_of + done, piece, kPlainRead, pc);
    if (shared) memcpy(value, source + done, piece);
    plain_access(into + done, piece, kPlainWrite, pc);
    memmove(target + done, shared ? value : source + done, piece);
    done += piece;
  }
}

void plain_fill(void* to, int value, size_t bytes, uint64_t pc) {
  uintptr_t begin = reinterpret_cast<uintptr_t>(to);
  auto fill = [&](uintptr_t from, uintptr_t until) {
    plain_access(from, until - from, kPlainWrite, pc);
    memset(reinterpret_cast<void*>(from), value, until - from);
  };
  for_parts(
      begin, begin + bytes, [&](SharedRange, uintptr_t from, uintptr_t until) { fill(from, until); }, fill);
}

namespace {
// What libraries do is not followed: they are given values that are known exactly, and what they write is such a value.
void use_by_library(uintptr_t address, size_t bytes, bool writes, uint64_t pc) {
  if (!is_checked()) return;
  // (What is written may have been read before, as by qsort.)
  followed_values().fix_memory(address, bytes, pc);
  if (writes) followed_values().clear(address, bytes);
}
}  // namespace

void plain_access_by_library(uintptr_t address, size_t bytes, AccessKind kind, uint64_t pc) {
  if (inputs_are_followed) [[unlikely]]
    use_by_library(address, bytes, kind == kPlainWrite, pc);
  plain_access_by_kernel(address, bytes, kind, pc);
}

void plain_access_by_kernel(uintptr_t address, size_t bytes, AccessKind kind, uint64_t pc) {
  if (explores_plain && is_checked() && find_shared(address, bytes) != nullptr)
    report_unsupported("library functions on memory that threads share", pc);
  access_range(address, bytes, kind, pc);
}

void plain_free(uintptr_t address, size_t bytes, Cell mark, const char* name, uint64_t pc) {
  auto shared = [&](SharedRange range, uintptr_t begin, uintptr_t end) {
    operate(range, begin, end, kPlainWrite, name, pc);
    if (mark != 0) remember_mark(begin, end - begin, mark);
  };
  auto other = [&](uintptr_t begin, uintptr_t end) { access_range(begin, end - begin, kPlainWrite, pc); };
  for_parts(address, address + bytes, shared, other);
}

void plain_reuse(uintptr_t address, size_t bytes, uint64_t pc) {
  // Not as an access: the memory is marked as free until it is in use again.
  auto shared = [&](SharedRange range, uintptr_t, uintptr_t) {
    if (range.end - range.begin > UINT8_MAX) return;
    ObjectId object = program->object(range.begin, kAtomicObject, static_cast<uint32_t>(range.end - range.begin));
    program->announce_access(OpCode::kStore, object, "malloc", pc, 0, 0);
    hb_release(reinterpret_cast<const void*>(range.begin));
  };
  for_parts(address, address + bytes, shared, [](uintptr_t, uintptr_t) {});
}

}  // namespace mazurka::runtime
