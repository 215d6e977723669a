#include "runtime/kernel/sockets/sockets.hpp"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>

#include <algorithm>
#include <vector>

#include "runtime/engine/cancellation.hpp"
#include "runtime/engine/native_program.hpp"
#include "runtime/kernel/allowed.hpp"
#include "runtime/kernel/files/path_calls.hpp"
#include "runtime/kernel/pipes/pipes.hpp"
#include "runtime/races/race_detector.hpp"

namespace mazurka::runtime {

namespace {

using Phase = Socket::Phase;

// Numbers that the kernel chooses. A socket that connects without having one gets one that follows from its own.
constexpr uint16_t kFirstChosenPort = 40000, kFirstPortOfClients = 50000;
constexpr size_t kLongestBacklog = 4096;  // net.core.somaxconn

// Never destroyed: the program's exit handlers run ours too.
std::deque<Socket>& sockets = *new std::deque<Socket>;
PerExecution<size_t>& socket_count = *new PerExecution<size_t>;

// Belongs to socket_names.
struct Names {
  std::vector<Socket*> bound;
  std::vector<uint16_t> used_ports;  // that are free again, after there were connections
};
PerExecution<Names>& names = *new PerExecution<Names>;

// What guards and awaits see.
void update(Socket& socket) {
  const SocketState& state = socket.state.get();
  const bool listens = state.phase == Phase::kListening;
  socket.object.set_value(listens ? static_cast<Value>(state.waiting.size()) : -1 - static_cast<Value>(state.phase));
}

void set_phase(Socket& socket, Phase phase, const char* name, uint64_t pc) {
  change(socket.object, name, pc);
  socket.state.get().phase = phase;
  update(socket);
}

// Names that are no files belong to one type of sockets.
bool may_meet(const SocketAddress& at, int type, int other_type) {
  return type == other_type || is_tcp(at.family) || at.is_path();
}

Socket* find_bound(const SocketAddress& wanted, int type) {
  for (Socket* socket : names.get().bound)
    if (leads_to(socket->state.get().own, wanted) && may_meet(wanted, type, socket->state.get().type)) return socket;
  return nullptr;
}

uint16_t choose_port(const SocketAddress& like) {
  SocketAddress wanted = like;
  for (wanted.port = kFirstChosenPort;; wanted.port++) {
    const auto& bound = names.get().bound;
    const bool is_taken = std::any_of(bound.begin(), bound.end(),
                                      [&](const Socket* one) { return overlap(one->state.get().own, wanted); });
    if (!is_taken) return wanted.port;
  }
}

// Is the address free? In a step that changes socket_names.
long check_free(const Socket& socket, const SocketAddress& to, uint64_t pc) {
  for (const Socket* one : names.get().bound) {
    if (!overlap(one->state.get().own, to)) continue;
    if (!may_meet(to, socket.state.get().type, one->state.get().type)) continue;
    if (socket.state.get().may_reuse && one->state.get().may_reuse && is_tcp(to.family))
      report_unsupported("two sockets that are bound to the same port", pc);
    return -EADDRINUSE;
  }
  const auto& used = names.get().used_ports;
  const bool was_used = is_tcp(to.family) && std::find(used.begin(), used.end(), to.port) != used.end();
  if (was_used && !socket.state.get().may_reuse)
    report_unsupported("a port that is bound again without SO_REUSEADDR", pc);
  return 0;
}

// A path becomes a file, in a step of its own.
long make_name(SocketAddress& to, uint64_t pc) {
  Place place = resolve({AT_FDCWD, to.name}, false, Touch::kChange, "bind", pc);
  if (place.error == 0) return -EADDRINUSE;
  if (!can_be_made(place)) return place.error;
  if (!is_permitted(*place.folder, W_OK)) return -EACCES;
  to.node = make_node(S_IFSOCK | (0777 & ~file_mode_mask()));
  add_name(place, to.node);
  return 0;
}

void bind_in_step(Socket& socket, const SocketAddress& to) {
  SocketState& state = socket.state.get();
  state.own = to;
  state.own.only_v6 = state.only_v6;
  if (is_tcp(to.family) && to.port == 0) state.own.port = choose_port(state.own);
  names.get().bound.push_back(&socket);
}

void unbind(Socket& socket, uint64_t pc) {
  change(socket_names, "close", pc);
  std::erase(names.get().bound, &socket);
  if (socket.is_tcp() && socket.state.get().arrivals != 0)
    names.get().used_ports.push_back(socket.state.get().own.port);
}

// Nobody will accept them any more.
void drop_waiting(std::deque<Socket*>& waiting, const char* name, uint64_t pc) {
  while (!waiting.empty()) {
    Socket* client = waiting.front();
    waiting.pop_front();
    close_connection(*client->state.get().out, *client->state.get().in, true, name, pc);
  }
}

// Waits until a connection is there, unless it does not wait.
void wait_for_connection(Socket& socket, int number, bool waits, uint64_t pc) {
  constexpr const char* kName = "accept";
  const bool looks = waits && may_be_cancelled();
  if (looks) {
    program->begin_looking();
    if (is_cancelled(kName, pc)) {
      program->end_looking();
      change(file_table, kName, pc);
      give_up_descriptor(number);
      act_on_cancellation();
    }
  }
  Thread& self = user_threads.own();
  self.listening = waits;
  transfer_when(socket.object, waits && !looks ? Comparison::kNotEqual : Comparison::kGreaterEqual,
                waits && !looks ? 0 : INT64_MIN, kName, pc);
  if (looks && socket.object.value() == 0) program->wait_for_change(kName, pc);
  if (looks) program->end_looking();
  self.listening = false;
}

// In a step that changes the listening socket.
long enqueue(Socket& client, Socket& target) {
  SocketState& to = target.state.get();
  if (to.phase != Phase::kListening) return -ECONNREFUSED;
  if (to.waiting.size() > to.backlog) return -EAGAIN;
  to.waiting.push_back(&client);
  to.arrivals++;
  hb_release(&target.object);
  update(target);
  return 0;
}

// The addresses of a connection's ends, in a step that looks at socket_names.
void name_ends(Socket& client, const SocketAddress& to) {
  SocketState& state = client.state.get();
  state.there = to;
  state.here = state.own.family != AF_UNSPEC ? state.own : loopback(state.family, 0);
  if (!is_tcp(state.family)) return;
  if (state.own.family == AF_UNSPEC) state.here.port = static_cast<uint16_t>(kFirstPortOfClients + client.number);
  const bool is_v4 = IN6_IS_ADDR_V4MAPPED(&to.ip);
  state.here.ip = loopback(is_v4 ? AF_INET : AF_INET6, 0).ip;
}

long connect_to(Socket& self, const SocketAddress& to, bool waits, uint64_t pc) {
  constexpr const char* kName = "connect";
  look_at(socket_names, kName, pc);
  Socket* target = find_bound(to, self.state.get().type);
  if (target == &self) report_unsupported("a socket that connects to itself", pc);
  if (target == nullptr) return -ECONNREFUSED;
  const bool fits = target->state.get().type == self.state.get().type;
  if (!fits) return -EPROTOTYPE;
  name_ends(self, to);
  // (How much room there is, it knows only once it was there. It is for one more than the backlog, as on Linux.)
  for (bool was_full = false;; was_full = true) {
    const auto most = static_cast<Value>(target->state.get().backlog);
    wait_for_turn(target->object, Comparison::kLessEqual, most, was_full, kName, pc);
    const long error = enqueue(self, *target);
    if (error != -EAGAIN || !waits) return error;
  }
}

long read_socket(OpenFile& file, const Transfer& transfer, const char* name, uint64_t pc) {
  if (long error = check_connected(file.state.get(), false, false, name, pc)) return error;
  return read_pipe(file, transfer, {}, name, pc);
}
long write_socket(OpenFile& file, const Transfer& transfer, const char* name, uint64_t pc) {
  if (long error = check_connected(file.state.get(), true, false, name, pc)) return error;
  return write_pipe(file, transfer, {}, name, pc);
}
long bytes_in_socket(const OpenFile& file, uint64_t pc) {
  const Phase phase = look_at_phase(*file.state.get().socket, "ioctl", pc);
  return phase == Phase::kListening ? -EINVAL : pipe_actions.bytes_to_read(file, pc);
}

void end_socket(const OpenFileState& file, uint64_t pc) {
  Socket& socket = *file.socket;
  const Phase phase = look_at_phase(socket, "close", pc);
  if (phase == Phase::kConnecting) report_unsupported("closing a descriptor that another thread is using", pc);
  if (phase == Phase::kConnected) pipe_actions.end(file, pc);
  if (phase == Phase::kListening) {
    set_phase(socket, Phase::kClosed, "close", pc);
    drop_waiting(socket.state.get().waiting, "close", pc);
  }
  if (socket.state.get().was_accepted) return;
  look_at(socket_names, "close", pc);
  if (socket.state.get().own.family != AF_UNSPEC) unbind(socket, pc);
}

}  // namespace

KernelObject& socket_names = *new KernelObject(Orders::kNone);

constexpr FileActions socket_actions = {read_socket, write_socket, bytes_in_socket,
                                        [](const OpenFileState&) -> mode_t { return S_IFSOCK | 0777; }, end_socket};

Socket& make_socket(sa_family_t family, int type) {
  const size_t number = socket_count.get()++;
  if (number == sockets.size()) sockets.emplace_back(static_cast<uint32_t>(number));
  Socket& socket = sockets[number];
  SocketState& state = socket.state.get();
  state = {};
  state.family = family;
  state.type = type;
  update(socket);
  return socket;
}

void give_pipes(Socket& socket) {
  SocketState& state = socket.state.get();
  const Room::Kind kind = state.type == SOCK_STREAM ? Room::Kind::kStream : Room::Kind::kPackets;
  for (Pipe** pipe : {&state.in, &state.out}) {
    *pipe = make_pipe(kind);
    (*pipe)->state.get().is_tcp = socket.is_tcp();
  }
}

OpenFile* make_socket_file(Socket& socket, int flags) {
  const SocketState& state = socket.state.get();
  OpenFile* file = make_open_file(FileKind::kPipe, O_RDWR | (flags & O_NONBLOCK));
  OpenFileState& made = file->state.get();
  made.socket = &socket;
  made.in = state.in;
  made.out = state.out;
  made.actions = &socket_actions;
  made.descriptors = 1;
  return file;
}

Phase look_at_phase(Socket& socket, const char* name, uint64_t pc) {
  if (socket.state.get().was_accepted) return Phase::kConnected;
  look_at(socket.object, name, pc);
  return socket.state.get().phase;
}

long check_connected(const OpenFileState& file, bool sends, bool nosignal, const char* name, uint64_t pc) {
  if (file.socket == nullptr) return 0;
  const Phase phase = look_at_phase(*file.socket, name, pc);
  if (phase == Phase::kConnected || phase == Phase::kConnecting) return 0;
  if (!file.socket->is_tcp()) return sends ? -ENOTCONN : -EINVAL;
  if (!sends) return -ENOTCONN;
  if (!nosignal) raise(SIGPIPE);
  return -EPIPE;
}

long bind_socket(Socket& socket, const SocketAddress& to, uint64_t pc) {
  SocketAddress wanted = to;
  if (to.is_path()) {
    look_at(socket_names, "bind", pc);
    if (socket.state.get().own.family != AF_UNSPEC) return -EINVAL;
    if (long error = make_name(wanted, pc)) return error;
  }
  change(socket_names, "bind", pc);
  if (socket.state.get().own.family != AF_UNSPEC) return -EINVAL;
  wanted.only_v6 = socket.state.get().only_v6;
  if (to.family == AF_UNIX && to.name_bytes == 0) report_unsupported("bind to a name that the kernel chooses", pc);
  if (wanted.port != 0 || !is_tcp(to.family))
    if (long error = check_free(socket, wanted, pc)) return error;
  bind_in_step(socket, wanted);
  return 0;
}

long listen_at(Socket& socket, int backlog, bool (*note)(), bool& noted, uint64_t pc) {
  look_at(socket_names, "listen", pc);
  const bool is_bound = socket.state.get().own.family != AF_UNSPEC;
  if (!is_bound && !socket.is_tcp()) return -EINVAL;
  if (!is_bound || note != nullptr) change(socket_names, "listen", pc);
  if (note != nullptr) noted = note();
  if (socket.state.get().own.family == AF_UNSPEC) {
    SocketAddress any = loopback(socket.state.get().family, 0);
    any.ip = {};
    if (any.family == AF_INET) any.ip.s6_addr[10] = any.ip.s6_addr[11] = 0xff;
    bind_in_step(socket, any);
  }
  change(socket.object, "listen", pc);
  SocketState& state = socket.state.get();
  const bool may_listen = state.phase == Phase::kFresh || state.phase == Phase::kListening;
  if (state.phase == Phase::kShut) report_unsupported("listen after shutdown", pc);
  if (may_listen) {
    state.phase = Phase::kListening;
    state.backlog = std::min(static_cast<size_t>(static_cast<unsigned>(backlog)), kLongestBacklog);
  }
  update(socket);
  return may_listen ? 0 : -EINVAL;
}

long connect_socket(OpenFile& file, const SocketAddress& to, uint64_t pc) {
  Socket& self = *file.state.get().socket;
  look_at(file.object, "connect", pc);
  const bool waits = (file.state.get().flags & O_NONBLOCK) == 0;
  if (!waits && self.is_tcp()) report_unsupported("connect of a TCP socket that does not wait", pc);
  SocketAddress wanted = target_of(to);
  if (to.is_path()) {
    const Place place = resolve({AT_FDCWD, to.name}, true, Touch::kLook, "connect", pc);
    if (place.error != 0) return place.error;
    if (!S_ISSOCK(place.node->state.get().mode)) return -ECONNREFUSED;
    if (!place.node->real_path.empty()) need(protocol::kSockets, "a socket to the outside", pc);
    wanted.node = place.node;
  }
  change(self.object, "connect", pc);
  const Phase before = self.state.get().phase;
  if (before == Phase::kFresh) self.state.get().phase = Phase::kConnecting;
  update(self);
  if (before == Phase::kConnecting) report_unsupported("connect of a socket that another thread connects", pc);
  if (before != Phase::kFresh) return before == Phase::kListening && !self.is_tcp() ? -EINVAL : -EISCONN;
  const long error = connect_to(self, wanted, waits, pc);
  set_phase(self, error == 0 ? Phase::kConnected : Phase::kFresh, "connect", pc);
  if (error != 0 && self.state.get().out->object.value() != 0)
    report_unsupported("sending to a socket that another thread fails to connect", pc);
  return error;
}

long accept_connection(OpenFile& file, int number, OpenFile& made, uint64_t pc) {
  Socket& listener = *file.state.get().socket;
  look_at(file.object, "accept", pc);
  const bool waits = (file.state.get().flags & O_NONBLOCK) == 0;
  wait_for_connection(listener, number, waits, pc);
  SocketState& from = listener.state.get();
  if (from.phase == Phase::kClosed) report_unsupported("closing a descriptor that another thread is using", pc);
  if (from.phase != Phase::kListening) return -EINVAL;
  if (from.waiting.empty()) return -EAGAIN;
  hb_acquire(&listener.object);
  const SocketState& client = from.waiting.front()->state.get();
  from.waiting.pop_front();
  update(listener);
  Socket& socket = *made.state.get().socket;
  SocketState& state = socket.state.get();
  state.phase = Phase::kConnected;
  state.was_accepted = true;
  made.state.get().in = state.in = client.out;
  made.state.get().out = state.out = client.in;
  state.here = client.there;
  state.there = client.here;
  state.here.family = state.there.family = state.family;
  if (!socket.is_tcp()) state.here = from.own;
  return 0;
}

long shut_listener(Socket& socket, int how, uint64_t pc) {
  if (how == SHUT_WR) return 0;
  change(socket.object, "shutdown", pc);
  SocketState& state = socket.state.get();
  if (state.phase == Phase::kListening) state.phase = Phase::kShut;
  update(socket);
  if (!socket.is_tcp() && !state.waiting.empty())
    report_unsupported("shutdown of a listening socket with connections that wait", pc);
  drop_waiting(state.waiting, "shutdown", pc);
  return 0;
}

SocketAddress own_address(Socket& socket, const char* name, uint64_t pc) {
  const Phase phase = look_at_phase(socket, name, pc);
  if (phase == Phase::kConnected) return socket.state.get().here;
  look_at(socket_names, name, pc);
  if (socket.state.get().own.family != AF_UNSPEC) return socket.state.get().own;
  SocketAddress none;
  none.family = socket.state.get().family;
  if (none.family == AF_INET) none.ip.s6_addr[10] = none.ip.s6_addr[11] = 0xff;
  return none;
}

void connect_peer(Socket& socket, uint16_t port) {
  constexpr const char* kName = "peer: connect";
  long error = -ECONNREFUSED;
  program->begin_looking();
  look_at(socket_names, kName, 0);
  for (const sa_family_t family : {AF_INET, AF_INET6}) {
    const SocketAddress wanted = loopback(family, port);
    Socket* target = error == 0 ? nullptr : find_bound(wanted, SOCK_STREAM);
    if (target == nullptr) continue;
    name_ends(socket, wanted);
    transfer_when(target->object, Comparison::kGreaterEqual, INT64_MIN, kName, 0);
    error = enqueue(socket, *target);
  }
  if (error != 0) program->wait_for_change(kName, 0);
  program->end_looking();
}

}  // namespace mazurka::runtime
