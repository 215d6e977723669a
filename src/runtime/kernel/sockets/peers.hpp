// Peers: somebody outside of the program who connects to its ports, as --peer=FILE describes
// (protocol/peer_script.hpp).
//
// In the exploration a peer is a thread whose steps are those of its script; it starts when the program listens for the
// first time. It has no memory of the program, no descriptors, and nobody waits for its end. What it expects and does
// not get is a failure, and so is to wait for it for ever. A program that waits for further connections when all peers
// are done, is at rest, and in no deadlock (NativeProgram::is_at_rest).
#pragma once

#include <cstdint>

namespace mazurka::runtime {

bool has_peers();

// User thread's side. Belongs to a step that changes file_table: there are sockets for the peers from now on.
void prepare_peers();
// Belongs to a step that changes socket_names: is this the first that listens? Whoever does starts the peers then.
bool must_start_peers();
void start_peers(uint64_t pc);

// Who makes threads tells how: what they need is not known here.
using PeerMaker = void (*)(void* (*function)(void*), void* argument, const char* name, uint64_t pc);
class PeerMaking {
 public:
  explicit PeerMaking(PeerMaker make);
};

}  // namespace mazurka::runtime
