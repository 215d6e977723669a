// Sockets by which threads of the program reach each other, and peers from outside the program (peers.hpp) reach it:
// TCP of this machine, and AF_UNIX. Without --allow=sockets there is nobody else on the machine.
//
// A connection is two pipes (pipes.hpp), one for each direction. They are made with the socket that will connect, as
// whatever takes its number from the order in which such things are made is made in a step that changes file_table.
//
// As objects of the exploration, a listening socket has the number of connections that wait in it as its value: whoever
// accepts waits until there is one, whoever connects until there is room. What sockets are bound to is one object.
#pragma once

#include <cstdint>
#include <deque>

#include "runtime/kernel/files/open_files.hpp"
#include "runtime/kernel/sockets/addresses.hpp"
#include "runtime/platform/own_variable.hpp"

namespace mazurka::runtime {

struct SocketState {
  enum class Phase : uint8_t {
    kFresh,
    kConnecting,  // another thread finds it so: what it writes waits, and so does what it reads
    kConnected,
    kListening,
    kShut,    // listened until shutdown() was called
    kClosed,  // its last descriptor is gone
  };
  Phase phase = Phase::kFresh;
  sa_family_t family = AF_UNIX;
  int type = SOCK_STREAM;
  bool was_accepted = false;  // is connected, ever since it is there
  bool may_reuse = false;     // SO_REUSEADDR. This and the next two belong to socket_names
  bool only_v6 = false;       // IPV6_V6ONLY
  SocketAddress own;          // what it is bound to
  SocketAddress here, there;  // of a connection: the addresses of its ends
  Pipe *in = nullptr, *out = nullptr;
  // Of a listening socket:
  std::deque<Socket*> waiting;  // sockets that have connected
  size_t backlog = 0;
  uint64_t arrivals = 0;
};

struct Socket {
  explicit Socket(uint32_t place) : number(place) {}
  KernelObject object;
  PerExecution<SocketState> state;
  const uint32_t number;  // the n-th that is made

  using Phase = SocketState::Phase;
  bool is_tcp() const { return runtime::is_tcp(state.get().family); }
};

// What open files that stand for sockets have.
MAZURKA_OWN extern const FileActions socket_actions;
// What sockets are bound to.
MAZURKA_OWN extern KernelObject& socket_names;

// All of these: user thread's side. Results below 0 are -errno.

// Belong to a step that changes file_table. The pipes are those of a connection to come.
Socket& make_socket(sa_family_t family, int type);
void give_pipes(Socket& socket);
OpenFile* make_socket_file(Socket& socket, int flags);

// In which phase is it? In a step, unless it can be in no other.
Socket::Phase look_at_phase(Socket& socket, const char* name, uint64_t pc);
// May something be sent and received? If not, what the call returns.
long check_connected(const OpenFileState& file, bool sends, bool nosignal, const char* name, uint64_t pc);

long bind_socket(Socket& socket, const SocketAddress& to, uint64_t pc);
// `note`, if there is one, is called in a step that changes socket_names.
long listen_at(Socket& socket, int backlog, bool (*note)(), bool& noted, uint64_t pc);
long connect_socket(OpenFile& file, const SocketAddress& to, uint64_t pc);
// The connection becomes that of another file with a socket. It will get this number, which is reserved.
long accept_connection(OpenFile& file, int number, OpenFile& made, uint64_t pc);
long shut_listener(Socket& socket, int how, uint64_t pc);

// What it says of itself and of the other end.
SocketAddress own_address(Socket& socket, const char* name, uint64_t pc);

// Connects a peer's socket to whoever listens at a port, as soon as somebody does.
void connect_peer(Socket& socket, uint16_t port);

}  // namespace mazurka::runtime
