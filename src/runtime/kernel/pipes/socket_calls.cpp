// System calls for sockets to the outside, if --allow=sockets lets them through.
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>

#include <string>

#include "runtime/engine/failure.hpp"
#include "runtime/kernel/allowed.hpp"
#include "runtime/kernel/files/open_files.hpp"
#include "runtime/kernel/files/outside_files.hpp"
#include "runtime/kernel/pipes/calls.hpp"

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

}  // namespace

// To have a socket is harmless; what is done with it may not be.
long socket_call(const SystemCall& call) {
  change(file_table, "socket", call.pc);
  long made = kernel(SYS_socket, call.a[0], call.a[1] | SOCK_CLOEXEC, call.a[2]);
  bool close_on_exec = (call.a[1] & SOCK_CLOEXEC) != 0;
  return give_outside(made, O_RDWR | (static_cast<int>(call.a[1]) & O_NONBLOCK), close_on_exec, "socket", call.pc);
}

long socket_use_call(const SystemCall& call) {
  OpenFile* file = look_up_file(static_cast<int>(call.a[0]), call.pc);
  if (file == nullptr) return -EBADF;
  const OpenFileState& state = file->state.get();
  if (state.kind == FileKind::kPipe) report_unsupported("options and names of a pair of sockets", call.pc);
  if (state.kind != FileKind::kOutside) return -ENOTSOCK;
  if (connects_to_nobody(call)) return -ENOENT;
  need(protocol::kSockets, "a socket to the outside", call.pc);
  bool accepts = call.number == SYS_accept || call.number == SYS_accept4;
  return accepts ? accept_at(call, state) : pass_outside(call, state);
}

}  // namespace mazurka::runtime
