// System calls that have a path.
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>

#include "runtime/kernel_calls.hpp"
#include "runtime/open_files.hpp"
#include "runtime/outside.hpp"
#include "runtime/raw_syscall.hpp"
#include "runtime/virtual_clock.hpp"

namespace mazurka::runtime {

namespace {

const char* text_at(long argument) {
  return reinterpret_cast<const char*>(argument);
}

// A path and the folder that it begins at: what the ...at calls have.
struct PathArgument {
  int folder;
  const char* path;
};

// Is about to be resolved: the folder's descriptor is looked up, in a step. False: `error` says why not.
bool find_start(const PathArgument& argument, std::string_view& start, long& error, uint64_t pc) {
  error = -EFAULT;
  if (argument.path == nullptr) return false;
  if (argument.folder == AT_FDCWD || argument.path[0] == '/') return true;
  OpenFile* file = look_up_file(argument.folder, pc);
  error = -EBADF;
  if (file == nullptr) return false;
  error = -ENOTDIR;
  Node* node = file->state.get().node;
  if (node == nullptr || !node->is_folder()) return false;
  start = kept(file->state.get().path);
  return true;
}

// Nothing: the current folder, as it is now.
std::string_view start_of(std::string_view start) {
  return start.empty() ? std::string_view(current_folder()) : start;
}

enum class Touch { kLook, kChange };

// Where the path leads, in a step that looks at the names of files or changes them.
Place resolve(const PathArgument& argument, bool follow, Touch touch, const char* name, uint64_t pc) {
  std::string_view start;
  long error = 0;
  if (!find_start(argument, start, error, pc)) return {.error = error};
  if (touch == Touch::kLook)
    look_at(file_table, name, pc);
  else
    change(file_table, name, pc);
  return find_place(start_of(start), argument.path, follow);
}

bool can_be_made(const Place& place) {
  return place.error == -ENOENT && place.folder != nullptr;
}

long open_special(const Node& node, int flags, uint64_t pc, OpenFile*& file) {
  mode_t mode = node.state.get().mode;
  if (S_ISSOCK(mode)) return -ENXIO;
  FileKind kind = FileKind::kOutside;
  if (node.original.st_rdev == makedev(1, 3)) kind = FileKind::kNothing;
  if (node.original.st_rdev == makedev(1, 5)) kind = FileKind::kZeros;
  if (node.original.st_rdev == makedev(1, 7)) kind = FileKind::kFull;
  bool is_random = node.original.st_rdev == makedev(1, 8) || node.original.st_rdev == makedev(1, 9);
  if (is_random) {
    need(protocol::kRandomNumbers, "reading random numbers", pc);
    kind = FileKind::kRandom;
  }
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

long open_call(const PathArgument& argument, int flags, mode_t mode, uint64_t pc) {
  bool follow = (flags & O_NOFOLLOW) == 0 && ((flags & O_CREAT) == 0 || (flags & O_EXCL) == 0);
  Place place = resolve(argument, follow, Touch::kChange, "open", pc);
  long error = 0;
  Node* node = node_to_open(place, flags, mode, error);
  if (node == nullptr) return error;
  int number = reserve_descriptor(0);
  if (number < 0) return number;
  OpenFile* file = nullptr;
  constexpr int kOnlyForOpen = O_CREAT | O_EXCL | O_TRUNC | O_NOCTTY | O_CLOEXEC;
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

long memory_file_call(const SystemCall& call) {
  change(file_table, "memfd_create", call.pc);
  int number = reserve_descriptor(0);
  if (number < 0) return number;
  OpenFile* file = make_open_file(FileKind::kNode, O_RDWR);
  file->state.get().node = make_node(S_IFREG | 0777);
  file->state.get().node->state.get().links = 0;
  file->state.get().descriptors = 1;
  return install_descriptor(number, file, (call.a[1] & 1) != 0, "memfd_create", call.pc);
}

// The C library's own, for names of temporary files: those are as good as any. The program's are refused
// (interpose_unsupported.cpp).
long random_call(const SystemCall& call) {
  fill_random(reinterpret_cast<void*>(call.a[0]), static_cast<size_t>(call.a[1]));
  return call.a[1];
}

long status_call(const PathArgument& argument, struct stat* result, long flags, uint64_t pc) {
  if ((flags & AT_EMPTY_PATH) != 0 && (argument.path == nullptr || argument.path[0] == 0)) {
    if (argument.folder != AT_FDCWD) return status_of_descriptor(argument.folder, result, pc);
    return status_call({AT_FDCWD, "."}, result, 0, pc);
  }
  Place place = resolve(argument, (flags & AT_SYMLINK_NOFOLLOW) == 0, Touch::kLook, "stat", pc);
  if (place.error != 0) return place.error;
  look_at(place.node->object, "stat", pc);
  fill_stat(*place.node, result);
  return 0;
}

long extended_status_call(const SystemCall& call) {
  struct stat found = {};
  long error = status_call({static_cast<int>(call.a[0]), text_at(call.a[1])}, &found, call.a[2], call.pc);
  if (error != 0) return error;
  struct statx result = {};
  result.stx_mask = STATX_BASIC_STATS;
  result.stx_blksize = static_cast<uint32_t>(found.st_blksize);
  result.stx_nlink = static_cast<uint32_t>(found.st_nlink);
  result.stx_uid = found.st_uid;
  result.stx_gid = found.st_gid;
  result.stx_mode = static_cast<uint16_t>(found.st_mode);
  result.stx_ino = found.st_ino;
  result.stx_size = static_cast<uint64_t>(found.st_size);
  result.stx_blocks = static_cast<uint64_t>(found.st_blocks);
  auto time_of = [](const timespec& time) {
    struct statx_timestamp stamp = {};
    stamp.tv_sec = time.tv_sec;
    stamp.tv_nsec = static_cast<uint32_t>(time.tv_nsec);
    return stamp;
  };
  result.stx_atime = time_of(found.st_atim);
  result.stx_mtime = time_of(found.st_mtim);
  result.stx_ctime = time_of(found.st_ctim);
  result.stx_dev_major = major(found.st_dev);
  result.stx_dev_minor = minor(found.st_dev);
  result.stx_rdev_major = major(found.st_rdev);
  result.stx_rdev_minor = minor(found.st_rdev);
  *reinterpret_cast<struct statx*>(call.a[4]) = result;
  return 0;
}

long access_call(const PathArgument& argument, int access, uint64_t pc) {
  Place place = resolve(argument, true, Touch::kLook, "access", pc);
  if (place.error != 0) return place.error;
  look_at(place.node->object, "access", pc);
  return is_permitted(*place.node, access) ? 0 : -EACCES;
}

long read_link_call(const PathArgument& argument, char* into, size_t room, uint64_t pc) {
  Place place = resolve(argument, false, Touch::kLook, "readlink", pc);
  if (place.error != 0) return place.error;
  if (!place.node->is_link() || room == 0) return -EINVAL;
  std::string target = target_of(*place.node);
  size_t bytes = std::min(room, target.size());
  memcpy(into, target.data(), bytes);
  return static_cast<long>(bytes);
}

// A name for something new.
long check_new(const Place& place) {
  if (place.error == 0) return -EEXIST;
  if (!can_be_made(place)) return place.error;
  return is_permitted(*place.folder, W_OK) ? 0 : -EACCES;
}

long make_folder_call(const PathArgument& argument, mode_t mode, uint64_t pc) {
  Place place = resolve(argument, false, Touch::kChange, "mkdir", pc);
  if (long error = check_new(place)) return error;
  add_name(place, make_node(S_IFDIR | (mode & ~file_mode_mask() & 01777)));
  return 0;
}

long make_link_call(const char* target, const PathArgument& argument, uint64_t pc) {
  if (target == nullptr) return -EFAULT;
  Place place = resolve(argument, false, Touch::kChange, "symlink", pc);
  if (long error = check_new(place)) return error;
  Node* node = make_node(S_IFLNK | 0777);
  node->state.get().target = target;
  add_name(place, node);
  return 0;
}

void lose_name(Node& node, const char* name, uint64_t pc) {
  change(node.object, name, pc);
  if (node.state.get().links > 0) node.state.get().links--;
}

long unlink_call(const PathArgument& argument, uint64_t pc) {
  Place place = resolve(argument, false, Touch::kChange, "unlink", pc);
  if (place.error != 0) return place.error;
  if (place.node->is_folder()) return -EISDIR;
  if (!is_permitted(*place.folder, W_OK)) return -EACCES;
  remove_name(place);
  lose_name(*place.node, "unlink", pc);
  return 0;
}

bool is_empty(const Place& folder) {
  return list_folder(folder.path, *folder.node).size() == 2;
}

long remove_folder_call(const PathArgument& argument, uint64_t pc) {
  Place place = resolve(argument, false, Touch::kChange, "rmdir", pc);
  if (place.error != 0) return place.error;
  if (!place.node->is_folder()) return -ENOTDIR;
  if (place.folder == nullptr) return -EBUSY;
  if (!is_permitted(*place.folder, W_OK)) return -EACCES;
  if (!is_empty(place)) return -ENOTEMPTY;
  remove_name(place);
  return 0;
}

long check_replaced(const Place& from, const Place& to) {
  if (to.error != 0) return check_new(to);
  if (from.node->is_folder() && !to.node->is_folder()) return -ENOTDIR;
  if (!from.node->is_folder() && to.node->is_folder()) return -EISDIR;
  return to.node->is_folder() && !is_empty(to) ? -ENOTEMPTY : 0;
}

long rename_call(const PathArgument& old_name, const PathArgument& new_name, long flags, uint64_t pc) {
  constexpr long kNoReplace = 1;
  if ((flags & ~kNoReplace) != 0) report_unsupported("renameat2 with these flags", pc);
  std::string_view start;
  long error = 0;
  if (!find_start(new_name, start, error, pc)) return error;
  Place from = resolve(old_name, false, Touch::kChange, "rename", pc);
  if (from.error != 0) return from.error;
  Place to = find_place(start_of(start), new_name.path, false);
  if (flags != 0 && to.error == 0) return -EEXIST;
  if (from.folder == nullptr || to.path.starts_with(std::string(from.path) + "/"))
    return from.folder == nullptr ? -EBUSY : -EINVAL;
  if (from.node == to.node) return 0;
  if (error = check_replaced(from, to); error != 0) return error;
  if (!is_permitted(*from.folder, W_OK)) return -EACCES;
  if (from.node->is_folder() && !from.node->real_path.empty())
    report_unsupported("renaming a folder that the program did not make", pc);
  move_name(from, to);
  if (to.node != nullptr && !to.node->is_folder()) lose_name(*to.node, "rename", pc);
  return 0;
}

long link_call(const PathArgument& old_name, const PathArgument& new_name, long flags, uint64_t pc) {
  std::string_view start;
  long error = 0;
  if (!find_start(new_name, start, error, pc)) return error;
  Place from = resolve(old_name, (flags & AT_SYMLINK_FOLLOW) != 0, Touch::kChange, "link", pc);
  if (from.error != 0) return from.error;
  if (from.node->is_folder()) return -EPERM;
  Place to = find_place(start_of(start), new_name.path, false);
  if (error = check_new(to); error != 0) return error;
  add_name(to, from.node);
  change(from.node->object, "link", pc);
  from.node->state.get().links++;
  return 0;
}

enum class Attribute { kMode, kOwner, kTimes };

long attribute_call(const PathArgument& argument, Attribute attribute, mode_t mode, bool follow, uint64_t pc) {
  const char* name = attribute == Attribute::kMode ? "chmod" : attribute == Attribute::kOwner ? "chown" : "utimensat";
  Place place = resolve(argument, follow, Touch::kLook, name, pc);
  if (place.error != 0) return place.error;
  change(place.node->object, name, pc);
  NodeState& state = place.node->state.get();
  if (attribute == Attribute::kMode) state.mode = (state.mode & S_IFMT) | (mode & 07777);
  return 0;
}

// Of the path's file, or of the descriptor's if there is no path.
long times_call(const SystemCall& call) {
  const auto* times = reinterpret_cast<const timespec*>(call.a[2]);
  Node* node = nullptr;
  if (call.a[1] == 0) {
    OpenFile* file = look_up_file(static_cast<int>(call.a[0]), call.pc);
    if (file == nullptr) return -EBADF;
    node = file->state.get().node;
    if (node == nullptr) return 0;
  } else {
    bool follow = (call.a[3] & AT_SYMLINK_NOFOLLOW) == 0;
    Place place =
        resolve({static_cast<int>(call.a[0]), text_at(call.a[1])}, follow, Touch::kLook, "utimensat", call.pc);
    if (place.error != 0) return place.error;
    node = place.node;
  }
  change(node->object, "utimensat", call.pc);
  bool is_now = times == nullptr || times[1].tv_nsec == UTIME_NOW;
  bool is_omitted = times != nullptr && times[1].tv_nsec == UTIME_OMIT;
  if (is_omitted) return 0;
  node->state.get().changed = is_now ? virtual_clock.peek() : from_timespec(CLOCK_REALTIME, times[1]);
  return 0;
}

long resize_call(const SystemCall& call) {
  Place place = resolve({AT_FDCWD, text_at(call.a[0])}, true, Touch::kLook, "truncate", call.pc);
  if (place.error != 0) return place.error;
  if (place.node->is_folder()) return -EISDIR;
  if (!place.node->is_regular() || call.a[1] < 0) return -EINVAL;
  if (!is_permitted(*place.node, W_OK)) return -EACCES;
  change(place.node->object, "truncate", call.pc);
  return resize_node(*place.node, call.a[1], call.pc);
}

long change_folder_call(const SystemCall& call) {
  if (call.number == SYS_chdir) {
    Place place = resolve({AT_FDCWD, text_at(call.a[0])}, true, Touch::kChange, "chdir", call.pc);
    if (place.error != 0) return place.error;
    if (!place.node->is_folder()) return -ENOTDIR;
    current_folder() = place.path;
    return 0;
  }
  OpenFile* file = look_up_file(static_cast<int>(call.a[0]), call.pc);
  if (file == nullptr) return -EBADF;
  Node* node = file->state.get().node;
  if (node == nullptr || !node->is_folder()) return -ENOTDIR;
  change(file_table, "fchdir", call.pc);
  current_folder() = file->state.get().path;
  return 0;
}

long tell_folder_call(const SystemCall& call) {
  look_at(file_table, "getcwd", call.pc);
  const std::string& path = current_folder();
  if (path.size() + 1 > static_cast<size_t>(call.a[1])) return -ERANGE;
  memcpy(reinterpret_cast<char*>(call.a[0]), path.c_str(), path.size() + 1);
  return static_cast<long>(path.size() + 1);
}

long mask_call(const SystemCall& call) {
  change(file_table, "umask", call.pc);
  mode_t before = file_mode_mask();
  file_mode_mask() = static_cast<mode_t>(call.a[0]) & 0777;
  return before;
}

// Calls without a folder's descriptor begin at the current folder.
PathArgument here(long path) {
  return {AT_FDCWD, text_at(path)};
}
PathArgument in_folder(long folder, long path) {
  return {static_cast<int>(folder), text_at(path)};
}

long perform_look(const SystemCall& call, bool& done) {
  const long* a = call.a;
  switch (call.number) {
    case SYS_stat: return status_call(here(a[0]), reinterpret_cast<struct stat*>(a[1]), 0, call.pc);
    case SYS_lstat: return status_call(here(a[0]), reinterpret_cast<struct stat*>(a[1]), AT_SYMLINK_NOFOLLOW, call.pc);
    case SYS_newfstatat: return status_call(in_folder(a[0], a[1]), reinterpret_cast<struct stat*>(a[2]), a[3], call.pc);
    case SYS_statx: return extended_status_call(call);
    case SYS_access: return access_call(here(a[0]), static_cast<int>(a[1]), call.pc);
    case SYS_faccessat:
    case SYS_faccessat2: return access_call(in_folder(a[0], a[1]), static_cast<int>(a[2]), call.pc);
    case SYS_readlink:
      return read_link_call(here(a[0]), reinterpret_cast<char*>(a[1]), static_cast<size_t>(a[2]), call.pc);
    case SYS_readlinkat:
      return read_link_call(in_folder(a[0], a[1]), reinterpret_cast<char*>(a[2]), static_cast<size_t>(a[3]), call.pc);
    case SYS_getcwd: return tell_folder_call(call);
    default: done = false; return 0;
  }
}

long perform_open(const SystemCall& call, bool& done) {
  const long* a = call.a;
  switch (call.number) {
    case SYS_open: return open_call(here(a[0]), static_cast<int>(a[1]), static_cast<mode_t>(a[2]), call.pc);
    case SYS_openat:
      return open_call(in_folder(a[0], a[1]), static_cast<int>(a[2]), static_cast<mode_t>(a[3]), call.pc);
    case SYS_creat: return open_call(here(a[0]), O_CREAT | O_WRONLY | O_TRUNC, static_cast<mode_t>(a[1]), call.pc);
    case SYS_memfd_create: return memory_file_call(call);
    case SYS_getrandom: return random_call(call);
    default: done = false; return 0;
  }
}

long perform_attribute(const SystemCall& call, bool& done) {
  const long* a = call.a;
  switch (call.number) {
    case SYS_chmod: return attribute_call(here(a[0]), Attribute::kMode, static_cast<mode_t>(a[1]), true, call.pc);
    case SYS_fchmodat:
      return attribute_call(in_folder(a[0], a[1]), Attribute::kMode, static_cast<mode_t>(a[2]), true, call.pc);
    case SYS_chown: return attribute_call(here(a[0]), Attribute::kOwner, 0, true, call.pc);
    case SYS_lchown: return attribute_call(here(a[0]), Attribute::kOwner, 0, false, call.pc);
    case SYS_fchownat:
      return attribute_call(in_folder(a[0], a[1]), Attribute::kOwner, 0, (a[4] & AT_SYMLINK_NOFOLLOW) == 0, call.pc);
    case SYS_utimensat: return times_call(call);
    case SYS_truncate: return resize_call(call);
    case SYS_chdir:
    case SYS_fchdir: return change_folder_call(call);
    case SYS_umask: return mask_call(call);
    default: done = false; return 0;
  }
}

}  // namespace

long perform_path_call(const SystemCall& call, bool& done) {
  const long* a = call.a;
  for (auto* perform : {perform_look, perform_open, perform_attribute}) {
    done = true;
    long result = perform(call, done);
    if (done) return result;
  }
  done = true;
  switch (call.number) {
    case SYS_mkdir: return make_folder_call(here(a[0]), static_cast<mode_t>(a[1]), call.pc);
    case SYS_mkdirat: return make_folder_call(in_folder(a[0], a[1]), static_cast<mode_t>(a[2]), call.pc);
    case SYS_rmdir: return remove_folder_call(here(a[0]), call.pc);
    case SYS_unlink: return unlink_call(here(a[0]), call.pc);
    case SYS_unlinkat:
      if ((a[2] & AT_REMOVEDIR) != 0) return remove_folder_call(in_folder(a[0], a[1]), call.pc);
      return unlink_call(in_folder(a[0], a[1]), call.pc);
    case SYS_rename: return rename_call(here(a[0]), here(a[1]), 0, call.pc);
    case SYS_renameat: return rename_call(in_folder(a[0], a[1]), in_folder(a[2], a[3]), 0, call.pc);
    case SYS_renameat2: return rename_call(in_folder(a[0], a[1]), in_folder(a[2], a[3]), a[4], call.pc);
    case SYS_link: return link_call(here(a[0]), here(a[1]), 0, call.pc);
    case SYS_linkat: return link_call(in_folder(a[0], a[1]), in_folder(a[2], a[3]), a[4], call.pc);
    case SYS_symlink: return make_link_call(text_at(a[0]), here(a[1]), call.pc);
    case SYS_symlinkat: return make_link_call(text_at(a[0]), in_folder(a[1], a[2]), call.pc);
    default: done = false; return 0;
  }
}

}  // namespace mazurka::runtime
