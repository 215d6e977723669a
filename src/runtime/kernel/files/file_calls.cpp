// System calls that read and write open files.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>

#include <algorithm>
#include <deque>

#include "runtime/engine/failure.hpp"
#include "runtime/engine/symbolic/followed_values.hpp"
#include "runtime/engine/threads/user_side.hpp"
#include "runtime/kernel/allowed.hpp"
#include "runtime/kernel/files/calls.hpp"
#include "runtime/kernel/files/open_files.hpp"
#include "runtime/kernel/files/outside_files.hpp"
#include "runtime/kernel/files/symbolic_files.hpp"
#include "runtime/kernel/files/transfer.hpp"
#include "runtime/kernel/output.hpp"
#include "runtime/platform/raw_syscall.hpp"

namespace mazurka::runtime {

namespace {

Transfer transfer_of(const SystemCall& call) {
  bool is_vector =
      call.number == SYS_readv || call.number == SYS_writev || call.number == SYS_preadv || call.number == SYS_pwritev;
  if (is_vector) return Transfer(reinterpret_cast<const iovec*>(call.a[1]), static_cast<int>(call.a[2]));
  return Transfer(reinterpret_cast<void*>(call.a[1]), static_cast<size_t>(call.a[2]));
}

bool is_followed_read() {
  return !inputs_are_followed || followed_values().call().follows_file;
}

void fix_pieces(const Transfer& transfer, size_t bytes, uint64_t pc) {
  if (const uint64_t place = followed_values().call().library_place; place != 0) pc = place;
  for (int k = 0; k < transfer.count && bytes > 0; k++) {
    const size_t part = std::min(bytes, transfer.pieces[k].iov_len);
    followed_values().fix_memory(reinterpret_cast<uintptr_t>(transfer.pieces[k].iov_base), part, pc);
    bytes -= part;
  }
}

// A library reads symbolic bytes for itself. They are fixed before it looks at them, for what it does next may depend
// on them; one by one, so that no more are fixed than it needs.
long read_for_library(Node& node, int64_t offset, const Transfer& transfer, uint64_t pc) {
  const Transfer one(transfer.pieces[0].iov_base, std::min<size_t>(transfer.pieces[0].iov_len, 1));
  const long result = read_node(node, offset, one.pieces[0].iov_base, one.pieces[0].iov_len);
  if (result > 0) fix_pieces(one, static_cast<size_t>(result), pc);
  return result;
}

long read_pieces(Node& node, int64_t offset, const Transfer& transfer, uint64_t pc) {
  if (!is_followed_read() && transfer.count == 1 && has_symbolic_bytes(node, offset))
    return read_for_library(node, offset, transfer, pc);
  long sum = 0;
  for (int k = 0; k < transfer.count; k++) {
    long got = read_node(node, offset + sum, transfer.pieces[k].iov_base, transfer.pieces[k].iov_len);
    if (got < 0) return sum > 0 ? sum : got;
    sum += got;
    if (static_cast<size_t>(got) < transfer.pieces[k].iov_len) break;
  }
  if (!is_followed_read() && sum > 0) fix_pieces(transfer, static_cast<size_t>(sum), pc);
  return sum;
}

long write_pieces(Node& node, int64_t offset, const Transfer& transfer, uint64_t pc) {
  long sum = 0;
  for (int k = 0; k < transfer.count; k++) {
    long done = write_node(node, offset + sum, transfer.pieces[k].iov_base, transfer.pieces[k].iov_len, pc);
    if (done < 0) return sum > 0 ? sum : done;
    sum += done;
  }
  return sum;
}

bool may_read(const OpenFileState& state) {
  return (state.flags & O_ACCMODE) != O_WRONLY;
}
bool may_write(const OpenFileState& state) {
  return (state.flags & O_ACCMODE) != O_RDONLY;
}

// A file of the kernel's: what the program was started with is no more under control than a device.
void need_outside(const OpenFileState& state, const char* name, uint64_t pc) {
  struct stat found = {};
  bool is_socket = kernel(SYS_fstat, state.kernel_number, as_word(&found)) == 0 && S_ISSOCK(found.st_mode);
  need(is_socket ? protocol::kSockets : protocol::kDevices, name, pc);
}

long read_special(const SystemCall& call, OpenFile& file, const Transfer& transfer, const char* name) {
  switch (file.state.get().kind) {
    case FileKind::kNothing: return 0;
    case FileKind::kZeros:
    case FileKind::kFull:
      for (int k = 0; k < transfer.count; k++) memset(transfer.pieces[k].iov_base, 0, transfer.pieces[k].iov_len);
      return static_cast<long>(transfer.bytes());
    case FileKind::kRandom:
      for (int k = 0; k < transfer.count; k++) give_random(transfer.pieces[k].iov_base, transfer.pieces[k].iov_len);
      return static_cast<long>(transfer.bytes());
    case FileKind::kPipe:
    case FileKind::kQueue:
    case FileKind::kEvent: return file.state.get().actions->read(file, transfer, name, call.pc);
    default: need_outside(file.state.get(), "reading from outside of the program", call.pc); break;
  }
  return pass_outside(call, file.state.get());
}

// What is not from a file with symbolic bytes has none.
long read_special_and_clear(const SystemCall& call, OpenFile& file, const Transfer& transfer, const char* name) {
  const long result = read_special(call, file, transfer, name);
  size_t rest = inputs_are_followed && result > 0 ? static_cast<size_t>(result) : 0;
  for (int k = 0; k < transfer.count && rest > 0; k++) {
    const size_t part = std::min(rest, transfer.pieces[k].iov_len);
    followed_values().clear(reinterpret_cast<uintptr_t>(transfer.pieces[k].iov_base), part);
    rest -= part;
  }
  return result;
}

long write_special(const SystemCall& call, OpenFile& file, const Transfer& transfer, const char* name) {
  const OpenFileState& state = file.state.get();
  switch (state.kind) {
    case FileKind::kNothing:
    case FileKind::kRandom:
    case FileKind::kZeros: return static_cast<long>(transfer.bytes());
    case FileKind::kFull: return -ENOSPC;
    case FileKind::kOutput: return show_output(state.kernel_number, transfer.pieces, transfer.count);
    case FileKind::kPipe:
    case FileKind::kQueue:
    case FileKind::kEvent:
      if (inputs_are_followed) fix_pieces(transfer, transfer.bytes(), call.pc);
      return state.actions->write(file, transfer, name, call.pc);
    default: need_outside(state, "writing to outside of the program", call.pc); break;
  }
  if (inputs_are_followed) fix_pieces(transfer, transfer.bytes(), call.pc);
  return pass_outside(call, state);
}

}  // namespace

long read_call(const SystemCall& call) {
  const char* name = call.number == SYS_read ? "read" : "readv";
  OpenFile* file = look_up_file(static_cast<int>(call.a[0]), call.pc);
  if (file == nullptr || !may_read(file->state.get())) return -EBADF;
  Transfer transfer = transfer_of(call);
  if (transfer.count < 0) return -EINVAL;
  Node* node = file->state.get().node;
  if (node == nullptr) return read_special_and_clear(call, *file, transfer, name);
  if (node->is_folder()) return -EISDIR;
  change_second(node->object, file->object, name, call.pc);
  long result = read_pieces(*node, file->state.get().offset, transfer, call.pc);
  if (result > 0) file->state.get().offset += result;
  return result;
}

long write_call(const SystemCall& call) {
  const char* name = call.number == SYS_write ? "write" : "writev";
  OpenFile* file = look_up_file(static_cast<int>(call.a[0]), call.pc);
  if (file == nullptr || !may_write(file->state.get())) return -EBADF;
  Transfer transfer = transfer_of(call);
  if (transfer.count < 0) return -EINVAL;
  Node* node = file->state.get().node;
  if (node == nullptr) return write_special(call, *file, transfer, name);
  change_both(node->object, file->object, name, call.pc);
  OpenFileState& state = file->state.get();
  if ((state.flags & O_APPEND) != 0) state.offset = static_cast<int64_t>(size_of(*node));
  long result = write_pieces(*node, state.offset, transfer, call.pc);
  if (result > 0) state.offset += result;
  return result;
}

long pread64_call(const SystemCall& call) {
  const char* name = call.number == SYS_pread64 ? "pread" : "preadv";
  OpenFile* file = look_up_file(static_cast<int>(call.a[0]), call.pc);
  if (file == nullptr || !may_read(file->state.get())) return -EBADF;
  Transfer transfer = transfer_of(call);
  if (transfer.count < 0 || call.a[3] < 0) return -EINVAL;
  Node* node = file->state.get().node;
  if (file->state.get().actions != nullptr || (node != nullptr && node->is_input_stream())) return -ESPIPE;
  if (node == nullptr) return read_special_and_clear(call, *file, transfer, name);
  if (node->is_folder()) return -EISDIR;
  look_at(node->object, name, call.pc);
  return read_pieces(*node, call.a[3], transfer, call.pc);
}

long pwrite64_call(const SystemCall& call) {
  const char* name = call.number == SYS_pwrite64 ? "pwrite" : "pwritev";
  OpenFile* file = look_up_file(static_cast<int>(call.a[0]), call.pc);
  if (file == nullptr || !may_write(file->state.get())) return -EBADF;
  Transfer transfer = transfer_of(call);
  if (transfer.count < 0 || call.a[3] < 0) return -EINVAL;
  Node* node = file->state.get().node;
  if (file->state.get().actions != nullptr || (node != nullptr && node->is_input_stream())) return -ESPIPE;
  if (node == nullptr) return write_special(call, *file, transfer, name);
  // Linux appends whatever the offset is, if the file was opened so.
  change_both(node->object, file->object, name, call.pc);
  bool appends = (file->state.get().flags & O_APPEND) != 0;
  return write_pieces(*node, appends ? static_cast<int64_t>(size_of(*node)) : call.a[3], transfer, call.pc);
}

long lseek_call(const SystemCall& call) {
  OpenFile* file = look_up_file(static_cast<int>(call.a[0]), call.pc);
  if (file == nullptr) return -EBADF;
  Node* node = file->state.get().node;
  if (file->state.get().kind == FileKind::kOutside) return pass_outside(call, file->state.get());
  if (node == nullptr) return file->state.get().kind == FileKind::kNothing ? 0 : -ESPIPE;
  if (node->is_input_stream()) return -ESPIPE;
  int whence = static_cast<int>(call.a[2]);
  if (whence == SEEK_END)
    change_second(node->object, file->object, "lseek", call.pc);
  else if (whence == SEEK_CUR && call.a[1] == 0)
    look_at(file->object, "lseek", call.pc);
  else if (whence == SEEK_SET || whence == SEEK_CUR)
    change(file->object, "lseek", call.pc);
  else
    return -EINVAL;
  OpenFileState& state = file->state.get();
  int64_t from = whence == SEEK_END ? static_cast<int64_t>(size_of(*node)) : whence == SEEK_CUR ? state.offset : 0;
  int64_t place = 0;
  if (__builtin_add_overflow(from, call.a[1], &place)) return -EOVERFLOW;
  if (place < 0) return -EINVAL;
  if (whence == SEEK_SET && place == 0) state.listing.clear();
  return state.offset = place;
}

namespace {

unsigned char type_of(const Node& node) {
  return static_cast<unsigned char>(IFTODT(node.state.get().mode));
}

}  // namespace

long getdents64_call(const SystemCall& call) {
  OpenFile* file = look_up_file(static_cast<int>(call.a[0]), call.pc);
  if (file == nullptr) return -EBADF;
  Node* node = file->state.get().node;
  if (node == nullptr || !node->is_folder()) return -ENOTDIR;
  change_second(file_table, file->object, "getdents64", call.pc);
  OpenFileState& state = file->state.get();
  if (state.listing.empty()) state.listing = list_folder(state.path, *node);
  auto* buffer = reinterpret_cast<char*>(call.a[1]);
  size_t room = static_cast<size_t>(call.a[2]), used = 0;
  while (static_cast<size_t>(state.offset) < state.listing.size()) {
    const FolderEntry& entry = state.listing[static_cast<size_t>(state.offset)];
    size_t bytes = (offsetof(dirent64, d_name) + entry.name.size() + 1 + 7) / 8 * 8;
    if (used + bytes > room) break;
    auto* into = reinterpret_cast<dirent64*>(buffer + used);
    into->d_ino = entry.node->original.st_ino;
    into->d_off = ++state.offset;
    into->d_reclen = static_cast<unsigned short>(bytes);
    into->d_type = type_of(*entry.node);
    memcpy(into->d_name, entry.name.c_str(), entry.name.size() + 1);
    used += bytes;
  }
  bool too_small = used == 0 && static_cast<size_t>(state.offset) < state.listing.size();
  return too_small ? -EINVAL : static_cast<long>(used);
}

long ftruncate_call(const SystemCall& call) {
  OpenFile* file = look_up_file(static_cast<int>(call.a[0]), call.pc);
  if (file == nullptr) return -EBADF;
  Node* node = file->state.get().node;
  if (node == nullptr || !node->is_regular() || !may_write(file->state.get()) || call.a[1] < 0) return -EINVAL;
  change(node->object, "ftruncate", call.pc);
  return resize_node(*node, call.a[1], call.pc);
}

long fallocate_call(const SystemCall& call) {
  OpenFile* file = look_up_file(static_cast<int>(call.a[0]), call.pc);
  if (file == nullptr || !may_write(file->state.get())) return -EBADF;
  Node* node = file->state.get().node;
  if (node == nullptr || !node->is_regular()) return -ENODEV;
  if (call.a[1] != 0) return -EOPNOTSUPP;
  if (call.a[2] < 0 || call.a[3] <= 0) return -EINVAL;
  change(node->object, "fallocate", call.pc);
  int64_t end = call.a[2] + call.a[3];
  return end <= static_cast<int64_t>(size_of(*node)) ? 0 : resize_node(*node, end, call.pc);
}

long fchmod_call(const SystemCall& call) {
  OpenFile* file = look_up_file(static_cast<int>(call.a[0]), call.pc);
  if (file == nullptr) return -EBADF;
  Node* node = file->state.get().node;
  if (node == nullptr) return -EPERM;
  change(node->object, "fchmod", call.pc);
  if (call.number == SYS_fchmod) return set_mode(*node, static_cast<mode_t>(call.a[1]));
  return set_owner(*node, static_cast<uid_t>(call.a[1]), static_cast<gid_t>(call.a[2]));
}

namespace {

// What a thread copies from one file to another. Its own, for as long as the program is checked: it may never come to
// the second step.
std::string& copy_buffer() {
  static std::deque<std::string>& buffers = *new std::deque<std::string>;
  if (buffers.size() <= current_thread()) buffers.resize(current_thread() + 1);
  return buffers[current_thread()];
}

}  // namespace

// From one file to another, in two steps. The place in a file is its own, or in the program's memory.
long copy_file_range_call(const SystemCall& call) {
  bool is_sendfile = call.number == SYS_sendfile;
  OpenFile* from = look_up_file(static_cast<int>(call.a[is_sendfile ? 1 : 0]), call.pc);
  OpenFile* to = look_up_file(static_cast<int>(call.a[is_sendfile ? 0 : 2]), call.pc);
  if (from == nullptr || to == nullptr || !may_read(from->state.get()) || !may_write(to->state.get())) return -EBADF;
  auto* from_offset = reinterpret_cast<int64_t*>(call.a[is_sendfile ? 2 : 1]);
  auto* to_offset = is_sendfile ? nullptr : reinterpret_cast<int64_t*>(call.a[3]);
  size_t bytes = static_cast<size_t>(call.a[is_sendfile ? 3 : 4]);
  Node* source = from->state.get().node;
  Node* target = to->state.get().node;
  const bool are_files = source != nullptr && target != nullptr && source->is_regular() && target->is_regular();
  if (!are_files && is_sendfile) report_unsupported("sendfile from or to what is no file", call.pc);
  if (!are_files) return -EINVAL;
  constexpr size_t kMost = size_t{1} << 20;
  change_second(source->object, from->object, "copy of a file", call.pc);
  std::string& buffer = copy_buffer();
  buffer.resize(std::min(bytes, kMost));
  int64_t& read_at = from_offset != nullptr ? *from_offset : from->state.get().offset;
  long got = read_node(*source, read_at, buffer.data(), buffer.size());
  if (got <= 0) return got;
  read_at += got;
  change_both(target->object, to->object, "copy of a file", call.pc);
  int64_t& write_at = to_offset != nullptr ? *to_offset : to->state.get().offset;
  long done = write_node(*target, write_at, buffer.data(), static_cast<size_t>(got), call.pc);
  if (done > 0) write_at += done;
  return done;
}

long fstat_call(const SystemCall& call) {
  return status_of_descriptor(static_cast<int>(call.a[0]), reinterpret_cast<struct stat*>(call.a[1]), call.pc);
}

// Everything is in memory that nothing can lose.
long fsync_call(const SystemCall& call) {
  return look_up_file(static_cast<int>(call.a[0]), call.pc) == nullptr ? -EBADF : 0;
}

namespace {

// Always a pipe, without a step: what it really is differs between an exploration and a replay.
long status_of_output(struct stat* result) {
  *result = {};
  result->st_mode = S_IFIFO | 0600;
  result->st_nlink = 1;
  result->st_blksize = 4096;
  return 0;
}

}  // namespace

long status_of_descriptor(int number, struct stat* result, uint64_t pc) {
  if (is_plain_output(number)) return status_of_output(result);
  OpenFile* file = look_up_file(number, pc);
  if (file == nullptr) return -EBADF;
  const OpenFileState& state = file->state.get();
  if (state.node != nullptr) {
    look_at(state.node->object, "fstat", pc);
    fill_stat(*state.node, result);
    return 0;
  }
  if (state.kind == FileKind::kOutput) return status_of_output(result);
  struct stat found = {};
  if (state.actions != nullptr) {
    found.st_mode = state.actions->mode(state);
    found.st_nlink = 1;
    found.st_blksize = 4096;
    *result = found;
    return 0;
  }
  const char* device = state.kind == FileKind::kNothing  ? "/dev/null"
                       : state.kind == FileKind::kRandom ? "/dev/urandom"
                       : state.kind == FileKind::kZeros  ? "/dev/zero"
                                                         : "/dev/full";
  bool of_kernel = state.kernel_number >= 0;
  long error = of_kernel ? kernel(SYS_fstat, state.kernel_number, as_word(&found))
                         : kernel(SYS_newfstatat, AT_FDCWD, as_word(device), as_word(&found), 0);
  *result = found;
  return error;
}

}  // namespace mazurka::runtime
