#include "runtime/kernel/files/input.hpp"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>

#include <algorithm>

#include "protocol/channel.hpp"
#include "runtime/engine/failure.hpp"
#include "runtime/engine/threads/checked_part.hpp"
#include "runtime/memory/snapshot.hpp"
#include "runtime/platform/layout.hpp"
#include "runtime/platform/raw_syscall.hpp"
#include "runtime/platform/supervisor_log.hpp"
#include "runtime/platform/trouble.hpp"

namespace mazurka::runtime {

namespace {

using protocol::KeptInput;

KeptInput* kept = nullptr;

int kept_file() {
  return channel->settings.input_file;
}

void take_from_descriptor() {
  static char piece[1 << 16];
  uint64_t bytes = 0;
  for (;;) {
    long got = raw_syscall(SYS_read, 0, as_word(piece), sizeof piece);
    if (got == -EINTR) continue;
    if (got <= 0) break;
    if (bytes + static_cast<uint64_t>(got) > protocol::kLongestInput) {
      kept->state = KeptInput::State::kTooLong;
      return;
    }
    for (long done = 0; done < got;) {
      long put = raw_syscall(SYS_pwrite64, kept_file(), as_word(piece + done), got - done,
                             static_cast<long>(KeptInput::kBegin + bytes));
      if (put <= 0) stop_exploring("there is no memory for standard input");
      done += put;
      bytes += static_cast<uint64_t>(put);
    }
  }
  kept->bytes = bytes;
  kept->state = KeptInput::State::kKept;
}

// Whoever asks has read it.
uint64_t bytes_there() {
  if (kept != nullptr && kept->state == KeptInput::State::kUntouched) take_from_descriptor();
  bool is_there = kept != nullptr && kept->state == KeptInput::State::kKept;
  if (!is_there && is_started_for_part())
    report_unsupported("standard input, other than from a file, of a program that is started again for mazurka::check",
                       0);
  if (!is_there) channel->progress.missed_input |= protocol::kMissedStandardInput;
  return is_there ? kept->bytes : 0;
}

}  // namespace

bool begin_input() {
  if (channel->settings.input == protocol::Input::kNothing) return false;
  if (kept_file() >= 0) {
    long address =
        raw_syscall(SYS_mmap, 0, static_cast<long>(kPage), PROT_READ | PROT_WRITE, MAP_SHARED, kept_file(), 0);
    if (address < 0 && address > -4096) blame_machine("cannot map what keeps standard input");
    kept = reinterpret_cast<KeptInput*>(address);
    raw_syscall(SYS_fcntl, kept_file(), F_SETFD, FD_CLOEXEC);
  }
  return true;
}

bool keeps_input(int kernel_number) {
  return kernel_number == kept_file();
}

size_t size_of_input() {
  return bytes_there();
}

long read_input(int64_t offset, void* to, size_t bytes) {
  uint64_t there = bytes_there(), begin = static_cast<uint64_t>(offset);
  if (begin >= there) return 0;
  // The kernel's faults do not reach us.
  heat_range(reinterpret_cast<uintptr_t>(to), bytes);
  return raw_syscall(SYS_pread64, kept_file(), as_word(to), static_cast<long>(std::min<uint64_t>(bytes, there - begin)),
                     static_cast<long>(KeptInput::kBegin + begin));
}

}  // namespace mazurka::runtime
