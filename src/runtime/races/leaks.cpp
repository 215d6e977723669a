#include "runtime/races/leaks.hpp"

#include <algorithm>
#include <vector>

#include "runtime/engine/native_program.hpp"
#include "runtime/engine/threads/thread_data.hpp"
#include "runtime/engine/threads/used_stack.hpp"
#include "runtime/memory/arenas.hpp"
#include "runtime/memory/snapshot.hpp"
#include "runtime/platform/layout.hpp"
#include "runtime/platform/own_code.hpp"

namespace mazurka::runtime {

namespace {

struct Block {
  uintptr_t begin, end;
  bool reached;
};

// Marks what can be reached, block by block.
class Search {
 public:
  Search() {
    for_each_block(true, [this](const HeapBlock& block) {
      if (block.live) blocks_.push_back({block.begin, block.begin + std::max<size_t>(block.bytes, 1), false});
    });
  }

  void scan(MemoryRange range, bool own = false) {
    // Our variables know many blocks of the program: only those count that our libraries have made for themselves.
    limit_ = own ? base_end() : kTlsBase;
    scan_words(range);
    limit_ = kTlsBase;
    while (!waiting_.empty()) {
      Block block = waiting_.back();
      waiting_.pop_back();
      scan_words({block.begin, block.end});
    }
  }

  LostBlocks lost() const {
    LostBlocks result;
    for (const Block& block : blocks_) {
      if (block.reached) continue;
      if (result.count++ == 0) {
        result.first = block.begin;
        result.first_bytes = block.end - block.begin;
      }
      result.bytes += block.end - block.begin;
    }
    return result;
  }

 private:
  void scan_words(MemoryRange range) {
    uintptr_t begin = (range.begin + 7) & ~uintptr_t{7};
    for (uintptr_t at = begin; at + 8 <= range.end; at += 8) {
      uintptr_t word = *reinterpret_cast<const uintptr_t*>(at);
      if (word >= kArenaBase && word < limit_) reach(word);
    }
  }

  void reach(uintptr_t pointer) {
    auto block = std::upper_bound(blocks_.begin(), blocks_.end(), pointer,
                                  [](uintptr_t at, const Block& other) { return at < other.begin; });
    if (block == blocks_.begin() || pointer >= (--block)->end || block->reached) return;
    block->reached = true;
    waiting_.push_back(*block);
  }

  std::vector<Block> blocks_;  // by address
  std::vector<Block> waiting_;
  uintptr_t limit_ = kTlsBase;
};

void scan_threads(Search& search) {
  for (uint32_t t = 0; t < program->thread_count(); t++) {
    ThreadStatus status = program->status(ThreadId(t));
    if (status != ThreadStatus::kReady && status != ThreadStatus::kParked) continue;
    const Thread& thread = user_threads[t];
    uintptr_t top = reinterpret_cast<uintptr_t>(stack_top(t)), bottom = reinterpret_cast<uintptr_t>(stack_bottom(t));
    uintptr_t stack = reinterpret_cast<uintptr_t>(thread.context.stack_pointer);
    if (stack < bottom || stack >= top) stack = program->stack_at_exit();
    // On a stack of the program's making: its own may be in use as far as it goes.
    if (stack < bottom || stack >= top || contexts_lie_on_stacks) stack = bottom + kPage;
    search.scan({stack, top});
    if (t != 0) search.scan(storage_around(thread.context.thread_pointer));
    for (const Specific& specific : data_of(t).specific)
      search.scan({reinterpret_cast<uintptr_t>(&specific.value), reinterpret_cast<uintptr_t>(&specific.value + 1)});
  }
}

}  // namespace

LostBlocks find_lost_blocks() {
  // Never destroyed: the program's exit handlers run ours too.
  static std::vector<MemoryRange>& usual = *new std::vector<MemoryRange>(readable_memory());
  Search search;
  for (const MemoryRange& range : usual) search.scan(range, is_own_memory(range.begin));
  scan_threads(search);
  LostBlocks lost = search.lost();
  if (lost.count == 0) return lost;
  // Before that is said, what was mapped since is looked at, too.
  usual = readable_memory();
  for (const MemoryRange& range : usual) search.scan(range, is_own_memory(range.begin));
  return search.lost();
}

uintptr_t find_overflown_block() {
  uintptr_t found = 0;
  for_each_block(false, [&](const HeapBlock& block) {
    if (found == 0 && !block.whole) found = block.begin;
  });
  return found;
}

}  // namespace mazurka::runtime
