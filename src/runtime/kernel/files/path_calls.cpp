// System calls that have a path and look for a file, or change something about it.
#include "runtime/kernel/files/path_calls.hpp"

#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>

#include "runtime/engine/virtual_clock.hpp"
#include "runtime/kernel/files/open_files.hpp"

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
  for (auto* perform : {perform_look, perform_attribute}) {
    done = true;
    long result = perform(call, done);
    if (done) return result;
  }
  return 0;
}

}  // namespace mazurka::runtime
