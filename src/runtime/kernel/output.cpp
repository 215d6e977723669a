#include "runtime/kernel/output.hpp"

#include <stdio.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cstddef>

#include "runtime/kernel/test_failures.hpp"
#include "runtime/platform/raw_syscall.hpp"

namespace mazurka::runtime {

namespace {

constexpr size_t kMostOutputShown = size_t{16} << 20;
bool output_is_shown = false;
size_t output_shown = 0;  // bytes

}  // namespace

void let_output_through(bool shown) {
  output_is_shown = shown;
}

// A program that floods its output is cut short.
long show_output(int file, const iovec* pieces, int count) {
  long bytes = 0;
  for (int k = 0; k < count; k++) bytes += static_cast<long>(pieces[k].iov_len);
  note_output(pieces, count);
  if (!output_is_shown || output_shown > kMostOutputShown) return bytes;
  long result = raw_syscall(SYS_writev, file, as_word(pieces), count);
  if (result > 0) output_shown += static_cast<size_t>(result);
  constexpr const char* kNote = "\nmazurka: more output is not shown\n";
  if (output_shown > kMostOutputShown) raw_syscall(SYS_write, 2, as_word(kNote), static_cast<long>(strlen(kNote)));
  return result;
}

void show_rest_of_output() {
  if (!output_is_shown || stdout->_fileno != STDOUT_FILENO || stdout->_IO_write_ptr <= stdout->_IO_write_base) return;
  raw_syscall(SYS_write, STDOUT_FILENO, as_word(stdout->_IO_write_base),
              stdout->_IO_write_ptr - stdout->_IO_write_base);
}

}  // namespace mazurka::runtime
