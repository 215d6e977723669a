#include "supervise/input.hpp"

#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <utility>

namespace mazurka {

namespace {

using protocol::Input;
using protocol::KeptInput;

bool is_kept(Input kind) {
  return kind == Input::kSeekable || kind == Input::kStream;
}

bool put(int file, const void* from, size_t bytes, uint64_t offset) {
  return pwrite(file, from, bytes, static_cast<off_t>(offset)) == static_cast<ssize_t>(bytes);
}

}  // namespace

StandardInput::StandardInput(Input kind) : kind_(kind) {
  if (!is_kept(kind)) return;
  file_ = memfd_create("mazurka-input", 0);
  KeptInput header;
  bool made = file_ >= 0 && ftruncate(file_, KeptInput::kBegin) == 0 && put(file_, &header, sizeof header, 0);
  if (!made) kind_ = Input::kMissing;
}

StandardInput::StandardInput(StandardInput&& other) noexcept
    : kind_(other.kind_), file_(std::exchange(other.file_, -1)) {}

StandardInput::~StandardInput() {
  if (file_ >= 0) close(file_);
}

StandardInput StandardInput::of_this_process() {
  struct stat found {};
  if (fstat(STDIN_FILENO, &found) != 0) return StandardInput(Input::kNothing);
  if (S_ISREG(found.st_mode)) return StandardInput(Input::kSeekable);
  if (S_ISCHR(found.st_mode) && found.st_rdev == makedev(1, 3)) return StandardInput(Input::kNothing);
  if (S_ISDIR(found.st_mode) || isatty(STDIN_FILENO) == 1) return StandardInput(Input::kMissing);
  return StandardInput(Input::kStream);
}

StandardInput StandardInput::known(Input kind, const std::string& text) {
  StandardInput input(kind);
  if (input.file_ < 0) return input;
  KeptInput header;
  header.state = KeptInput::State::kKept;
  header.bytes = text.size();
  bool put_there =
      put(input.file_, text.data(), text.size(), KeptInput::kBegin) && put(input.file_, &header, sizeof header, 0);
  if (!put_there) input.kind_ = Input::kMissing;
  return input;
}

KeptInput StandardInput::header() const {
  KeptInput header;
  if (file_ < 0 || pread(file_, &header, sizeof header, 0) != sizeof header) return {};
  return header;
}

bool StandardInput::is_untouched() const {
  return is_kept(kind_) && header().state == KeptInput::State::kUntouched;
}

std::optional<std::string> StandardInput::text() const {
  KeptInput known = header();
  if (known.state != KeptInput::State::kKept) return std::nullopt;
  std::string text(known.bytes, 0);
  for (size_t done = 0; done < text.size();) {
    ssize_t got = pread(file_, text.data() + done, text.size() - done, static_cast<off_t>(KeptInput::kBegin + done));
    if (got <= 0) return std::nullopt;
    done += static_cast<size_t>(got);
  }
  return text;
}

}  // namespace mazurka
