// What peers do that the user describes (--peer=FILE): somebody outside of the program who connects to its ports. The
// supervisor reads the script to find mistakes, the runtime to follow it.
//
//   connect 8080            to a port of the program, as soon as it listens
//   send "GET /\r\n"
//   expect "HTTP/1.1 200"   the next bytes that come must be these
//   expect end              the program closes the connection
//   close
//   peer                    what follows is done by another peer, at the same time
//   # a remark
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mazurka::protocol {

inline constexpr size_t kLongestScript = 3000;
inline constexpr uint32_t kMostPeers = 16;

struct PeerStep {
  enum class Kind : uint8_t { kConnect, kSend, kExpect, kExpectEnd, kClose };
  Kind kind = Kind::kClose;
  uint16_t port = 0;
  uint32_t line = 0;  // of the script, from 1
  std::string text;
};

struct PeerScript {
  std::vector<std::vector<PeerStep>> peers;
  std::string mistake;  // what is wrong with it; empty: nothing
};

PeerScript parse_peers(std::string_view text);

}  // namespace mazurka::protocol
