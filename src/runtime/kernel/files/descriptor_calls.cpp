// System calls on descriptors: close, dup, flags.
#include <asm/ioctls.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>

#include "runtime/engine/failure.hpp"
#include "runtime/kernel/allowed.hpp"
#include "runtime/kernel/files/calls.hpp"
#include "runtime/kernel/files/open_files.hpp"
#include "runtime/kernel/files/outside_files.hpp"
#include "runtime/platform/raw_syscall.hpp"

namespace mazurka::runtime {

namespace {

// Flags that fcntl can change.
constexpr int kChangeableFlags = O_APPEND | O_NONBLOCK | O_ASYNC | O_DIRECT | O_NOATIME;

// Output was closed in this execution.
PerExecution<bool> output_is_closed[3];

// A descriptor for output is looked up without a step: it must stay what it was at the base.
void keep_output(int number, uint64_t pc) {
  if (at_base() && is_plain_output(number))
    report_unsupported("redirecting standard output while there are threads", pc);
}

void drop(Descriptor& descriptor, uint64_t pc) {
  OpenFile* file = descriptor.state.get().file;
  descriptor.state.get() = {};
  if (file == nullptr || --file->state.get().descriptors != 0) return;
  const OpenFileState& state = file->state.get();
  if (state.actions != nullptr) state.actions->end(state, pc);
  if (state.kind == FileKind::kOutside) close_outside(state.kernel_number);
}

long duplicate(int number, int lowest, bool close_on_exec, const char* name, uint64_t pc) {
  OpenFile* file = look_up_file(number, pc);
  if (file == nullptr) return -EBADF;
  if (lowest < 0 || lowest >= kMaxDescriptors) return -EINVAL;
  change(file_table, name, pc);
  int copy = reserve_descriptor(lowest);
  if (copy < 0) return copy;
  file->state.get().descriptors++;
  return install_descriptor(copy, file, close_on_exec, name, pc);
}

long duplicate_to(int number, int copy, bool close_on_exec, uint64_t pc) {
  OpenFile* file = look_up_file(number, pc);
  Descriptor* descriptor = descriptor_at(copy);
  if (file == nullptr || descriptor == nullptr) return -EBADF;
  if (number == copy) return copy;
  keep_output(copy, pc);
  change_both(file_table, descriptor->object, "dup2", pc);
  if (descriptor->state.get().reserved) return -EBUSY;
  file->state.get().descriptors++;
  drop(*descriptor, pc);
  descriptor->state.get() = {file, false, close_on_exec};
  return copy;
}

}  // namespace

long close_call(const SystemCall& call) {
  int number = static_cast<int>(call.a[0]);
  Descriptor* descriptor = descriptor_at(number);
  if (descriptor == nullptr) return -EBADF;
  if (at_base() && is_plain_output(number)) {
    if (output_is_closed[number].get()) return -EBADF;
    output_is_closed[number].get() = true;
    note_unseen_change();
    return 0;
  }
  change_both(file_table, descriptor->object, "close", call.pc);
  if (descriptor->state.get().file == nullptr) return -EBADF;
  drop(*descriptor, call.pc);
  return 0;
}

long dup_call(const SystemCall& call) {
  return duplicate(static_cast<int>(call.a[0]), 0, false, "dup", call.pc);
}

long dup2_call(const SystemCall& call) {
  return duplicate_to(static_cast<int>(call.a[0]), static_cast<int>(call.a[1]), false, call.pc);
}

long dup3_call(const SystemCall& call) {
  int from = static_cast<int>(call.a[0]), to = static_cast<int>(call.a[1]);
  if (from == to) return -EINVAL;
  return duplicate_to(from, to, (call.a[2] & O_CLOEXEC) != 0, call.pc);
}

long fcntl_call(const SystemCall& call) {
  int number = static_cast<int>(call.a[0]);
  int argument = static_cast<int>(call.a[2]);
  switch (call.a[1]) {
    case F_DUPFD: return duplicate(number, argument, false, "fcntl", call.pc);
    case F_DUPFD_CLOEXEC: return duplicate(number, argument, true, "fcntl", call.pc);
    default: break;
  }
  OpenFile* file = look_up_file(number, call.pc);
  if (file == nullptr) return -EBADF;
  switch (call.a[1]) {
    case F_GETFD: return descriptor_at(number)->state.get().close_on_exec ? FD_CLOEXEC : 0;
    case F_SETFD:
      change(descriptor_at(number)->object, "fcntl", call.pc);
      descriptor_at(number)->state.get().close_on_exec = (argument & FD_CLOEXEC) != 0;
      return 0;
    case F_GETFL: look_at(file->object, "fcntl", call.pc); return file->state.get().flags & ~O_CLOEXEC;
    case F_SETFL: {
      change(file->object, "fcntl", call.pc);
      int& flags = file->state.get().flags;
      flags = (flags & ~kChangeableFlags) | (argument & kChangeableFlags);
      if (file->state.get().kind == FileKind::kOutside) pass_outside(call, file->state.get());
      return 0;
    }
    // These belong to the process: its threads have them together.
    case F_SETLK:
    case F_SETLKW: return 0;
    case F_GETLK: reinterpret_cast<flock*>(call.a[2])->l_type = F_UNLCK; return 0;
    default: report_unsupported("fcntl with this command", call.pc); return -EINVAL;
  }
}

long ioctl_call(const SystemCall& call) {
  // A pipe, too (file_calls.cpp).
  if (is_plain_output(static_cast<int>(call.a[0])) && call.a[1] == TCGETS) return -ENOTTY;
  OpenFile* file = look_up_file(static_cast<int>(call.a[0]), call.pc);
  if (file == nullptr) return -EBADF;
  const OpenFileState& state = file->state.get();
  if (state.kind == FileKind::kOutput && call.a[1] == TCGETS) return -ENOTTY;
  if (state.kernel_number >= 0 && call.a[1] == TCGETS) {
    char buffer[64] = {};  // larger than the kernel's termios
    long result = kernel(SYS_ioctl, state.kernel_number, TCGETS, as_word(buffer));
    if (result == 0) __builtin_memcpy(reinterpret_cast<char*>(call.a[2]), buffer, 36);
    return result;
  }
  if (call.a[1] == FIONBIO) {
    bool on = *reinterpret_cast<const int*>(call.a[2]) != 0;
    change(file->object, "ioctl", call.pc);
    int& flags = file->state.get().flags;
    flags = on ? flags | O_NONBLOCK : flags & ~O_NONBLOCK;
    return 0;
  }
  if (call.a[1] == FIONREAD && state.actions != nullptr) {
    long bytes = state.actions->bytes_to_read(*file, call.pc);
    if (bytes >= 0) *reinterpret_cast<int*>(call.a[2]) = static_cast<int>(bytes);
    return bytes < 0 ? bytes : 0;
  }
  if (call.a[1] == FIONREAD && state.node != nullptr && state.node->is_input) {
    look_at(file->object, "ioctl", call.pc);
    *reinterpret_cast<int*>(call.a[2]) = static_cast<int>(static_cast<int64_t>(size_of(*state.node)) - state.offset);
    return 0;
  }
  if (state.kind == FileKind::kOutside) {
    need(protocol::kDevices, "ioctl", call.pc);
    return pass_outside(call, state);
  }
  if (state.kind == FileKind::kOutput) report_unsupported("ioctl", call.pc);
  return -ENOTTY;
}

bool is_closed_output(int number) {
  return output_is_closed[number].get();
}

}  // namespace mazurka::runtime
