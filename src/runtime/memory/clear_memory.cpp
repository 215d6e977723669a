#include "runtime/memory/clear_memory.hpp"

#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>

#include <algorithm>
#include <iterator>

#include "runtime/platform/layout.hpp"
#include "runtime/platform/system_calls_allowed.hpp"

namespace mazurka::runtime {

namespace {

// What the kernel tells of pages, as many as fit; begun anew with each use.
uint64_t told[2048];
constexpr uint64_t kIsPresent = uint64_t{1} << 63, kIsSwapped = uint64_t{1} << 62;

void clear(uintptr_t begin, uintptr_t end) {
  memset(reinterpret_cast<void*>(begin), 0, end - begin);
}

// Those of the pages from `begin` on that were touched since they were mapped; returns how far it came.
uintptr_t clear_touched(long map, uintptr_t begin, uintptr_t end) {
  const size_t wanted = std::min((end - begin) / kPage, std::size(told)) * sizeof told[0];
  const long got = kernel(SYS_pread64, map, as_word(told), static_cast<long>(wanted),
                          static_cast<long>(begin / kPage * sizeof told[0]));
  const size_t count = got <= 0 ? 0 : static_cast<size_t>(got) / sizeof told[0];
  for (size_t k = 0; k < count; k++)
    if ((told[k] & (kIsPresent | kIsSwapped)) != 0) clear(begin + k * kPage, begin + (k + 1) * kPage);
  return begin + count * kPage;
}

}  // namespace

// (A child process must not read the pages of its parent: the file is opened each time.)
void clear_by_pages(uintptr_t address, size_t bytes) {
  const uintptr_t first = (address + kPage - 1) & ~(kPage - 1), end = (address + bytes) & ~(kPage - 1);
  const long map = kernel(SYS_openat, AT_FDCWD, as_word("/proc/self/pagemap"), O_RDONLY | O_CLOEXEC);
  uintptr_t done = first;
  while (map >= 0 && done < end) {
    const uintptr_t next = clear_touched(map, done, end);
    if (next == done) break;
    done = next;
  }
  if (map >= 0) kernel(SYS_close, map);
  clear(address, first);
  clear(done, address + bytes);
}

}  // namespace mazurka::runtime
