// Addresses of sockets that the threads of the program, and its peers, reach each other by: ports of this machine, and
// names of AF_UNIX.
#pragma once

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <cstdint>

#include "runtime/kernel/files/file_node.hpp"

namespace mazurka::runtime {

// Plain data: a thread may hold one while it waits, and never go on.
struct SocketAddress {
  sa_family_t family = AF_UNSPEC;  // AF_UNSPEC: none
  uint16_t port = 0;               // 0: none yet
  in6_addr ip = {};                // one of IPv4 as ::ffff:a.b.c.d
  bool only_v6 = false;            // of "::", which stands for all of IPv4 otherwise
  uint32_t name_bytes = 0;         // AF_UNIX: of the name
  char name[sizeof(sockaddr_un::sun_path)] = {};
  Node* node = nullptr;  // AF_UNIX: what a path leads to

  bool is_path() const { return family == AF_UNIX && name_bytes != 0 && name[0] != 0; }
  bool is_outside() const;  // another machine, as far as we know
};

inline bool is_tcp(sa_family_t family) {
  return family != AF_UNIX;
}

// Results below 0 are -errno.
long read_address(long address, long bytes, sa_family_t wanted, SocketAddress& result);
long write_address(const SocketAddress& from, long address, long room);

// "Any address", as something to connect to, is this machine.
SocketAddress target_of(const SocketAddress& to);
SocketAddress loopback(sa_family_t family, uint16_t port);

// Does somebody who connects there reach a socket that is bound to this?
bool leads_to(const SocketAddress& bound, const SocketAddress& wanted);
bool overlap(const SocketAddress& one, const SocketAddress& other);

}  // namespace mazurka::runtime
