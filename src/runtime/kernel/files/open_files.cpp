#include "runtime/kernel/files/open_files.hpp"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/sysmacros.h>

#include <algorithm>
#include <deque>
#include <vector>

#include "runtime/kernel/files/input.hpp"
#include "runtime/kernel/process/process_calls.hpp"
#include "runtime/platform/layout.hpp"
#include "runtime/platform/raw_syscall.hpp"
#include "runtime/platform/supervisor_log.hpp"
#include "runtime/platform/text.hpp"
#include "runtime/platform/trouble.hpp"

namespace mazurka::runtime {

namespace {

// Never destroyed: the program's exit handlers run ours too.
Descriptor* const descriptors = new Descriptor[kMaxDescriptors];
std::deque<OpenFile>& open_files = *new std::deque<OpenFile>;
PerExecution<size_t>& open_count = *new PerExecution<size_t>;

std::string path_of(int number) {
  Text link;
  link.add("/proc/self/fd/").add_number(static_cast<uint64_t>(number));
  char path[PATH_MAX];
  long bytes = kernel(SYS_readlinkat, AT_FDCWD, as_word(link.get()), as_word(path), sizeof path);
  return bytes <= 0 ? "" : std::string(path, static_cast<size_t>(bytes));
}

Node* make_input_node() {
  auto* node = new Node;
  bool is_file = channel->settings.input == protocol::Input::kSeekable;
  node->is_input = true;
  node->state.of_base().mode = (is_file ? S_IFREG : S_IFIFO) | 0600;
  node->state.of_base().links = 1;
  node->original.st_blksize = kPage;
  return node;
}

void adopt(int number, int flags, const struct stat& found) {
  OpenFile* file = make_open_file(FileKind::kOutside, flags);
  OpenFileState& state = file->state.get();
  state.kernel_number = number;
  state.descriptors = 1;
  bool is_null = S_ISCHR(found.st_mode) && found.st_rdev == makedev(1, 3);
  if (number == 1 || number == 2) {
    state.kind = FileKind::kOutput;
    state.flags = O_WRONLY;
  } else if (number == 0 && begin_input()) {
    state.kind = FileKind::kNode;
    state.node = make_input_node();
    state.flags = O_RDONLY;
  } else if (is_null) {
    state.kind = FileKind::kNothing;
  } else if (S_ISREG(found.st_mode) || S_ISDIR(found.st_mode)) {
    Node* node = real_node(path_of(number));
    if (node != nullptr && node->original.st_ino == found.st_ino && node->original.st_dev == found.st_dev) {
      state.kind = FileKind::kNode;
      state.node = node;
      if (node->is_folder()) state.path = node->real_path;
      if (node->is_regular()) state.offset = kernel(SYS_lseek, number, 0, SEEK_CUR);
    }
  }
  long close_on_exec = kernel(SYS_fcntl, number, F_GETFD);
  descriptors[number].state.get() = {file, false, (close_on_exec & FD_CLOEXEC) != 0};
}

// Of the process, in ascending order: as the kernel lists them, for to ask for each takes longer than all the rest
// here.
std::vector<int> open_descriptors() {
  std::vector<int> numbers;
  long folder = kernel(SYS_openat, AT_FDCWD, as_word("/proc/self/fd"), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) blame_machine("cannot read /proc/self/fd");
  std::vector<char> entries(1 << 15);
  for (long bytes; (bytes = kernel(SYS_getdents64, folder, as_word(entries.data()), 1 << 15)) > 0;)
    for (long at = 0; at < bytes;) {
      const auto* entry = reinterpret_cast<const dirent64*>(entries.data() + at);
      int number = atoi(entry->d_name);
      if (entry->d_name[0] != '.' && number != folder) numbers.push_back(number);
      at += entry->d_reclen;
    }
  kernel(SYS_close, folder);
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

}  // namespace

void adopt_descriptors() {
  for (int number : open_descriptors()) {
    long flags = kernel(SYS_fcntl, number, F_GETFL);
    struct stat found = {};
    if (number >= kMaxDescriptors || keeps_input(number)) continue;
    if (flags >= 0 && kernel(SYS_fstat, number, as_word(&found)) == 0) adopt(number, static_cast<int>(flags), found);
  }
  long mask = kernel(SYS_umask, 0);
  kernel(SYS_umask, mask);
  file_mode_mask() = static_cast<mode_t>(mask);
}

Descriptor* descriptor_at(int number) {
  return number < 0 || number >= kMaxDescriptors ? nullptr : &descriptors[number];
}

uint32_t descriptors_in_use() {
  uint32_t count = 0;
  for (int number = 0; number < kMaxDescriptors; number++) {
    const DescriptorState& state = descriptors[number].state.get();
    count += state.file != nullptr || state.reserved;
  }
  return count;
}

OpenFile* look_up_file(int number, uint64_t pc) {
  Descriptor* descriptor = descriptor_at(number);
  if (descriptor == nullptr) return nullptr;
  look_at(descriptor->object, "descriptor", pc);
  return descriptor->state.get().file;
}

bool is_plain_output(int number) {
  if (number != 1 && number != 2) return false;
  const OpenFile* file = descriptors[number].state.get().file;
  return file != nullptr && file->state.get().kind == FileKind::kOutput;
}

OpenFile* make_open_file(FileKind kind, int flags) {
  size_t number = open_count.get()++;
  if (number == open_files.size()) open_files.emplace_back();
  OpenFile& file = open_files[number];
  file.state.get() = {};
  file.state.get().kind = kind;
  file.state.get().flags = flags;
  return &file;
}

int reserve_descriptor(int lowest) {
  const int end = static_cast<int>(std::min<uint64_t>(limit_of(RLIMIT_NOFILE), kMaxDescriptors));
  for (int number = lowest; number < end; number++) {
    DescriptorState& state = descriptors[number].state.get();
    if (state.file != nullptr || state.reserved) continue;
    state.reserved = true;
    return number;
  }
  return -EMFILE;
}

void give_up_descriptor(int number) {
  descriptors[number].state.get() = {};
}

int install_descriptor(int number, OpenFile* file, bool close_on_exec, const char* name, uint64_t pc) {
  Descriptor& descriptor = descriptors[number];
  change(descriptor.object, name, pc);
  descriptor.state.get() = {file, false, close_on_exec};
  return number;
}

}  // namespace mazurka::runtime
