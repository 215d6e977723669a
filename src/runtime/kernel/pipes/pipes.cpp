#include "runtime/kernel/pipes/pipes.hpp"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>

#include <deque>

#include "runtime/engine/cancellation.hpp"
#include "runtime/races/race_detector.hpp"

namespace mazurka::runtime {

namespace {

// Values of a pipe with an end closed. Both let readers and writers go on, to find out.
constexpr Value kNobodyReads = -1, kNobodyWrites = -2;
constexpr uint64_t kMostCounted = uint64_t{1} << 62;

// Never destroyed: the program's exit handlers run ours too.
std::deque<Pipe>& pipes = *new std::deque<Pipe>;
PerExecution<size_t>& pipe_count = *new PerExecution<size_t>;

void update(Pipe& pipe) {
  const PipeState& state = pipe.state.get();
  Value value = static_cast<Value>(state.room.used() + state.count);
  pipe.object.set_value(!state.has_readers ? kNobodyReads : !state.has_writers ? kNobodyWrites : value);
}

void wait_to_read(Pipe& pipe, bool waits, const char* name, uint64_t pc) {
  wait_for_turn(pipe.object, Comparison::kNotEqual, 0, waits, name, pc);
}
void wait_to_write(Pipe& pipe, Value most, bool waits, const char* name, uint64_t pc) {
  wait_for_turn(pipe.object, Comparison::kLessEqual, most, waits, name, pc);
}

bool waits(OpenFile& file, TransferFlags flags, const char* name, uint64_t pc) {
  if (flags.dont_wait) return false;
  look_at(file.object, name, pc);
  return (file.state.get().flags & O_NONBLOCK) == 0;
}

long take(PipeState& state, const Transfer& transfer) {
  size_t wanted = transfer.bytes(), removed = 0;
  if (state.keeps_packets) {
    removed = state.room.first_message();  // what does not fit is lost
    state.room.take_message();
  } else {
    removed = std::min(wanted, state.data.size());
    state.room.take(removed);
  }
  size_t taken = std::min(wanted, removed);
  state.departures++;
  transfer.put(state.data.data(), taken);
  state.data.erase(0, removed);
  return static_cast<long>(taken);
}

// The end that the thread uses was closed by another one, after the thread had looked up its descriptor: the kernel
// would keep it open for as long.
void check_end(bool is_open, uint64_t pc) {
  if (!is_open) report_unsupported("closing a descriptor that another thread is using", pc);
}

bool may_be_mailbox(const Pipe& pipe) {
  return !pipe.state.get().is_event && !pipe.state.get().is_tcp;
}
bool is_mailbox(const Pipe& pipe) {
  return may_be_mailbox(pipe) && !pipe.mailbox.is_whole();
}

long receive_packet(Pipe& pipe, const Transfer& transfer, const Manner& manner) {
  Letter taken;
  Found found = pipe.mailbox.receive({}, 0, manner, taken);
  if (found == Found::kNothing) return -EAGAIN;
  if (found == Found::kClosed) {
    check_end(pipe.state.get().has_readers, manner.pc);
    return 0;
  }
  size_t bytes = std::min(transfer.bytes(), taken.data.size());  // what does not fit is lost
  transfer.put(taken.data.data(), bytes);
  return static_cast<long>(bytes);
}

long receive_bytes(Pipe& pipe, const Transfer& transfer, Manner manner) {
  Letter taken;
  for (Found found = Found::kMessage; found == Found::kMessage;) {
    bool has_any = !pipe.state.get().rest.empty();
    if (pipe.state.get().rest.size() >= transfer.bytes()) break;
    manner.waits &= !has_any;
    manner.may_be_cancelled &= !has_any;
    found = pipe.mailbox.receive({}, 0, manner, taken);
    if (found == Found::kMessage) pipe.state.get().rest += taken.data;
    if (found == Found::kNothing && !has_any) return -EAGAIN;
    if (found == Found::kClosed && !has_any) check_end(pipe.state.get().has_readers, manner.pc);
  }
  std::string& rest = pipe.state.get().rest;
  size_t bytes = std::min(transfer.bytes(), rest.size());
  transfer.put(rest.data(), bytes);
  rest.erase(0, bytes);
  return static_cast<long>(bytes);
}

long write_to_nobody(bool nosignal) {
  if (!nosignal) raise(SIGPIPE);
  return -EPIPE;
}

// The first that is sent over TCP to an end that is closed gets lost; the answer to it says so. If the end was closed
// with something unread, it has said so before.
long write_to_closed_end(PipeState& state, size_t bytes, bool nosignal) {
  if (state.was_refused || state.writing_was_shut) return write_to_nobody(nosignal);
  state.was_refused = true;
  return state.resets_writer ? -ECONNRESET : static_cast<long>(bytes);
}

// What the kernel does when a datagram is sent to a socket that is gone: the sender is told once, and what it had not
// read is lost.
long send_datagram_to_nobody(PipeState& state, Pipe& back, const char* name, uint64_t pc) {
  if (state.was_refused) return -ENOTCONN;
  state.was_refused = true;
  use_as_pipe(back);
  wait_to_read(back, false, name, pc);
  back.state.get().data.clear();
  back.state.get().room = Room(Room::Kind::kPackets);
  update(back);
  return -ECONNREFUSED;
}

long send_message(const OpenFileState& file, const Transfer& transfer, bool nosignal, const Manner& manner) {
  Pipe& pipe = *file.out;
  Pipe* back = file.in;
  Envelope envelope;
  envelope.transfer = &transfer;
  Sent sent = pipe.mailbox.send(envelope, 0, manner);
  PipeState& state = pipe.state.get();
  if (sent == Sent::kClosed) {
    check_end(state.has_writers || state.writing_was_shut, manner.pc);
    if (!state.is_datagram) return write_to_nobody(nosignal);
    // Who is the second to be told is told something else.
    use_as_pipe(pipe);
    return send_datagram_to_nobody(state, *back, manner.name, manner.pc);
  }
  state.sent += state.room.counted(transfer.bytes());
  if (state.sent > state.room.always_enough()) use_as_pipe(pipe);
  return static_cast<long>(transfer.bytes());
}

}  // namespace

void wait_for_turn(KernelObject& object, Comparison comparison, Value bound, bool waits, const char* name,
                   uint64_t pc) {
  if (waits && !may_be_cancelled()) return transfer_when(object, comparison, bound, name, pc);
  if (waits) {
    program->begin_looking();
    if (is_cancelled(name, pc)) act_on_cancellation();
  }
  transfer_when(object, Comparison::kGreaterEqual, INT64_MIN, name, pc);
  if (!waits) return;
  if (!holds(object.value(), comparison, bound)) program->wait_for_change(name, pc);
  program->end_looking();
}

void use_as_pipe(Pipe& pipe) {
  if (is_mailbox(pipe)) pipe.mailbox.take_as_a_whole();
  if (!may_be_mailbox(pipe) || is_mailbox(pipe)) return;
  // What was sent before that was learned.
  Letter letter;
  PipeState& state = pipe.state.get();
  std::deque<std::string> messages;
  while (pipe.mailbox.take_rest(letter)) messages.push_front(letter.data);
  if (!state.rest.empty()) messages.push_front(state.rest);
  if (messages.empty()) return;
  state.rest.clear();
  for (const std::string& message : messages) {
    state.data += message;
    size_t done = 0;
    do done += state.room.put(message.size() - done, done == 0);
    while (done < message.size());
  }
  update(pipe);
  note_unseen_change();
}

long read_pipe(OpenFile& file, const Transfer& transfer, TransferFlags flags, const char* name, uint64_t pc) {
  Pipe* pipe = file.state.get().in;
  if (pipe == nullptr) return -EBADF;
  if (transfer.bytes() == 0 && !pipe->state.get().keeps_packets) return 0;
  bool may_wait = waits(file, flags, name, pc);
  bool keeps_packets = pipe->state.get().keeps_packets;
  if (is_mailbox(*pipe) && keeps_packets) return receive_packet(*pipe, transfer, {may_wait, true, name, pc});
  if (pipe->reader_plus_one == 0) pipe->reader_plus_one = current_thread() + 1;
  bool is_only_reader = pipe->reader_plus_one == current_thread() + 1;
  if (is_mailbox(*pipe) && is_only_reader) return receive_bytes(*pipe, transfer, {may_wait, true, name, pc});
  use_as_pipe(*pipe);
  wait_to_read(*pipe, may_wait, name, pc);
  PipeState& state = pipe->state.get();
  if (!state.reading_was_shut) check_end(state.has_readers, pc);
  hb_acquire(&pipe->object);
  // Of a stream, one reader is told when all was read.
  if (state.was_reset && (state.keeps_packets || state.room.is_empty())) {
    state.was_reset = false;
    return -ECONNRESET;
  }
  if (state.room.is_empty()) return state.has_writers && !state.reading_was_shut ? -EAGAIN : 0;
  long result = take(state, transfer);
  update(*pipe);
  return result;
}

long write_pipe(OpenFile& file, const Transfer& transfer, TransferFlags flags, const char* name, uint64_t pc) {
  Pipe* pipe = file.state.get().out;
  if (pipe == nullptr) return -EBADF;
  size_t bytes = transfer.bytes(), done = 0;
  const PipeState& fixed = pipe->state.get();
  if (fixed.keeps_packets && bytes > Room::longest_message()) return -EMSGSIZE;
  if (bytes == 0 && !fixed.keeps_packets) return 0;
  bool may_wait = waits(file, flags, name, pc);
  // (The thread may be alone yet, and would wait for ever.)
  bool has_room = fixed.sent + fixed.room.counted(bytes) <= fixed.room.always_enough();
  if (is_mailbox(*pipe) && has_room)
    return send_message(file.state.get(), transfer, flags.nosignal, {may_wait, true, name, pc});
  use_as_pipe(*pipe);
  do {
    size_t most = pipe->state.get().room.most_used(bytes - done, done == 0);
    wait_to_write(*pipe, static_cast<Value>(most), may_wait && !fixed.is_tcp, name, pc);
    PipeState& state = pipe->state.get();
    check_end(state.has_writers || state.writing_was_shut, pc);
    if (!state.has_readers || !state.has_writers) {
      if (done > 0) break;
      if (state.is_tcp) return write_to_closed_end(state, bytes, flags.nosignal);
      if (state.is_datagram) return send_datagram_to_nobody(state, *file.state.get().in, name, pc);
      return write_to_nobody(flags.nosignal);
    }
    // (How much more goes in depends on the kernel's memory.)
    if (state.is_tcp && state.room.used() > most) report_unsupported("more than 200 KB that wait in a connection", pc);
    if (state.room.used() > most) return done > 0 ? static_cast<long>(done) : -EAGAIN;
    size_t part = state.room.put(bytes - done, done == 0);
    transfer.get(done, part, [&](const char* from, size_t count) { state.data.append(from, count); });
    state.arrivals++;
    done += part;
    hb_release(&pipe->object);
    update(*pipe);
  } while (done < bytes);
  return static_cast<long>(done);
}

namespace {
Pipe& next_pipe() {
  size_t number = pipe_count.get()++;
  if (number == pipes.size()) pipes.emplace_back(static_cast<uint32_t>(number));
  Pipe& pipe = pipes[number];
  pipe.state.get() = {};
  return pipe;
}
}  // namespace

Pipe* make_pipe(Room::Kind kind) {
  Pipe& pipe = next_pipe();
  PipeState& state = pipe.state.get();
  state.room = Room(kind);
  state.is_socket = kind != Room::Kind::kPipe;
  state.keeps_packets = kind == Room::Kind::kPackets;
  update(pipe);
  return &pipe;
}

Pipe* make_event() {
  Pipe& pipe = next_pipe();
  pipe.state.get().is_event = true;
  update(pipe);
  return &pipe;
}

namespace {
void close_end(Pipe& pipe, bool PipeState::*end, const char* name, uint64_t pc) {
  if (is_mailbox(pipe)) {
    pipe.mailbox.close(0, {.name = name, .pc = pc});
    pipe.state.get().*end = false;
    return;
  }
  use_as_pipe(pipe);
  wait_to_read(pipe, false, name, pc);
  pipe.state.get().arrivals++;
  pipe.state.get().departures++;
  pipe.state.get().*end = false;
  hb_release(&pipe.object);
  update(pipe);
}
}  // namespace

void close_reading_end(Pipe& pipe, const char* name, uint64_t pc) {
  close_end(pipe, &PipeState::has_readers, name, pc);
}
void close_writing_end(Pipe& pipe, const char* name, uint64_t pc) {
  close_end(pipe, &PipeState::has_writers, name, pc);
}

namespace {

long read_event(OpenFile& file, const Transfer& transfer, const char*, uint64_t pc) {
  if (transfer.bytes() < sizeof(uint64_t)) return -EINVAL;
  Pipe& pipe = *file.state.get().in;
  wait_to_read(pipe, waits(file, {}, "read", pc), "read", pc);
  PipeState& state = pipe.state.get();
  if (state.count == 0) return -EAGAIN;
  uint64_t taken = state.counts_down ? 1 : state.count;
  state.count -= taken;
  state.departures++;
  transfer.put(reinterpret_cast<const char*>(&taken), sizeof taken);
  hb_acquire(&pipe.object);
  update(pipe);
  return sizeof taken;
}

long write_event(OpenFile& file, const Transfer& transfer, const char*, uint64_t pc) {
  uint64_t added = 0;
  if (transfer.bytes() < sizeof added) return -EINVAL;
  char* into = reinterpret_cast<char*>(&added);
  transfer.get(0, sizeof added, [&](const char* from, size_t count) {
    memcpy(into, from, count);
    into += count;
  });
  if (added == UINT64_MAX) return -EINVAL;
  if (added > kMostCounted) report_unsupported("an eventfd with a counter that large", pc);
  Pipe& pipe = *file.state.get().out;
  bool may_wait = waits(file, {}, "write", pc);
  wait_to_write(pipe, static_cast<Value>(kMostCounted - added), may_wait, "write", pc);
  PipeState& state = pipe.state.get();
  if (state.count > kMostCounted - added) report_unsupported("an eventfd with a counter that large", pc);
  state.count += added;
  state.arrivals++;
  hb_release(&pipe.object);
  update(pipe);
  return sizeof added;
}

bool has_unread(const Pipe& pipe) {
  const PipeState& state = pipe.state.get();
  return !state.room.is_empty() || !state.rest.empty() || pipe.mailbox.bytes() != 0;
}

void end_pipe_file(const OpenFileState& file, uint64_t pc) {
  Pipe *in = file.in, *out = file.out;
  const bool is_pair = in != nullptr && out != nullptr && !out->state.get().is_datagram;
  if (is_pair) return close_connection(*in, *out, false, "close", pc);
  if (in != nullptr) close_reading_end(*in, "close", pc);
  if (out != nullptr && !out->state.get().is_datagram) close_writing_end(*out, "close", pc);
}

long read_pipe_file(OpenFile& file, const Transfer& transfer, const char* name, uint64_t pc) {
  return read_pipe(file, transfer, {}, name, pc);
}
long write_pipe_file(OpenFile& file, const Transfer& transfer, const char* name, uint64_t pc) {
  return write_pipe(file, transfer, {}, name, pc);
}

long bytes_in_pipe(const OpenFile& file, uint64_t pc) {
  Pipe* pipe = file.state.get().in;
  if (pipe == nullptr) return -ENOTTY;
  use_as_pipe(*pipe);
  look_at(pipe->object, "ioctl", pc);
  const PipeState& state = pipe->state.get();
  if (state.is_datagram) return state.room.is_empty() ? 0 : static_cast<long>(state.room.first_message());
  return static_cast<long>(state.data.size());
}

mode_t mode_of_pipe(const OpenFileState& state) {
  bool is_socket = state.in != nullptr && state.in->state.get().is_socket;
  return is_socket ? S_IFSOCK | 0777 : S_IFIFO | 0600;
}

}  // namespace

constexpr FileActions pipe_actions = {read_pipe_file, write_pipe_file, bytes_in_pipe, mode_of_pipe, end_pipe_file};
constexpr FileActions event_actions = {
    read_event,
    write_event,
    [](const OpenFile&, uint64_t) -> long { return -ENOTTY; },
    [](const OpenFileState&) -> mode_t { return 0600; },
    [](const OpenFileState&, uint64_t) {},
};

void close_connection(Pipe& in, Pipe& out, bool resets, const char* name, uint64_t pc) {
  close_reading_end(in, name, pc);
  resets |= has_unread(in);
  in.state.get().resets_writer = resets;
  if (resets) use_as_pipe(out);  // readers see the order of that and what they read
  close_writing_end(out, name, pc);
  out.state.get().was_reset = resets;
}

bool is_readable(const Pipe& pipe) {
  return pipe.object.value() != 0;
}

bool is_writable(const Pipe& pipe) {
  const PipeState& state = pipe.state.get();
  if (state.is_event) return state.count < kMostCounted;
  return !state.has_readers || !state.has_writers || state.is_tcp || state.room.is_writable();
}

bool is_hung_up(const Pipe& pipe) {
  return !pipe.state.get().has_readers || !pipe.state.get().has_writers;
}

bool was_reset(const Pipe& pipe) {
  const PipeState& state = pipe.state.get();
  return !state.has_readers && (state.resets_writer || state.was_refused);
}

}  // namespace mazurka::runtime
