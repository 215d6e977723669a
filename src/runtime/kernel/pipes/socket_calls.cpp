// System calls for sockets: of pairs, of those that connect within the program (kernel/sockets), and to the outside, if
// --allow=sockets lets them through.
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>

#include <algorithm>
#include <string>

#include "runtime/engine/failure.hpp"
#include "runtime/kernel/allowed.hpp"
#include "runtime/kernel/files/open_files.hpp"
#include "runtime/kernel/files/outside_files.hpp"
#include "runtime/kernel/pipes/calls.hpp"
#include "runtime/kernel/pipes/pipes.hpp"
#include "runtime/kernel/sockets/calls.hpp"

namespace mazurka::runtime {

namespace {

long accept_at(const SystemCall& call, const OpenFileState& state) {
  SystemCall with_flags = call;
  with_flags.number = SYS_accept4;
  long flags = call.number == SYS_accept4 ? call.a[3] : 0;
  with_flags.a[3] = flags | SOCK_CLOEXEC;
  change(file_table, "accept", call.pc);
  long made = pass_outside(with_flags, state);
  int file_flags = O_RDWR | (static_cast<int>(flags) & O_NONBLOCK);
  return give_outside(made, file_flags, (flags & SOCK_CLOEXEC) != 0, "accept", call.pc);
}

// The C library asks a daemon for users and hosts, where there is one: its socket has a name among the files.
bool connects_to_nobody(const SystemCall& call) {
  const auto* address = reinterpret_cast<const sockaddr_un*>(call.a[1]);
  if (call.number != SYS_connect || address == nullptr || address->sun_family != AF_UNIX) return false;
  if (address->sun_path[0] == 0) return false;
  look_at(file_table, "connect", call.pc);
  std::string path(address->sun_path, strnlen(address->sun_path, sizeof address->sun_path));
  return find_place(current_folder(), path.c_str(), true).error == -ENOENT;
}

// ---- pairs of sockets

// They have no names.
long name_of_pair(const SystemCall& call) {
  auto* address = reinterpret_cast<sockaddr*>(call.a[1]);
  auto* room = reinterpret_cast<socklen_t*>(call.a[2]);
  if (address == nullptr || room == nullptr) return -EFAULT;
  if (static_cast<int>(*room) < 0) return -EINVAL;
  sa_family_t family = AF_UNIX;
  memcpy(address, &family, std::min<size_t>(*room, sizeof family));
  *room = sizeof family;
  return 0;
}

int type_of(const PipeState& pipe) {
  return !pipe.keeps_packets ? SOCK_STREAM : pipe.is_datagram ? SOCK_DGRAM : SOCK_SEQPACKET;
}

long option_of_pair(const SystemCall& call, const OpenFileState& state) {
  auto* room = reinterpret_cast<socklen_t*>(call.a[4]);
  if (call.a[3] == 0 || room == nullptr) return -EFAULT;
  int value = 0;
  bool is_known = call.a[1] == SOL_SOCKET;
  switch (call.a[2]) {
    case SO_TYPE: value = type_of(state.in->state.get()); break;
    case SO_DOMAIN: value = AF_UNIX; break;
    case SO_PROTOCOL:
    case SO_ACCEPTCONN:
    case SO_ERROR: break;
    default: is_known = false;
  }
  if (!is_known) report_unsupported("this option of a pair of sockets", call.pc);
  *room = std::min<socklen_t>(*room, sizeof value);
  memcpy(reinterpret_cast<void*>(call.a[3]), &value, *room);
  return 0;
}

long use_pair(const SystemCall& call, const OpenFileState& state) {
  if (state.in == nullptr || !state.in->state.get().is_socket) return -ENOTSOCK;
  switch (call.number) {
    case SYS_getsockname:
    case SYS_getpeername: return name_of_pair(call);
    case SYS_getsockopt: return option_of_pair(call, state);
    case SYS_setsockopt:
      // (They change nothing for a pair.)
      if (call.a[1] == SOL_SOCKET && (has_no_effect(call.a[2]) || call.a[2] == SO_REUSEADDR)) return 0;
      report_unsupported("this option of a pair of sockets", call.pc);
      return -ENOPROTOOPT;
    default: report_unsupported("a connection of a pair of sockets", call.pc); return -EISCONN;
  }
}

}  // namespace

// To have a socket is harmless; what is done with it may not be.
long socket_call(const SystemCall& call) {
  if (is_within_program(call)) return make_socket_of_program(call);
  change(file_table, "socket", call.pc);
  long made = kernel(SYS_socket, call.a[0], call.a[1] | SOCK_CLOEXEC, call.a[2]);
  bool close_on_exec = (call.a[1] & SOCK_CLOEXEC) != 0;
  return give_outside(made, O_RDWR | (static_cast<int>(call.a[1]) & O_NONBLOCK), close_on_exec, "socket", call.pc);
}

long socket_use_call(const SystemCall& call) {
  OpenFile* file = look_up_file(static_cast<int>(call.a[0]), call.pc);
  if (file == nullptr) return -EBADF;
  const OpenFileState& state = file->state.get();
  if (state.socket != nullptr) return use_socket(call, *file);
  if (state.kind == FileKind::kPipe) return use_pair(call, state);
  if (state.kind != FileKind::kOutside) return -ENOTSOCK;
  if (connects_to_nobody(call)) return -ENOENT;
  need(protocol::kSockets, "a socket to the outside", call.pc);
  bool accepts = call.number == SYS_accept || call.number == SYS_accept4;
  return accepts ? accept_at(call, state) : pass_outside(call, state);
}

}  // namespace mazurka::runtime
