#include "runtime/kernel/sockets/peers.hpp"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

#include <algorithm>
#include <utility>

#include "protocol/peer_script.hpp"
#include "runtime/engine/native_program.hpp"
#include "runtime/kernel/pipes/pipes.hpp"
#include "runtime/kernel/sockets/sockets.hpp"
#include "runtime/platform/supervisor_log.hpp"
#include "runtime/platform/text.hpp"

namespace mazurka::runtime {

namespace {

using protocol::PeerStep;

PeerMaker make_peer = nullptr;

// Never destroyed: the program's exit handlers run ours too.
const protocol::PeerScript& script() {
  static const protocol::PeerScript& parsed =
      *new protocol::PeerScript(protocol::parse_peers(channel->settings.peer_script));
  return parsed;
}

// The files of all connections of all peers, in the order of the script.
struct Peers {
  bool are_prepared = false;  // belongs to file_table
  bool are_started = false;   // belongs to socket_names
  OpenFile* connections[protocol::kLongestScript / sizeof "connect 1"] = {};
};
PerExecution<Peers>& peers = *new PerExecution<Peers>;

bool is_connect(const PeerStep& step) {
  return step.kind == PeerStep::Kind::kConnect;
}

// Of the first connection of a peer, in Peers::connections.
size_t first_connection(size_t peer) {
  size_t count = 0;
  for (size_t k = 0; k < peer; k++)
    count += static_cast<size_t>(std::count_if(script().peers[k].begin(), script().peers[k].end(), is_connect));
  return count;
}

// As in the script.
void add_quoted(Text& text, const char* bytes, size_t count) {
  constexpr size_t kMost = 60;
  text.add("\"");
  for (size_t k = 0; k < std::min(count, kMost); k++) {
    const auto c = static_cast<unsigned char>(bytes[k]);
    const char one[] = {static_cast<char>(c), 0};
    if (c == '\n' || c == '\r' || c == '\t')
      text.add(c == '\n' ? "\\n" : c == '\r' ? "\\r" : "\\t");
    else if (c < ' ' || c >= 0x7f)
      text.add(c < 16 ? "\\x0" : "\\x").add_number(c, 16);
    else
      text.add(c == '"' || c == '\\' ? "\\" : "").add(one);
  }
  text.add(count > kMost ? "\"..." : "\"");
}

[[noreturn]] void fail_peer(const PeerStep& step, const char* got, size_t bytes, const char* instead) {
  Text text;
  text.add("the peer expected ");
  step.kind == PeerStep::Kind::kExpect ? add_quoted(text, step.text.data(), step.text.size()),
      void()                           : void(text.add("the end of the connection"));
  text.add(" (line ").add_number(step.line).add(" of its script), but ");
  if (instead != nullptr)
    text.add(instead);
  else
    text.add("got ");
  if (bytes != 0) {
    if (instead != nullptr) text.add(" after ");
    add_quoted(text, got, bytes);
  }
  report_failure(protocol::BugKind::kUserFailure, text.get(), 0);
}

void send_text(OpenFile& file, const PeerStep& step) {
  // (It may well be that nobody is there to read it.)
  const Transfer transfer(const_cast<char*>(step.text.data()), step.text.size());
  write_pipe(file, transfer, {.nosignal = true}, "peer: send", 0);
}

void expect_text(OpenFile& file, const PeerStep& step) {
  const size_t wanted = step.text.size();
  auto* got = static_cast<char*>(__builtin_alloca(wanted));
  for (size_t done = 0; done < wanted;) {
    const Transfer transfer(got + done, wanted - done);
    const long bytes = read_pipe(file, transfer, {}, "peer: expect", 0);
    if (bytes <= 0) fail_peer(step, got, done, bytes == 0 ? "the connection ended" : "the connection was reset");
    done += static_cast<size_t>(bytes);
    if (memcmp(got, step.text.data(), done) != 0) fail_peer(step, got, done, nullptr);
  }
}

// (A connection that is reset is over, too.)
void expect_end(OpenFile& file, const PeerStep& step) {
  char got[64];
  const Transfer transfer(got, sizeof got);
  const long bytes = read_pipe(file, transfer, {}, "peer: expect end", 0);
  if (bytes > 0) fail_peer(step, got, static_cast<size_t>(bytes), nullptr);
}

// A thread of the exploration. What it holds from one step to the next belongs to nobody else, and is never freed.
void* follow_script(void* argument) {
  const auto peer = reinterpret_cast<uintptr_t>(argument);
  size_t next = first_connection(peer);
  OpenFile* file = nullptr;
  for (const PeerStep& step : script().peers[peer]) {
    switch (step.kind) {
      case PeerStep::Kind::kConnect:
        file = peers.get().connections[next++];
        connect_peer(*file->state.get().socket, step.port);
        break;
      case PeerStep::Kind::kSend: send_text(*file, step); break;
      case PeerStep::Kind::kExpect: expect_text(*file, step); break;
      case PeerStep::Kind::kExpectEnd: expect_end(*file, step); break;
      case PeerStep::Kind::kClose:
        pipe_actions.end(file->state.get(), 0);
        file = nullptr;
        break;
    }
  }
  if (file != nullptr) pipe_actions.end(file->state.get(), 0);
  return nullptr;
}

}  // namespace

PeerMaking::PeerMaking(PeerMaker make) {
  make_peer = make;
}

bool has_peers() {
  return channel->settings.peer_script[0] != 0;
}

void prepare_peers() {
  if (!has_peers() || peers.get().are_prepared) return;
  Peers& now = peers.get();
  now.are_prepared = true;
  const size_t count = first_connection(script().peers.size());
  for (size_t k = 0; k < count; k++) {
    Socket& socket = make_socket(AF_INET, SOCK_STREAM);
    give_pipes(socket);
    now.connections[k] = make_socket_file(socket, 0);
  }
}

bool must_start_peers() {
  return has_peers() && !std::exchange(peers.get().are_started, true);
}

void start_peers(uint64_t pc) {
  for (uintptr_t k = 0; k < script().peers.size(); k++)
    make_peer(follow_script, reinterpret_cast<void*>(k), "peer", pc);
}

}  // namespace mazurka::runtime
