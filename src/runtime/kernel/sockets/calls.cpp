#include "runtime/kernel/sockets/calls.hpp"

#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/syscall.h>

#include <algorithm>

#include "runtime/engine/failure.hpp"
#include "runtime/kernel/allowed.hpp"
#include "runtime/kernel/pipes/pipes.hpp"
#include "runtime/kernel/sockets/peers.hpp"
#include "runtime/kernel/sockets/sockets.hpp"
#include "runtime/platform/supervisor_log.hpp"

namespace mazurka::runtime {

namespace {

using Phase = Socket::Phase;

void refuse_outside(const SocketAddress& address, uint64_t pc) {
  if (address.is_outside()) need(protocol::kSockets, "a socket to the outside", pc);
}

long bind_call(const SystemCall& call, Socket& socket) {
  SocketAddress to;
  if (long error = read_address(call.a[1], call.a[2], socket.state.get().family, to)) return error;
  refuse_outside(to, call.pc);
  return bind_socket(socket, to, call.pc);
}

long listen_call(const SystemCall& call, Socket& socket) {
  bool is_first = false;
  const long error =
      listen_at(socket, static_cast<int>(call.a[1]), has_peers() ? must_start_peers : nullptr, is_first, call.pc);
  if (is_first) start_peers(call.pc);
  return error;
}

long connect_call(const SystemCall& call, OpenFile& file) {
  SocketAddress to;
  if (long error = read_address(call.a[1], call.a[2], file.state.get().socket->state.get().family, to)) return error;
  if (to.family == AF_UNSPEC) report_unsupported("connect to no address", call.pc);
  refuse_outside(to, call.pc);
  return connect_socket(file, to, call.pc);
}

// As the kernel does it: first there is a number for it, then it waits.
long accept_call(const SystemCall& call, OpenFile& file) {
  const long flags = call.number == SYS_accept4 ? call.a[3] : 0;
  if ((flags & ~(SOCK_CLOEXEC | SOCK_NONBLOCK)) != 0) return -EINVAL;
  const SocketState& listener = file.state.get().socket->state.get();
  change(file_table, "accept", call.pc);
  const int number = reserve_descriptor(0);
  if (number < 0) return number;
  Socket& socket = make_socket(listener.family, listener.type);
  OpenFile* made = make_socket_file(socket, static_cast<int>(flags));
  long error = accept_connection(file, number, *made, call.pc);
  const bool wants_name = call.a[1] != 0;
  if (error == 0 && wants_name) error = write_address(socket.state.get().there, call.a[1], call.a[2]);
  if (error == 0) return install_descriptor(number, made, (flags & SOCK_CLOEXEC) != 0, "accept", call.pc);
  change(file_table, "accept", call.pc);
  give_up_descriptor(number);
  return error;
}

long name_call(const SystemCall& call, Socket& socket) {
  if (call.number == SYS_getsockname)
    return write_address(own_address(socket, "getsockname", call.pc), call.a[1], call.a[2]);
  const Phase phase = look_at_phase(socket, "getpeername", call.pc);
  return phase != Phase::kConnected ? -ENOTCONN : write_address(socket.state.get().there, call.a[1], call.a[2]);
}

// An error that waits to be told: only a connection that was broken has one.
int error_of(const OpenFileState& file, uint64_t pc) {
  if (look_at_phase(*file.socket, "getsockopt", pc) != Phase::kConnected || !file.socket->is_tcp()) return 0;
  look_at(file.in->object, "getsockopt", pc);
  const bool was_told = file.in->state.get().was_reset;
  look_at(file.out->object, "getsockopt", pc);
  if (was_told || was_reset(*file.out)) report_unsupported("SO_ERROR of a connection that was broken", pc);
  return 0;
}

long get_option(const SystemCall& call, const OpenFileState& file) {
  auto* room = reinterpret_cast<socklen_t*>(call.a[4]);
  if (call.a[3] == 0 || room == nullptr) return -EFAULT;
  Socket& socket = *file.socket;
  int value = 0;
  bool is_known = call.a[1] == SOL_SOCKET;
  switch (call.a[2]) {
    case SO_TYPE: value = socket.state.get().type; break;
    case SO_DOMAIN: value = socket.state.get().family; break;
    case SO_PROTOCOL: value = socket.is_tcp() ? IPPROTO_TCP : 0; break;
    case SO_ACCEPTCONN: value = look_at_phase(socket, "getsockopt", call.pc) == Phase::kListening; break;
    case SO_ERROR: value = is_known ? error_of(file, call.pc) : 0; break;
    case SO_REUSEADDR:
      look_at(socket_names, "getsockopt", call.pc);
      value = socket.state.get().may_reuse;
      break;
    default: is_known = false;
  }
  if (!is_known) report_unsupported("this option of a socket", call.pc);
  *room = std::min<socklen_t>(*room, sizeof value);
  memcpy(reinterpret_cast<void*>(call.a[3]), &value, *room);
  return 0;
}

// How fast something comes, or when the kernel asks whether the other end is still there.
bool has_no_effect_on_tcp(long option) {
  for (long known :
       {TCP_NODELAY, TCP_QUICKACK, TCP_KEEPIDLE, TCP_KEEPINTVL, TCP_KEEPCNT, TCP_USER_TIMEOUT, TCP_FASTOPEN})
    if (option == known) return true;
  return false;
}

long set_option(const SystemCall& call, Socket& socket) {
  const auto bytes = static_cast<size_t>(call.a[4]);
  const auto* value = reinterpret_cast<const int*>(call.a[3]);
  if (value == nullptr) return -EFAULT;
  if (bytes < sizeof *value) return -EINVAL;
  const long level = call.a[1], option = call.a[2];
  SocketState& state = socket.state.get();
  if (level == SOL_SOCKET && option == SO_REUSEADDR) {
    change(socket_names, "setsockopt", call.pc);
    state.may_reuse = *value != 0;
    return 0;
  }
  if (level == IPPROTO_IPV6 && option == IPV6_V6ONLY && state.family == AF_INET6) {
    change(socket_names, "setsockopt", call.pc);
    if (state.own.family != AF_UNSPEC) return -EINVAL;
    state.only_v6 = *value != 0;
    return 0;
  }
  // To linger for no time is to break the connection off.
  const bool is_off = option == SO_LINGER && *value == 0;
  if (level == SOL_SOCKET && (is_off || (has_no_effect(option) && option != SO_REUSEPORT))) return 0;
  if (level == IPPROTO_TCP && socket.is_tcp() && has_no_effect_on_tcp(option)) return 0;
  report_unsupported("this option of a socket", call.pc);
  return -ENOPROTOOPT;
}

}  // namespace

bool has_no_effect(long option) {
  for (long known : {SO_KEEPALIVE, SO_REUSEPORT, SO_BROADCAST, SO_OOBINLINE, SO_PRIORITY, SO_DONTROUTE})
    if (option == known) return true;
  return false;
}

bool is_within_program(const SystemCall& call) {
  if ((channel->settings.environment.allowed & protocol::kSockets) != 0) return false;
  const long family = call.a[0], type = call.a[1] & ~(SOCK_CLOEXEC | SOCK_NONBLOCK), protocol = call.a[2];
  if (family == AF_UNIX) return (type == SOCK_STREAM || type == SOCK_SEQPACKET) && protocol == 0;
  const bool is_tcp = type == SOCK_STREAM && (protocol == 0 || protocol == IPPROTO_TCP);
  return is_tcp && (family == AF_INET || family == AF_INET6);
}

long make_socket_of_program(const SystemCall& call) {
  static_assert(SOCK_NONBLOCK == O_NONBLOCK);
  change(file_table, "socket", call.pc);
  const int number = reserve_descriptor(0);
  if (number < 0) return number;
  const int type = static_cast<int>(call.a[1]) & ~(SOCK_CLOEXEC | SOCK_NONBLOCK);
  Socket& socket = make_socket(static_cast<sa_family_t>(call.a[0]), type);
  give_pipes(socket);
  prepare_peers();
  OpenFile* file = make_socket_file(socket, static_cast<int>(call.a[1]));
  return install_descriptor(number, file, (call.a[1] & SOCK_CLOEXEC) != 0, "socket", call.pc);
}

long use_socket(const SystemCall& call, OpenFile& file) {
  Socket& socket = *file.state.get().socket;
  switch (call.number) {
    case SYS_bind: return bind_call(call, socket);
    case SYS_listen: return listen_call(call, socket);
    case SYS_accept:
    case SYS_accept4: return accept_call(call, file);
    case SYS_connect: return connect_call(call, file);
    case SYS_getsockname:
    case SYS_getpeername: return name_call(call, socket);
    case SYS_getsockopt: return get_option(call, file.state.get());
    default: return set_option(call, socket);
  }
}

}  // namespace mazurka::runtime
