// System calls that have a path and look for a file, or change something about it.
#include "runtime/kernel/files/path_calls.hpp"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <initializer_list>

#include "runtime/engine/failure.hpp"
#include "runtime/engine/time/virtual_clock.hpp"
#include "runtime/kernel/files/open_files.hpp"
#include "runtime/kernel/process/process_calls.hpp"

namespace mazurka::runtime {

PathArgument here(long path) {
  return {AT_FDCWD, text_at(path)};
}
PathArgument in_folder(long folder, long path) {
  return {static_cast<int>(folder), text_at(path)};
}

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

std::string_view start_of(std::string_view start) {
  return start.empty() ? std::string_view(current_folder()) : start;
}

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

namespace {

int descriptor_in(const char* path, std::initializer_list<const char*> folders) {
  for (const char* folder : folders) {
    const char* digits = path + strlen(folder);
    if (strncmp(path, folder, strlen(folder)) != 0 || *digits < '0' || *digits > '9') continue;
    char* end = nullptr;
    long number = strtol(digits, &end, 10);
    return *end == 0 && number < kMaxDescriptors ? static_cast<int>(number) : -1;
  }
  return -1;
}

// (5000000 is the number of the process.)
int descriptor_in_proc(const char* path) {
  static_assert(kProcessNumber == 5'000'000);
  return path == nullptr
             ? -1
             : descriptor_in(path, {"/dev/fd/", "/proc/self/fd/", "/proc/thread-self/fd/", "/proc/5000000/fd/"});
}

}  // namespace

int descriptor_named(const char* path) {
  if (path == nullptr) return -1;
  constexpr const char* kStandard[] = {"/dev/stdin", "/dev/stdout", "/dev/stderr"};
  for (int number = 0; number < 3; number++)
    if (strcmp(path, kStandard[number]) == 0) return number;
  return descriptor_in_proc(path);
}

namespace {

long find_status(const PathArgument& argument, struct stat* result, long flags, uint64_t pc) {
  if ((flags & AT_EMPTY_PATH) != 0 && (argument.path == nullptr || argument.path[0] == 0)) {
    if (argument.folder != AT_FDCWD) return status_of_descriptor(argument.folder, result, pc);
    return find_status({AT_FDCWD, "."}, result, 0, pc);
  }
  bool follow = (flags & AT_SYMLINK_NOFOLLOW) == 0;
  if (int named = descriptor_named(argument.path); named >= 0 && follow) {
    long error = status_of_descriptor(named, result, pc);
    return error == -EBADF ? -ENOENT : error;
  }
  Place place = resolve(argument, follow, Touch::kLook, "stat", pc);
  if (place.error != 0) return place.error;
  look_at(place.node->object, "stat", pc);
  fill_stat(*place.node, result);
  return 0;
}

long check_access(const PathArgument& argument, int access, uint64_t pc) {
  if (int named = descriptor_named(argument.path); named >= 0) return look_up_file(named, pc) == nullptr ? -ENOENT : 0;
  Place place = resolve(argument, true, Touch::kLook, "access", pc);
  if (place.error != 0) return place.error;
  look_at(place.node->object, "access", pc);
  return is_permitted(*place.node, access) ? 0 : -EACCES;
}

long give_text(const std::string& text, char* into, size_t room) {
  size_t bytes = std::min(room, text.size());
  memcpy(into, text.data(), bytes);
  return static_cast<long>(bytes);
}

// What a link in /proc/self/fd says.
long read_link_of_descriptor(int named, char* into, size_t room, uint64_t pc) {
  OpenFile* file = look_up_file(named, pc);
  if (file == nullptr) return -ENOENT;
  look_at(file_table, "readlink", pc);
  Node* node = file->state.get().node;
  std::string path = node == nullptr ? "" : node->is_folder() ? file->state.get().path : name_of_node(*node);
  if (path.empty()) report_unsupported("readlink of a descriptor without a name", pc);
  return give_text(path, into, room);
}

long read_link(const PathArgument& argument, char* into, size_t room, uint64_t pc) {
  if (int named = descriptor_in_proc(argument.path); named >= 0 && room > 0)
    return read_link_of_descriptor(named, into, room, pc);
  Place place = resolve(argument, false, Touch::kLook, "readlink", pc);
  if (place.error != 0) return place.error;
  if (!place.node->is_link() || room == 0) return -EINVAL;
  return give_text(target_of(*place.node), into, room);
}

long set_mode_at(const PathArgument& argument, long mode, uint64_t pc) {
  Place place = resolve(argument, true, Touch::kLook, "chmod", pc);
  if (place.error != 0) return place.error;
  change(place.node->object, "chmod", pc);
  return set_mode(*place.node, static_cast<mode_t>(mode));
}

long set_owner_at(const PathArgument& argument, long user, long group, bool follow, uint64_t pc) {
  Place place = resolve(argument, follow, Touch::kLook, "chown", pc);
  if (place.error != 0) return place.error;
  change(place.node->object, "chown", pc);
  return set_owner(*place.node, static_cast<uid_t>(user), static_cast<gid_t>(group));
}

}  // namespace

long stat_call(const SystemCall& call) {
  return find_status(here(call.a[0]), reinterpret_cast<struct stat*>(call.a[1]), 0, call.pc);
}
long lstat_call(const SystemCall& call) {
  return find_status(here(call.a[0]), reinterpret_cast<struct stat*>(call.a[1]), AT_SYMLINK_NOFOLLOW, call.pc);
}
long newfstatat_call(const SystemCall& call) {
  PathArgument argument = in_folder(call.a[0], call.a[1]);
  return find_status(argument, reinterpret_cast<struct stat*>(call.a[2]), call.a[3], call.pc);
}

long statx_call(const SystemCall& call) {
  struct stat found = {};
  long error = find_status(in_folder(call.a[0], call.a[1]), &found, call.a[2], call.pc);
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

long access_call(const SystemCall& call) {
  return check_access(here(call.a[0]), static_cast<int>(call.a[1]), call.pc);
}
long faccessat_call(const SystemCall& call) {
  return check_access(in_folder(call.a[0], call.a[1]), static_cast<int>(call.a[2]), call.pc);
}
long readlink_call(const SystemCall& call) {
  return read_link(here(call.a[0]), reinterpret_cast<char*>(call.a[1]), static_cast<size_t>(call.a[2]), call.pc);
}
long readlinkat_call(const SystemCall& call) {
  PathArgument argument = in_folder(call.a[0], call.a[1]);
  return read_link(argument, reinterpret_cast<char*>(call.a[2]), static_cast<size_t>(call.a[3]), call.pc);
}

long chmod_call(const SystemCall& call) {
  return set_mode_at(here(call.a[0]), call.a[1], call.pc);
}
long fchmodat_call(const SystemCall& call) {
  return set_mode_at(in_folder(call.a[0], call.a[1]), call.a[2], call.pc);
}
long chown_call(const SystemCall& call) {
  return set_owner_at(here(call.a[0]), call.a[1], call.a[2], true, call.pc);
}
long lchown_call(const SystemCall& call) {
  return set_owner_at(here(call.a[0]), call.a[1], call.a[2], false, call.pc);
}
long fchownat_call(const SystemCall& call) {
  if ((call.a[4] & AT_EMPTY_PATH) != 0) report_unsupported("fchownat with AT_EMPTY_PATH", call.pc);
  bool follow = (call.a[4] & AT_SYMLINK_NOFOLLOW) == 0;
  return set_owner_at(in_folder(call.a[0], call.a[1]), call.a[2], call.a[3], follow, call.pc);
}

// Of the path's file, or of the descriptor's if there is no path.
long utimensat_call(const SystemCall& call) {
  const auto* times = reinterpret_cast<const timespec*>(call.a[2]);
  Node* node = nullptr;
  if (call.a[1] == 0) {
    OpenFile* file = look_up_file(static_cast<int>(call.a[0]), call.pc);
    if (file == nullptr) return -EBADF;
    node = file->state.get().node;
    if (node == nullptr) return 0;
  } else {
    bool follow = (call.a[3] & AT_SYMLINK_NOFOLLOW) == 0;
    Place place = resolve(in_folder(call.a[0], call.a[1]), follow, Touch::kLook, "utimensat", call.pc);
    if (place.error != 0) return place.error;
    node = place.node;
  }
  change(node->object, "utimensat", call.pc);
  NodeState& state = node->state.get();
  for (int k = 0; k < 2; k++) {
    bool is_now = times == nullptr || times[k].tv_nsec == UTIME_NOW;
    if (!is_now && times[k].tv_nsec == UTIME_OMIT) continue;
    (k == 0 ? state.accessed : state.changed) = is_now ? virtual_clock.peek() : from_timespec(CLOCK_REALTIME, times[k]);
  }
  return 0;
}

long truncate_call(const SystemCall& call) {
  Place place = resolve(here(call.a[0]), true, Touch::kLook, "truncate", call.pc);
  if (place.error != 0) return place.error;
  if (place.node->is_folder()) return -EISDIR;
  if (!place.node->is_regular() || call.a[1] < 0) return -EINVAL;
  if (!is_permitted(*place.node, W_OK)) return -EACCES;
  change(place.node->object, "truncate", call.pc);
  return resize_node(*place.node, call.a[1], call.pc);
}

long chdir_call(const SystemCall& call) {
  Place place = resolve(here(call.a[0]), true, Touch::kChange, "chdir", call.pc);
  if (place.error != 0) return place.error;
  if (!place.node->is_folder()) return -ENOTDIR;
  current_folder() = place.path;
  return 0;
}

long fchdir_call(const SystemCall& call) {
  OpenFile* file = look_up_file(static_cast<int>(call.a[0]), call.pc);
  if (file == nullptr) return -EBADF;
  Node* node = file->state.get().node;
  if (node == nullptr || !node->is_folder()) return -ENOTDIR;
  change(file_table, "fchdir", call.pc);
  current_folder() = file->state.get().path;
  return 0;
}

long getcwd_call(const SystemCall& call) {
  look_at(file_table, "getcwd", call.pc);
  const std::string& path = current_folder();
  if (path.size() + 1 > static_cast<size_t>(call.a[1])) return -ERANGE;
  memcpy(reinterpret_cast<char*>(call.a[0]), path.c_str(), path.size() + 1);
  return static_cast<long>(path.size() + 1);
}

long umask_call(const SystemCall& call) {
  change(file_table, "umask", call.pc);
  mode_t before = file_mode_mask();
  file_mode_mask() = static_cast<mode_t>(call.a[0]) & 0777;
  return before;
}

}  // namespace mazurka::runtime
