#include "base/file_content.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace mazurka {

namespace {

// The size is a hint: a file of /proc has none, and one that grows has another by now. One byte more than it shows the
// end, so that a large file is not moved to a larger place for that.
bool read_all(int file, size_t expected, std::string& content) {
  constexpr size_t kLeast = 1 << 16;
  for (size_t used = 0;;) {
    if (used == content.size()) content.resize(std::max(used + kLeast, expected + 1));
    const ssize_t got = ::read(file, content.data() + used, content.size() - used);
    if (got < 0 && errno == EINTR) continue;
    if (got > 0) used += static_cast<size_t>(got);
    if (got > 0) continue;
    content.resize(used);
    return got == 0;
  }
}

}  // namespace

std::optional<std::string> content_of_file(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return std::nullopt;
  struct stat status {};
  const size_t expected = ::fstat(file, &status) == 0 ? static_cast<size_t>(status.st_size) : 0;
  std::string content;
  const bool is_read = read_all(file, expected, content);
  ::close(file);
  if (!is_read) return std::nullopt;
  return content;
}

}  // namespace mazurka
