#include "runtime/kernel/pipes/readiness.hpp"

#include <poll.h>

#include "runtime/engine/failure.hpp"
#include "runtime/kernel/pipes/pipes.hpp"
#include "runtime/kernel/pipes/timers.hpp"
#include "runtime/kernel/sockets/sockets.hpp"

namespace mazurka::runtime {

namespace {

constexpr short kReads = POLLIN | POLLRDNORM, kWrites = POLLOUT | POLLWRNORM;

short find_in_pipes(const OpenFileState& state, short events, const char* name, uint64_t pc) {
  short found = 0;
  Pipe *in = state.in, *out = state.out;
  const bool both = in != nullptr && out != nullptr;
  if (in != nullptr && ((events & (kReads | POLLRDHUP)) != 0 || !both)) {
    use_as_pipe(*in);
    look_at(in->object, name, pc);
    const PipeState& pipe = in->state.get();
    if (is_readable(*in) && (!pipe.room.is_empty() || pipe.count > 0 || both)) found |= events & kReads;
    if (!pipe.has_writers) found = static_cast<short>(found | POLLHUP | (events & POLLRDHUP));
  }
  if (out != nullptr && ((events & kWrites) != 0 || !both)) {
    use_as_pipe(*out);
    look_at(out->object, name, pc);
    if (is_writable(*out)) found |= events & kWrites;
    if (is_hung_up(*out)) found |= both ? POLLHUP : POLLERR;
  }
  return found;
}

// Of TCP: there is always room, and only an end that has said that it writes no more can be gone as a whole.
short find_in_connection(const OpenFileState& state, short events, const char* name, uint64_t pc) {
  look_at(state.in->object, name, pc);
  const PipeState &in = state.in->state.get(), &out = state.out->state.get();
  short found = events & kWrites;
  if (is_readable(*state.in)) found = static_cast<short>(found | (events & kReads));
  if (in.has_writers) return found;
  const bool resets = in.was_reset;
  look_at(state.out->object, name, pc);
  found = static_cast<short>(found | (events & POLLRDHUP));
  if (out.writing_was_shut || was_reset(*state.out)) found |= POLLHUP;
  if (resets || out.was_refused) found |= POLLERR;
  return found;
}

short find_in_socket(const OpenFileState& state, short events, const char* name, uint64_t pc) {
  using Phase = Socket::Phase;
  switch (look_at_phase(*state.socket, name, pc)) {
    case Phase::kConnected: break;
    case Phase::kConnecting: report_unsupported("waiting for a socket that another thread connects", pc); break;
    case Phase::kListening: return state.socket->object.value() > 0 ? events & kReads : 0;
    default: return static_cast<short>((events & kWrites) | POLLHUP);
  }
  return state.socket->is_tcp() ? find_in_connection(state, events, name, pc) : find_in_pipes(state, events, name, pc);
}

}  // namespace

short find_ready(OpenFile& file, short events, const char* name, uint64_t pc) {
  const OpenFileState& state = file.state.get();
  if (state.kind == FileKind::kOutside) report_unsupported("waiting for something outside", pc);
  if (state.kind == FileKind::kQueue) report_unsupported("waiting for a message queue", pc);
  if (Timer* timer = timer_of(file)) {
    look_at(timer->object, name, pc);
    return has_expired(*timer) ? events & kReads : 0;
  }
  const bool is_epoll = state.kind == FileKind::kEvent && state.in == nullptr;
  if (is_epoll) report_unsupported("waiting for an epoll descriptor", pc);
  if (state.node != nullptr && state.node->is_input_stream()) {
    look_at(file.object, name, pc);
    bool is_over = state.offset >= static_cast<int64_t>(size_of(*state.node));
    return static_cast<short>(POLLHUP | (is_over ? 0 : events & kReads));
  }
  if (state.kind != FileKind::kPipe && state.kind != FileKind::kEvent) return events & (kReads | kWrites);
  return state.socket != nullptr ? find_in_socket(state, events, name, pc) : find_in_pipes(state, events, name, pc);
}

bool waits_for_connections(std::span<OpenFile* const> files) {
  for (const OpenFile* file : files) {
    const Socket* socket = file == nullptr ? nullptr : file->state.get().socket;
    if (socket != nullptr && socket->state.get().phase == Socket::Phase::kListening) return true;
  }
  return false;
}

bool wait_for_timer(std::span<OpenFile* const> files, const Patience& patience) {
  const Timer* first = nullptr;
  for (OpenFile* file : files) {
    const Timer* timer = file == nullptr ? nullptr : timer_of(*file);
    if (timer == nullptr || !timer->state.get().is_armed) continue;
    if (first == nullptr || timer->state.get().deadline < first->state.get().deadline) first = timer;
  }
  if (first == nullptr) return false;
  const Nanoseconds deadline = first->state.get().deadline;
  if (patience.gives_up && (!patience.timed || patience.deadline < deadline)) return false;
  virtual_clock.sleep_until(deadline);
  return true;
}

Activity activity_of(const OpenFile& file) {
  const OpenFileState& state = file.state.get();
  if (const Timer* timer = timer_of(file)) return {static_cast<uint64_t>(timer->object.value()), 0};
  if (state.socket != nullptr && state.socket->state.get().phase == Socket::Phase::kListening)
    return {state.socket->state.get().arrivals, 0};
  return {state.in == nullptr ? 0 : state.in->state.get().arrivals,
          state.out == nullptr ? 0 : state.out->state.get().departures};
}

}  // namespace mazurka::runtime
