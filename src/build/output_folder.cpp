#include "build/output_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

namespace mazurka {

namespace fs = std::filesystem;

namespace {

constexpr int kMostFolders = 1000;

// A descriptor; or a sentence.
Result<int, std::string> open_lock(const fs::path& folder) {
  std::error_code failure;
  fs::create_directories(folder, failure);
  if (failure)
    return fmt::format("cannot make the folder '{}': {}; --out=DIR names another", folder.string(), failure.message());
  const fs::path file = folder / ".lock";
  const int descriptor = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor < 0)
    return fmt::format("cannot write to the folder '{}': {}; --out=DIR names another", folder.string(),
                       std::strerror(errno));
  return descriptor;
}

bool try_lock(int descriptor, int how) {
  while (flock(descriptor, how) != 0)
    if (errno != EINTR) return false;
  return true;
}

}  // namespace

OutputFolder::OutputFolder(fs::path path, int lock) : path_(std::move(path)), lock_(lock) {}

OutputFolder::OutputFolder(OutputFolder&& other) noexcept
    : path_(std::move(other.path_)), lock_(std::exchange(other.lock_, -1)) {}

OutputFolder::~OutputFolder() {
  if (lock_ >= 0) close(lock_);
}

Result<OutputFolder, std::string> OutputFolder::named(const fs::path& path) {
  const auto lock = open_lock(path);
  if (!lock) return lock.error();
  if (!try_lock(*lock, LOCK_EX | LOCK_NB)) {
    fmt::print(stderr, "mazurka: waiting for another check that uses '{}'\n", path.string());
    try_lock(*lock, LOCK_EX);  // a file system without locks has no other checks that would see them
  }
  return OutputFolder(path, *lock);
}

Result<OutputFolder, std::string> OutputFolder::chosen(const fs::path& path) {
  for (int number = 1; number <= kMostFolders; number++) {
    const fs::path folder = number == 1 ? path : fs::path(fmt::format("{}-{}", path.string(), number));
    const auto lock = open_lock(folder);
    if (!lock) return lock.error();
    if (!try_lock(*lock, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK) {
      close(*lock);
      continue;
    }
    if (number > 1)
      fmt::print(stderr, "mazurka: another check uses '{}': this one uses '{}'\n", path.string(), folder.string());
    return OutputFolder(folder, *lock);
  }
  return fmt::format("too many checks use '{}'; --out=DIR names another folder", path.string());
}

}  // namespace mazurka
