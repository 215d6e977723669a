// System calls that open files.
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "runtime/engine/failure.hpp"
#include "runtime/kernel/allowed.hpp"
#include "runtime/kernel/files/open_files.hpp"
#include "runtime/kernel/files/outside_files.hpp"
#include "runtime/kernel/files/path_calls.hpp"
#include "runtime/platform/raw_syscall.hpp"

namespace mazurka::runtime {

namespace {

long open_special(const Node& node, int flags, uint64_t pc, OpenFile*& file) {
  mode_t mode = node.state.get().mode;
  if (S_ISSOCK(mode)) return -ENXIO;
  FileKind kind = FileKind::kOutside;
  if (node.original.st_rdev == makedev(1, 3)) kind = FileKind::kNothing;
  if (node.original.st_rdev == makedev(1, 5)) kind = FileKind::kZeros;
  if (node.original.st_rdev == makedev(1, 7)) kind = FileKind::kFull;
  if (node.original.st_rdev == makedev(1, 8) || node.original.st_rdev == makedev(1, 9)) kind = FileKind::kRandom;
  long opened = -1;
  if (kind == FileKind::kOutside) {
    need(protocol::kDevices, "opening a device", pc);
    opened = kernel(SYS_openat, AT_FDCWD, as_word(node.real_path.c_str()), flags | O_CLOEXEC);
    if (opened < 0) return opened;
    note_outside(static_cast<int>(opened));
  }
  file = make_open_file(kind, flags);
  file->state.get().kernel_number = static_cast<int>(opened);
  return 0;
}

long check_open(const Node& node, int flags) {
  int access_mode = flags & O_ACCMODE;
  int access = access_mode == O_RDONLY ? R_OK : access_mode == O_WRONLY ? W_OK : R_OK | W_OK;
  if (node.is_link()) return -ELOOP;
  if (node.is_folder() && (access_mode != O_RDONLY || (flags & O_CREAT) != 0)) return -EISDIR;
  if (!node.is_folder() && (flags & O_DIRECTORY) != 0) return -ENOTDIR;
  return is_permitted(node, access) ? 0 : -EACCES;
}

constexpr int kTemporary = O_TMPFILE & ~O_DIRECTORY;

// The file that a step found or made; below 0 in `error` if there is none.
Node* node_to_open(Place& place, int flags, mode_t mode, long& error) {
  if ((flags & kTemporary) == kTemporary) {
    error = place.error != 0 ? place.error : place.node->is_folder() ? 0 : -ENOTDIR;
    Node* made = error == 0 ? make_node(S_IFREG | (mode & ~file_mode_mask() & 07777)) : nullptr;
    if (made != nullptr) made->state.get().links = 0;
    return made;
  }
  if (can_be_made(place) && (flags & O_CREAT) != 0) {
    error = is_permitted(*place.folder, W_OK) ? 0 : -EACCES;
    if (error != 0) return nullptr;
    Node* made = make_node(S_IFREG | (mode & ~file_mode_mask() & 07777));
    add_name(place, made);
    return made;
  }
  error = place.error;
  if (error == 0 && (flags & O_CREAT) != 0 && (flags & O_EXCL) != 0) error = -EEXIST;
  if (error == 0) error = check_open(*place.node, flags);
  return error == 0 ? place.node : nullptr;
}

constexpr int kOnlyForOpen = O_CREAT | O_EXCL | O_TRUNC | O_NOCTTY | O_CLOEXEC;

// A file is opened anew; everything else is the same thing under another number.
long open_descriptor(int named, int flags, uint64_t pc) {
  OpenFile* file = look_up_file(named, pc);
  if (file == nullptr) return -ENOENT;
  Node* node = file->state.get().node;
  bool is_file = node != nullptr && node->is_regular();
  bool is_same = (file->state.get().flags & O_ACCMODE) == (flags & O_ACCMODE);
  if (!is_file && !is_same) report_unsupported("opening a descriptor by its name for something else", pc);
  change(file_table, "open", pc);
  int number = reserve_descriptor(0);
  if (number < 0) return number;
  if (is_file) {
    file = make_open_file(FileKind::kNode, flags & ~kOnlyForOpen);
    file->state.get().node = node;
  }
  file->state.get().descriptors++;
  if (is_file && (flags & O_TRUNC) != 0) {
    change(node->object, "open", pc);
    resize_node(*node, 0, pc);
  }
  return install_descriptor(number, file, (flags & O_CLOEXEC) != 0, "open", pc);
}

long open_file(const PathArgument& argument, int flags, mode_t mode, uint64_t pc) {
  if (int named = descriptor_named(argument.path); named >= 0) return open_descriptor(named, flags, pc);
  bool follow = (flags & O_NOFOLLOW) == 0 && ((flags & O_CREAT) == 0 || (flags & O_EXCL) == 0);
  Place place = resolve(argument, follow, Touch::kChange, "open", pc);
  long error = 0;
  Node* node = node_to_open(place, flags, mode, error);
  if (node == nullptr) return error;
  // Whoever reads or writes it accesses memory unseen.
  if (const std::string& path = node->real_path; path.starts_with("/proc/") && path.ends_with("/mem"))
    report_unsupported("opening the memory of a process", pc);
  int number = reserve_descriptor(0);
  if (number < 0) return number;
  OpenFile* file = nullptr;
  if (node->is_regular() || node->is_folder()) {
    file = make_open_file(FileKind::kNode, flags & ~kOnlyForOpen);
    file->state.get().node = node;
    if (node->is_folder()) file->state.get().path = place.path;
  } else if (error = open_special(*node, flags & ~kOnlyForOpen, pc, file); error != 0) {
    give_up_descriptor(number);
    return error;
  }
  file->state.get().descriptors = 1;
  if ((flags & O_TRUNC) != 0 && node->is_regular()) {
    change(node->object, "open", pc);
    resize_node(*node, 0, pc);
  }
  return install_descriptor(number, file, (flags & O_CLOEXEC) != 0, "open", pc);
}

}  // namespace

long open_call(const SystemCall& call) {
  return open_file(here(call.a[0]), static_cast<int>(call.a[1]), static_cast<mode_t>(call.a[2]), call.pc);
}
long openat_call(const SystemCall& call) {
  PathArgument argument = in_folder(call.a[0], call.a[1]);
  return open_file(argument, static_cast<int>(call.a[2]), static_cast<mode_t>(call.a[3]), call.pc);
}
long creat_call(const SystemCall& call) {
  return open_file(here(call.a[0]), O_CREAT | O_WRONLY | O_TRUNC, static_cast<mode_t>(call.a[1]), call.pc);
}

long memfd_create_call(const SystemCall& call) {
  change(file_table, "memfd_create", call.pc);
  int number = reserve_descriptor(0);
  if (number < 0) return number;
  OpenFile* file = make_open_file(FileKind::kNode, O_RDWR);
  file->state.get().node = make_node(S_IFREG | 0777);
  file->state.get().node->state.get().links = 0;
  file->state.get().descriptors = 1;
  return install_descriptor(number, file, (call.a[1] & 1) != 0, "memfd_create", call.pc);
}

// The C library's own, for names of temporary files: those are as good as any. (The program's:
// entries/libc/random.cpp.)
long getrandom_call(const SystemCall& call) {
  fill_random(reinterpret_cast<void*>(call.a[0]), static_cast<size_t>(call.a[1]));
  return call.a[1];
}

}  // namespace mazurka::runtime
