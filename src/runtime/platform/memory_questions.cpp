#include "runtime/platform/memory_questions.hpp"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <sys/uio.h>

#include <algorithm>

#include "runtime/platform/raw_syscall.hpp"
#include "runtime/platform/supervisor_log.hpp"

namespace mazurka::runtime {

namespace {

using protocol::MemoryStop;

// By the kernel: what cannot be read is to be told, not to crash us.
uint32_t copy_memory(uint64_t address, uint32_t bytes, void* to) {
  const iovec there = {to, bytes};
  const iovec from = {reinterpret_cast<void*>(address), bytes};
  const long got = raw_syscall(SYS_process_vm_readv, raw_syscall(SYS_getpid), as_word(&there), 1, as_word(&from), 1, 0);
  return got < 0 ? 0 : static_cast<uint32_t>(got);
}

void tell_news(MemoryStop& stop) {
  __atomic_add_fetch(&stop.news, 1, __ATOMIC_RELEASE);
  raw_syscall(SYS_futex, as_word(&stop.news), FUTEX_WAKE, 1, 0, 0, 0);
}

}  // namespace

bool answers_questions() {
  return is_replay() && channel->settings.asks_for_memory != 0;
}

bool is_watched(uint64_t address, uint64_t bytes) {
  if (!answers_questions()) return false;
  const MemoryStop& stop = protocol::memory_stop(*channel);
  const uint32_t count = std::min(stop.watched_count, MemoryStop::kMostWatched);
  return std::any_of(stop.watched, stop.watched + count, [&](const MemoryStop::Range& range) {
    return address < range.end && address + bytes > range.begin;
  });
}

void answer_questions(MemoryStop::Why why, uint32_t thread) {
  if (!answers_questions()) return;
  MemoryStop& stop = protocol::memory_stop(*channel);
  stop.why = why;
  stop.thread = thread;
  uint32_t seen = __atomic_load_n(&stop.wishes, __ATOMIC_ACQUIRE);
  tell_news(stop);
  while (true) {
    while (__atomic_load_n(&stop.wishes, __ATOMIC_ACQUIRE) == seen)
      raw_syscall(SYS_futex, as_word(&stop.wishes), FUTEX_WAIT, seen, 0, 0, 0);
    seen++;
    if (stop.wish == MemoryStop::Wish::kGoOn) return;
    stop.got_bytes = copy_memory(stop.wished_address, std::min(stop.wished_bytes, MemoryStop::kMostBytes), stop.answer);
    tell_news(stop);
  }
}

}  // namespace mazurka::runtime
