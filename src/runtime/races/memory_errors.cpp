#include "runtime/races/memory_errors.hpp"

#include <string.h>

#include <algorithm>
#include <bit>
#include <unordered_map>
#include <vector>

#include "runtime/engine/failure.hpp"
#include "runtime/engine/native_program.hpp"
#include "runtime/memory/per_execution.hpp"
#include "runtime/memory/rewind.hpp"
#include "runtime/platform/supervisor_log.hpp"
#include "runtime/platform/text.hpp"
#include "runtime/platform/trouble.hpp"
#include "runtime/races/owned_memory.hpp"
#include "runtime/races/plain_operations.hpp"
#include "runtime/races/race_detector.hpp"
#include "runtime/races/shared_memory.hpp"
#include "runtime/races/stack_depot.hpp"

namespace mazurka::runtime {

namespace {

// Of a larger block only the beginning is marked: its shadow takes four times its memory.
constexpr size_t kMostMarked = size_t{64} << 20;
// A smaller block is marked by its granules when it is freed.
constexpr size_t kMarkedByPages = 3 * kPage;

// Never destroyed: the program's exit handlers run ours too, in the middle of an exploration.
std::vector<BlockInfo>& blocks = *new std::vector<BlockInfo>;
std::unordered_map<uintptr_t, size_t>& newest_at = *new std::unordered_map<uintptr_t, size_t>;

// An epoch that is of this execution, or of all.
uint64_t mark_epoch() {
  return !at_base() ? kLastEpoch : epoch_of(thread_cells[current_thread()]);
}

bool is_off() {
  return at_base() && !watching;
}

bool is_permanent(Cell cell) {
  return epoch_of(cell) == kLastEpoch;
}

// Calls `change` with each granule of the range and the mask of its bytes.
template <class Change>
void for_granules(uintptr_t address, size_t bytes, Change change) {
  uintptr_t end = address + std::min(bytes, kMostMarked);
  while (address < end) {
    uintptr_t next = (address & ~uintptr_t{7}) + 8;
    uint64_t count = std::min(next, end) - address;
    Granule& granule = granule_at(address);
    if (notes_granules) note_granule(granule, address);
    change(granule, ((uint64_t{1} << count) - 1) << address % 8);
    address = next;
  }
}

// Marks of before the base where a block of the execution is now: they come back.
struct CoveredMark {
  Granule* granule;
  Cell mark;
};
std::vector<CoveredMark>& covered_marks = *new std::vector<CoveredMark>;

[[gnu::cold, gnu::noinline]] void keep_mark(Granule& granule) {
  Cell last = granule.cells[kCells - 1];
  if (at_base() && is_mark(last)) covered_marks.push_back({&granule, last});
}
[[gnu::always_inline]] inline void cover_mark(Granule& granule) {
  if (is_permanent(granule.cells[kCells - 1])) [[unlikely]]
    keep_mark(granule);
}

void clear(uintptr_t address, size_t bytes) {
  for_granules(address, bytes, [](Granule& granule, uint64_t) {
    cover_mark(granule);
    granule = {};
  });
}

// Behind the bytes that are marked, uses would not be seen.
void refuse_if_too_large(size_t bytes, const char* what, uint64_t pc) {
  if (bytes <= kMostMarked || !is_checked() || !at_base()) return;
  if (names_states) stop_exploring("a thread frees more than 64 MB at once; see --algorithm=pop");
  report_unsupported(what, pc);
}

// As a write: a realloc that stays where it is, a free.
void write_range(uintptr_t address, size_t bytes, Cell mark, const char* name, uint64_t pc) {
  bytes = std::min(bytes, kMostMarked);
  if (explores_plain && is_checked())
    plain_free(address, bytes, mark, name, pc);
  else if (watching)
    access_range(address, bytes, kPlainWrite, pc);
}

// A block that is used again is written by whoever gets it: a thread that still uses the old one races with that.
void write_all(uintptr_t address, size_t bytes, uint64_t pc) {
  Cell self = thread_cells[current_thread()] | kPlainWrite;
  uint64_t place = place_of_access(pc);
  const bool is_of_others = races::is_in_heap_of_others(address, current_thread());
  for_granules(address, bytes, [&](Granule& granule, uint64_t mask) {
    granule.cells[0] = self | mask << kMaskShift;
    origins_of(granule).places[0] = place;
  });
  for (uintptr_t at = address; is_of_others && at < address + bytes; at = (at & ~(kPage - 1)) + kPage)
    races::note_other(granule_at(at), at, self);
}

// Before it is changed.
void change_page(HeapPage& page) {
  races::note_page(page);
  races::has_whole_pages = races::has_new_whole_pages = true;
}

// Memory that was freed is a block again. Of pages that were freed as a whole nothing but this is remembered.
void use_again(uintptr_t address, size_t bytes, size_t room, bool is_written, uint64_t pc) {
  if (!races::has_whole_pages) {
    clear(address, room);
    if (is_written) write_all(address, bytes, pc);
    return;
  }
  const uintptr_t end = address + bytes;
  for (uintptr_t at = address; at < address + room;) {
    const uintptr_t next = std::min((at & ~(kPage - 1)) + kPage, address + room);
    HeapPage& page = page_of(granule_at(at), at);
    const bool was_freed = is_mark(page.whole) && !races::is_void(epoch_of(page.whole));
    if (was_freed) change_page(page);
    if (was_freed && next <= end && races::is_void(epoch_of(page.others))) {
      page.whole = is_written ? thread_cells[current_thread()] | kPlainWrite | kMaskBits : 0;
      page.place = place_of_access(pc);
    } else {
      if (was_freed) page.whole = 0;
      clear(at, next - at);
      if (is_written && at < end) write_all(at, std::min(next, end) - at, pc);
    }
    at = next;
  }
}

// Redzones are in the last cell: the granule at the end of a block has accesses, too.
void mark_redzone(uintptr_t address, size_t bytes) {
  uint64_t epoch = mark_epoch();
  for_granules(address, bytes, [epoch](Granule& granule, uint64_t mask) {
    Cell mark = make_cell(epoch, kMarkThread, mask, kRedzone);
    bool is_there = ((mark ^ granule.cells[kCells - 1]) & ~(kWhoAndWhen & ~kThreadBits)) == 0;
    if (at_base() && is_there && is_permanent(granule.cells[kCells - 1])) return;
    cover_mark(granule);
    if (mask == 0xff) granule = {};
    granule.cells[kCells - 1] = mark;
  });
}

void mark_end(uintptr_t memory, size_t bytes, size_t room) {
  mark_redzone(memory + bytes, std::min<size_t>(room - bytes, 64) + (room - bytes <= 64 ? kRedzoneBytes : 0));
}

// What came back to whoever had taken a block apart.
struct Returned {
  uintptr_t address;
  size_t bytes;
};
PerExecution<std::vector<Returned>>& returned = *new PerExecution<std::vector<Returned>>;
bool any_returned = false;  // in any execution

// Those that are parts of this memory, of fewer bytes than `less_than`.
[[gnu::cold, gnu::noinline]] void forget_returned(uintptr_t address, size_t bytes, size_t less_than) {
  std::vector<Returned>& list = returned.get();
  auto is_inside = [&](const Returned& one) { return one.address - address < bytes && one.bytes < less_than; };
  for (const Returned& one : list)
    if (is_inside(one))
      for_granules(one.address, one.bytes, [](Granule& granule, uint64_t) {
        if (at_base() && is_mark(granule.cells[0]) && is_permanent(granule.cells[0]))
          covered_marks.push_back({&granule, granule.cells[0]});
        else
          cover_mark(granule);
        granule = {};
      });
  std::erase_if(list, is_inside);
}

BlockInfo* live_block(uintptr_t address) {
  auto known = newest_at.find(address);
  return known == newest_at.end() ? nullptr : &blocks[known->second];
}

}  // namespace

void mark_allocated(void* memory, size_t bytes, size_t room, bool recycled, uint64_t pc) {
  if (is_off()) return;
  have_clocks();
  map_access_shadow();
  uintptr_t address = reinterpret_cast<uintptr_t>(memory);
  if (recycled && explores_plain && is_checked()) plain_reuse(address, room, pc);
  const bool is_written = watching && is_checked() && at_base();
  if (recycled)
    use_again(address, bytes, room, is_written, pc);
  else if (is_written)
    races::note_new_memory(address, pc);
  mark_redzone(address - kRedzoneBytes, kRedzoneBytes);
  mark_end(address, bytes, room);
  if (!keep_stacks) return;
  newest_at[address] = blocks.size();
  blocks.push_back({address, bytes, current_thread(), 0, false, place_of_call(pc), 0});
}

void mark_resized(void* memory, size_t old_bytes, size_t bytes, size_t room, uint64_t pc) {
  if (is_off()) return;
  have_clocks();
  map_access_shadow();
  const uintptr_t address = reinterpret_cast<uintptr_t>(memory);
  refuse_if_too_large(old_bytes - bytes, "realloc that gives up more than 64 MB", pc);
  write_range(address, old_bytes, 0, "realloc", pc);
  // All that was given up: somebody may have had a pointer to there.
  mark_redzone(address + bytes, old_bytes - bytes);
  mark_end(address, bytes, room);
  if (!keep_stacks) return;
  if (BlockInfo* block = live_block(address)) block->bytes = bytes;
}

namespace {

// Nothing of another thread and of this execution is in it: a write of this thread would race with nothing there.
[[gnu::always_inline]] inline bool is_alone_in(const Granule& granule, Cell self) {
  for (Cell cell : granule.cells)
    if (cell != 0 && ((cell ^ self) & kThreadBits) != 0 && !races::is_void(epoch_of(cell))) return false;
  return races::first_of(granule.more) == 0;
}

// The free counts as a write, and is not remembered as one: what comes after it meets the mark.
void write_and_mark(uintptr_t address, size_t bytes, Cell mark, uint64_t pc) {
  constexpr uintptr_t kChunk = uintptr_t{1} << kChunkShift;
  constexpr ptrdiff_t kAhead = 16;  // granules: a fifth of the time of mafft went into waiting for them
  const Cell self = thread_cells[current_thread()];
  races::has_plain = true;
  const uintptr_t end = address + std::min(bytes, kMostMarked);
  while (address < end) {
    const uintptr_t chunk_end = std::min(end, (address | (kChunk - 1)) + 1);
    Granule* granule = &granule_at(address);
    for (const uint8_t* flags = &plain_flags(address); address < chunk_end; granule++, flags++) {
      const uintptr_t next = (address & ~uintptr_t{7}) + 8;
      __builtin_prefetch(granule + kAhead, 1);
      if (*flags != kHadPlain || !is_alone_in(*granule, self)) [[unlikely]]
        access_range(address, std::min(next, end) - address, kPlainWrite, pc);
      if (notes_granules) note_granule(*granule, address);
      const Cell last = granule->cells[kCells - 1];
      *granule = {{mark, 0, is_mark(last) && is_permanent(last) ? last : 0}, 0};
      address = next;
    }
  }
}

// The same of a whole block, for which a page where no other thread was costs as much as a few bytes. The thread's own
// accesses from now on are in another epoch: they are not known, and meet the mark.
void write_and_mark_pages(uintptr_t address, size_t bytes, Cell mark, uint64_t pc) {
  const uintptr_t first = (address + kPage - 1) & ~(kPage - 1), end = (address + bytes) & ~(kPage - 1);
  write_and_mark(address, first - address, mark, pc);
  for (uintptr_t at = first; at < end; at += kPage) {
    HeapPage& page = page_of(granule_at(at), at);
    if (!races::is_void(epoch_of(page.others))) {
      write_and_mark(at, kPage, mark, pc);
      continue;
    }
    change_page(page);
    page.whole = mark;
  }
  write_and_mark(end, address + bytes - end, mark, pc);
  catch_up();
  races::tick(current_thread());
}

void mark_free(uintptr_t address, size_t bytes, bool is_block, uint64_t pc) {
  Cell mark = make_cell(mark_epoch(), kMarkThread, 0xff, kFreedMemory);
  const bool is_own = races::is_in_heap(address) && !races::is_in_heap_of_others(address, current_thread());
  // (On replay, too, if not all of it could be marked otherwise.)
  const bool may_be_whole = !keep_stacks || (is_block && bytes > kMostMarked);
  if (watching && at_base() && !explores_plain && may_be_whole && !names_states && is_own) {
    const bool may_take_pages = !notes_granules || races::notes_for_prefix;
    if (bytes > kMostMarked && !may_take_pages) void_waypoints();
    if (is_block && bytes >= kMarkedByPages && (may_take_pages || bytes > kMostMarked))
      write_and_mark_pages(address, bytes, mark, pc);
    else
      write_and_mark(address, bytes, mark, pc);
  } else {
    refuse_if_too_large(bytes, "free of more than 64 MB by another thread or with --races=explore", pc);
    // (Before the first thread there is nobody to race with.)
    if (at_base() || keep_stacks || explores_plain) write_range(address, bytes, mark, "free", pc);
    for_granules(address, bytes, [mark](Granule& granule, uint64_t) {
      Cell last = granule.cells[kCells - 1];
      granule = {{mark, 0, is_mark(last) && is_permanent(last) ? last : 0}, 0};
    });
  }
  if (!keep_stacks) return;
  if (BlockInfo* block = live_block(address)) {
    block->freed = true;
    block->freed_by = current_thread();
    block->freed_at = place_of_call(pc);
  }
}

}  // namespace

void mark_freed(void* memory, size_t bytes, uint64_t pc) {
  if (is_off()) return;
  have_clocks();
  map_access_shadow();
  uintptr_t address = reinterpret_cast<uintptr_t>(memory);
  if (any_returned) [[unlikely]]
    forget_returned(address, bytes, SIZE_MAX);
  mark_free(address, bytes, true, pc);
}

void mark_returned(void* memory, size_t bytes, uint64_t pc) {
  if (is_off()) return;
  note_unseen_change();
  have_clocks();
  map_access_shadow();
  uintptr_t address = reinterpret_cast<uintptr_t>(memory);
  if (any_returned) forget_returned(address, bytes, bytes);
  mark_free(address, bytes, false, pc);
  any_returned = true;
  returned.get().push_back({address, bytes});
}

void mark_lent(void* memory, size_t bytes, uint64_t pc) {
  if (is_off()) return;
  note_unseen_change();
  uintptr_t address = reinterpret_cast<uintptr_t>(memory);
  have_clocks();
  map_access_shadow();
  forget_returned(address, bytes, SIZE_MAX);
  if (watching && is_checked() && at_base()) write_all(address, bytes, pc);
  if (!keep_stacks) return;
  newest_at[address] = blocks.size();
  blocks.push_back({address, bytes, current_thread(), 0, false, place_of_call(pc), 0});
}

void forget_parts(uintptr_t address, size_t bytes) {
  if (!is_off() && any_returned) forget_returned(address, bytes, SIZE_MAX);
}

void restore_marks() {
  for (const CoveredMark& covered : covered_marks) *covered.granule = {{0, 0, covered.mark}, 0};
  covered_marks.clear();
}

namespace {

struct MarkWords {
  const char* error;
  const char* where;
};
constexpr MarkWords kMarkWords[] = {
    {"heap overflow: ", ", outside of any block"},
    {"use after free: ", ", in a block that was freed"},
    {"use after free: ", ", on the stack of a thread that has ended"},
    {"use after free: ", ", in thread-local storage of a thread that has ended"},
};
constexpr char kOfFunction[] = ", in a variable of a function that has returned";

}  // namespace

void report_marked(uintptr_t address, Cell mark, Cell access, uint64_t place) {
  if (channel->settings.memory_errors == 0) return;
  uint64_t kind = mark & kKindBits;
  uint64_t mask = (access & kMaskBits) >> kMaskShift;
  uintptr_t first = (address & ~uintptr_t{7}) + static_cast<uintptr_t>(std::countr_zero(mask));
  Text text;
  text.add(kMarkWords[kind].error);
  text.add((access & kPlainRead) != 0 ? "read" : "write").add(" of ");
  text.add_number(static_cast<uint64_t>(std::popcount(mask)))
      .add(std::popcount(mask) == 1 ? " byte at " : " bytes at ");
  text.add_hex(first).add(kind == kEndedStack && !races::is_of_ended_thread(first) ? kOfFunction
                                                                                   : kMarkWords[kind].where);
  PendingFailure failure;
  failure.kind = kind == kRedzone ? protocol::BugKind::kHeapOverflow : protocol::BugKind::kUseAfterFree;
  failure.address = first;
  copy_text(failure.message, sizeof failure.message, text.get());
  capture_stack(failure, 0, reinterpret_cast<uint64_t>(__builtin_frame_address(0)));
  fail_thread(failure, pc_of(place));
}

const BlockInfo* block_at(uintptr_t address) {
  for (size_t k = blocks.size(); k-- > 0;)
    if (address >= blocks[k].address && address < blocks[k].address + blocks[k].bytes) return &blocks[k];
  return nullptr;
}

const BlockInfo* block_near(uintptr_t address) {
  const BlockInfo* near = block_at(address);
  if (near != nullptr) return near;
  uintptr_t nearest = 256;
  for (size_t k = blocks.size(); k-- > 0;) {
    const BlockInfo& block = blocks[k];
    uintptr_t end = block.address + block.bytes;
    uintptr_t distance = address < block.address ? block.address - address : address - end + 1;
    if (distance < nearest) {
      near = &block;
      nearest = distance;
    }
  }
  return near;
}

}  // namespace mazurka::runtime
