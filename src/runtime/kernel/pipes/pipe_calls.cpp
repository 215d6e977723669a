// System calls that make pipes, pairs of sockets and eventfds, and those that only these have.
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include <span>

#include "runtime/engine/cancellation.hpp"
#include "runtime/engine/native_program.hpp"
#include "runtime/engine/time/patience.hpp"
#include "runtime/kernel/allowed.hpp"
#include "runtime/kernel/files/open_files.hpp"
#include "runtime/kernel/files/outside_files.hpp"
#include "runtime/kernel/pipes/calls.hpp"
#include "runtime/kernel/pipes/pipes.hpp"
#include "runtime/kernel/pipes/readiness.hpp"
#include "runtime/kernel/sockets/sockets.hpp"

namespace mazurka::runtime {

namespace {

OpenFile* make_end(Pipe* in, Pipe* out, int access, long flags) {
  static_assert(SOCK_NONBLOCK == O_NONBLOCK && EFD_NONBLOCK == O_NONBLOCK);
  OpenFile* file = make_open_file(FileKind::kPipe, access | (static_cast<int>(flags) & O_NONBLOCK));
  file->state.get().in = in;
  file->state.get().out = out;
  file->state.get().actions = &pipe_actions;
  file->state.get().descriptors = 1;
  return file;
}

// Two descriptors at once, in the step that was made, and one each to install them.
long give_pair(OpenFile* first, OpenFile* second, long flags, int* numbers, const char* name, uint64_t pc) {
  static_assert(SOCK_CLOEXEC == O_CLOEXEC && EFD_CLOEXEC == O_CLOEXEC);
  int one = reserve_descriptor(0);
  if (one < 0) return one;
  int two = reserve_descriptor(0);
  if (two < 0) {
    give_up_descriptor(one);
    return two;
  }
  bool close_on_exec = (flags & O_CLOEXEC) != 0;
  install_descriptor(one, first, close_on_exec, name, pc);
  install_descriptor(two, second, close_on_exec, name, pc);
  numbers[0] = one;
  numbers[1] = two;
  return 0;
}

}  // namespace

long pipe_call(const SystemCall& call) {
  long flags = call.number == SYS_pipe2 ? call.a[1] : 0;
  auto* numbers = reinterpret_cast<int*>(call.a[0]);
  if (numbers == nullptr) return -EFAULT;
  if ((flags & ~(O_CLOEXEC | O_NONBLOCK)) != 0) report_unsupported("pipe2 with these flags", call.pc);
  change(file_table, "pipe", call.pc);
  Pipe* pipe = make_pipe(Room::Kind::kPipe);
  OpenFile* reader = make_end(pipe, nullptr, O_RDONLY, flags);
  OpenFile* writer = make_end(nullptr, pipe, O_WRONLY, flags);
  return give_pair(reader, writer, flags, numbers, "pipe", call.pc);
}

long eventfd_call(const SystemCall& call) {
  long flags = call.number == SYS_eventfd2 ? call.a[1] : 0;
  if ((flags & ~(EFD_CLOEXEC | EFD_NONBLOCK | EFD_SEMAPHORE)) != 0) return -EINVAL;
  change(file_table, "eventfd", call.pc);
  int number = reserve_descriptor(0);
  if (number < 0) return number;
  Pipe* pipe = make_event();
  pipe->state.get().count = static_cast<uint32_t>(call.a[0]);
  pipe->state.get().counts_down = (flags & EFD_SEMAPHORE) != 0;
  pipe->object.set_value(static_cast<uint32_t>(call.a[0]));
  OpenFile* file = make_end(pipe, pipe, O_RDWR, flags);
  file->state.get().kind = FileKind::kEvent;
  file->state.get().actions = &event_actions;
  return install_descriptor(number, file, (flags & EFD_CLOEXEC) != 0, "eventfd", call.pc);
}

long socketpair_call(const SystemCall& call) {
  int type = static_cast<int>(call.a[1]) & ~(SOCK_CLOEXEC | SOCK_NONBLOCK);
  auto* numbers = reinterpret_cast<int*>(call.a[3]);
  if (numbers == nullptr) return -EFAULT;
  if (call.a[0] != AF_UNIX || (type != SOCK_STREAM && type != SOCK_SEQPACKET && type != SOCK_DGRAM))
    report_unsupported("socketpair of this kind", call.pc);
  change(file_table, "socketpair", call.pc);
  Room::Kind kind = type == SOCK_STREAM ? Room::Kind::kStream : Room::Kind::kPackets;
  Pipe* there = make_pipe(kind);
  Pipe* back = make_pipe(kind);
  for (Pipe* pipe : {there, back}) pipe->state.get().is_datagram = type == SOCK_DGRAM;
  OpenFile* first = make_end(back, there, O_RDWR, call.a[1]);
  OpenFile* second = make_end(there, back, O_RDWR, call.a[1]);
  return give_pair(first, second, call.a[1], numbers, "socketpair", call.pc);
}

namespace {

bool is_socket(const OpenFileState& state) {
  if (state.kind != FileKind::kPipe) return false;
  return state.socket != nullptr || (state.in != nullptr && state.in->state.get().is_socket);
}

// A socket, or why not.
long find_socket(int number, OpenFile*& file, uint64_t pc) {
  file = look_up_file(number, pc);
  if (file == nullptr) return -EBADF;
  const OpenFileState& state = file->state.get();
  if (state.kind == FileKind::kOutside) {
    need(protocol::kSockets, "a socket to the outside", pc);
    return 0;
  }
  return is_socket(state) ? 0 : -ENOTSOCK;
}

// ... that is connected.
long find_connected(const SystemCall& call, bool sends, TransferFlags flags, const char* name, OpenFile*& file) {
  if (long error = find_socket(static_cast<int>(call.a[0]), file, call.pc)) return error;
  return check_connected(file->state.get(), sends, flags.nosignal, name, call.pc);
}

bool is_outside(const OpenFile& file) {
  return file.state.get().kind == FileKind::kOutside;
}

void refuse_flags(long flags, bool receives, uint64_t pc) {
  const long known = MSG_DONTWAIT | MSG_NOSIGNAL | (receives ? MSG_WAITALL : 0);
  if ((flags & ~known) != 0) report_unsupported("send or recv with these flags", pc);
}

// With MSG_WAITALL: until there is nothing more to come. (Others may receive in between.)
long receive_all(OpenFile& file, char* memory, size_t bytes, TransferFlags flags, const char* name, uint64_t pc) {
  size_t done = 0;
  do {
    const long got = read_pipe(file, Transfer(memory + done, bytes - done), flags, name, pc);
    if (got <= 0) return done > 0 ? static_cast<long>(done) : got;
    done += static_cast<size_t>(got);
  } while (done < bytes);
  return static_cast<long>(done);
}

bool waits_for_all(long flags, const OpenFile& file) {
  return (flags & MSG_WAITALL) != 0 && !file.state.get().in->state.get().keeps_packets;
}

TransferFlags flags_of(long flags) {
  return {(flags & MSG_DONTWAIT) != 0, (flags & MSG_NOSIGNAL) != 0};
}

}  // namespace

// and recvfrom.
long sendto_call(const SystemCall& call) {
  bool receives = call.number == SYS_recvfrom;
  OpenFile* file = nullptr;
  TransferFlags flags = flags_of(call.a[3]);
  if (long error = find_connected(call, !receives, flags, receives ? "recv" : "send", file)) return error;
  if (is_outside(*file)) return pass_outside(call, file->state.get());
  refuse_flags(call.a[3], receives, call.pc);
  if (call.a[4] != 0 && !receives) return -EISCONN;
  if (call.a[4] != 0) report_unsupported("recvfrom with an address", call.pc);
  auto* memory = reinterpret_cast<char*>(call.a[1]);
  const auto bytes = static_cast<size_t>(call.a[2]);
  if (receives && waits_for_all(call.a[3], *file)) return receive_all(*file, memory, bytes, flags, "recv", call.pc);
  Transfer transfer(memory, bytes);
  return receives ? read_pipe(*file, transfer, flags, "recv", call.pc)
                  : write_pipe(*file, transfer, flags, "send", call.pc);
}

// and recvmsg.
long sendmsg_call(const SystemCall& call) {
  bool receives = call.number == SYS_recvmsg;
  OpenFile* file = nullptr;
  TransferFlags flags = flags_of(call.a[2]);
  if (long error = find_connected(call, !receives, flags, receives ? "recvmsg" : "sendmsg", file)) return error;
  if (is_outside(*file)) return pass_outside(call, file->state.get());
  refuse_flags(call.a[2], receives, call.pc);
  auto* message = reinterpret_cast<msghdr*>(call.a[1]);
  if (message->msg_controllen != 0 || message->msg_name != nullptr)
    report_unsupported("messages with an address or control data", call.pc);
  if (receives) message->msg_flags = 0;
  if (receives && waits_for_all(call.a[2], *file)) {
    if (message->msg_iovlen != 1) report_unsupported("recvmsg with MSG_WAITALL into several places", call.pc);
    const iovec& place = *message->msg_iov;
    return receive_all(*file, static_cast<char*>(place.iov_base), place.iov_len, flags, "recvmsg", call.pc);
  }
  Transfer transfer(message->msg_iov, static_cast<int>(message->msg_iovlen));
  return receives ? read_pipe(*file, transfer, flags, "recvmsg", call.pc)
                  : write_pipe(*file, transfer, flags, "sendmsg", call.pc);
}

long shutdown_call(const SystemCall& call) {
  OpenFile* file = nullptr;
  if (long error = find_socket(static_cast<int>(call.a[0]), file, call.pc)) return error;
  if (is_outside(*file)) return pass_outside(call, file->state.get());
  long how = call.a[1];
  if (how != SHUT_RD && how != SHUT_WR && how != SHUT_RDWR) return -EINVAL;
  if (Socket* socket = file->state.get().socket; socket != nullptr) {
    const Socket::Phase phase = look_at_phase(*socket, "shutdown", call.pc);
    if (phase == Socket::Phase::kListening) return shut_listener(*socket, static_cast<int>(how), call.pc);
    if (phase != Socket::Phase::kConnected) return -ENOTCONN;
    if (how == SHUT_RD && socket->is_tcp()) report_unsupported("shutdown of a TCP socket for reading only", call.pc);
  }
  Pipe *in = file->state.get().in, *out = file->state.get().out;
  if (in->state.get().is_datagram) report_unsupported("shutdown of a datagram socket", call.pc);
  if (how != SHUT_WR) {
    use_as_pipe(*in);
    close_reading_end(*in, "shutdown", call.pc);
    in->state.get().reading_was_shut = true;
  }
  if (how != SHUT_RD) {
    close_writing_end(*out, "shutdown", call.pc);
    out->state.get().writing_was_shut = true;
  }
  return 0;
}

namespace {

short find_events(const pollfd& wanted, uint64_t pc) {
  OpenFile* file = look_up_file(wanted.fd, pc);
  return file == nullptr ? short{POLLNVAL} : find_ready(*file, wanted.events, "poll", pc);
}

// Some of the descriptors may stand for timers, or for sockets that listen.
bool wait_for_timer_in(const pollfd* wanted, size_t count, const Patience& patience) {
  auto** files = static_cast<OpenFile**>(__builtin_alloca((count + 1) * sizeof(OpenFile*)));
  for (size_t k = 0; k < count; k++) {
    const Descriptor* descriptor = wanted[k].fd < 0 ? nullptr : descriptor_at(wanted[k].fd);
    files[k] = descriptor == nullptr ? nullptr : descriptor->state.get().file;
  }
  user_threads.own().listening = waits_for_connections({files, count});
  return wait_for_timer({files, count}, patience);
}

// Waiting without end is an await: nothing new can be found until something that was looked at changes.
long poll_until(pollfd* wanted, size_t count, const Patience& patience, uint64_t pc) {
  for (;;) {
    if (!patience.gives_up) program->begin_looking();
    cancellation_point("poll", pc);
    long ready = 0;
    for (size_t k = 0; k < count; k++) {
      wanted[k].revents = wanted[k].fd < 0 ? 0 : find_events(wanted[k], pc);
      ready += wanted[k].revents != 0;
    }
    const bool timer = ready == 0 && wait_for_timer_in(wanted, count, patience);
    if (ready == 0 && !timer && !patience.gives_up) program->wait_for_change("poll", pc);
    if (!patience.gives_up) program->end_looking();
    user_threads.own().listening = false;
    if (timer) continue;
    if (ready == 0 && patience.timed) patience.give_up();
    return ready;
  }
}

}  // namespace

long poll_call(const SystemCall& call) {
  auto* wanted = reinterpret_cast<pollfd*>(call.a[0]);
  size_t count = static_cast<size_t>(call.a[1]);
  if (wanted == nullptr && count != 0) return -EFAULT;
  if (count > kMaxDescriptors) return -EINVAL;
  bool precise = call.number == SYS_ppoll;
  const auto* time = precise ? reinterpret_cast<const timespec*>(call.a[2]) : nullptr;
  if (precise && call.a[3] != 0) report_unsupported("ppoll with a signal mask", call.pc);
  int milliseconds = precise ? 0 : static_cast<int>(call.a[2]);
  bool endless = precise ? time == nullptr : milliseconds < 0;
  if (endless && count == 0) report_unsupported("poll of nothing", call.pc);
  if (endless) return poll_until(wanted, count, for_ever(), call.pc);
  constexpr Nanoseconds kMillisecond = 1'000'000;
  Nanoseconds duration = precise ? duration_of(*time) : milliseconds * kMillisecond;
  if (duration == 0) return poll_until(wanted, count, not_at_all(), call.pc);
  if (count == 0) {
    virtual_clock.sleep(duration);
    return 0;
  }
  return poll_until(wanted, count, until(virtual_clock.read() + duration), call.pc);
}

namespace {

bool is_member(const fd_set* set, int number) {
  return set != nullptr && FD_ISSET(number, set);
}

// select() as poll(): the sets become a list, and back.
long select_until(const SystemCall& call, const Patience& patience) {
  int limit = static_cast<int>(call.a[0]);
  fd_set* sets[3];
  for (int k = 0; k < 3; k++) sets[k] = reinterpret_cast<fd_set*>(call.a[k + 1]);
  // On the thread's stack, which is restored with the thread.
  auto* list = static_cast<pollfd*>(__builtin_alloca(static_cast<size_t>(limit + 1) * sizeof(pollfd)));
  size_t count = 0;
  for (int number = 0; number < limit; number++) {
    short events =
        static_cast<short>((is_member(sets[0], number) ? POLLIN : 0) | (is_member(sets[1], number) ? POLLOUT : 0));
    if (events != 0 || is_member(sets[2], number)) list[count++] = {number, events, 0};
  }
  std::span<const pollfd> wanted(list, count);
  if (wanted.empty() && !patience.gives_up) report_unsupported("select of nothing", call.pc);
  poll_until(list, count, patience, call.pc);
  long ready = 0;
  for (const pollfd& found : wanted)
    if ((found.revents & POLLNVAL) != 0) return -EBADF;
  for (const pollfd& found : wanted) {
    bool reads = (found.revents & (POLLIN | POLLHUP | POLLERR)) != 0,
         writes = (found.revents & (POLLOUT | POLLERR)) != 0;
    bool is_ready[3] = {reads && is_member(sets[0], found.fd), writes && is_member(sets[1], found.fd), false};
    for (int k = 0; k < 3; k++) {
      if (sets[k] != nullptr && !is_ready[k]) FD_CLR(found.fd, sets[k]);
      ready += is_ready[k];
    }
  }
  return ready;
}

}  // namespace

long select_call(const SystemCall& call) {
  bool precise = call.number == SYS_pselect6;
  if (call.a[0] < 0 || call.a[0] > FD_SETSIZE) return -EINVAL;
  if (precise && call.a[5] != 0 && *reinterpret_cast<void* const*>(call.a[5]) != nullptr)
    report_unsupported("pselect with a signal mask", call.pc);
  if (call.a[4] == 0) return select_until(call, for_ever());
  constexpr Nanoseconds kSecond = 1'000'000'000, kMicrosecond = 1'000;
  const auto* time = reinterpret_cast<const timespec*>(call.a[4]);
  Nanoseconds duration = time->tv_sec * kSecond + time->tv_nsec * (precise ? 1 : kMicrosecond);
  if (duration < 0) return -EINVAL;
  return select_until(call, duration == 0 ? not_at_all() : until(virtual_clock.read() + duration));
}

}  // namespace mazurka::runtime
