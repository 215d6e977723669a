// Mailboxes and message queues of the driver.
#include <fcntl.h>
#include <mqueue.h>
#include <sys/ioctl.h>
#include <sys/msg.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include "driver.hpp"

namespace mazurka::conformance {

namespace {

struct TypedMessage {
  long type;
  int value;
};

long use_own(ObjectState& object, Op op, int variant, long a) {
  mazurka::mailbox<int>& box = *object.mailbox;
  auto wanted = [variant](int message) {
    return variant >= kOneOf ? (variant >> message & 1) != 0 : message == variant - 1;
  };
  auto result = [](std::optional<int> message) { return message ? *message + 1 : 0; };
  constexpr std::chrono::seconds kTime(1);
  switch (op) {
    case Op::kSend: return box.send(static_cast<int>(a));
    case Op::kReceive: return result(variant == 0 ? box.receive() : box.receive_if(wanted));
    case Op::kPoll: return result(variant == 0 ? box.try_receive() : box.try_receive_if(wanted));
    case Op::kTimedReceive: return result(variant == 0 ? box.receive_for(kTime) : box.receive_for_if(kTime, wanted));
    default: return box.close(), 0;
  }
}

long use_posix(ObjectState& object, Op op, int priority, long a) {
  int message = static_cast<int>(a);
  char* bytes = reinterpret_cast<char*>(&message);
  timespec time = {};
  if (op == Op::kUnread) {
    mq_attr attributes = {};
    mq_getattr(object.queue, &attributes);
    return attributes.mq_curmsgs;
  }
  if (op == Op::kSend) return mq_send(object.queue, bytes, sizeof message, static_cast<unsigned>(priority)) == 0;
  if (op == Op::kTimedReceive) {
    clock_gettime(CLOCK_REALTIME, &time);
    time.tv_sec++;
  }
  // A time that has passed: without waiting.
  ssize_t got = op == Op::kReceive ? mq_receive(object.queue, bytes, sizeof message, nullptr)
                                   : mq_timedreceive(object.queue, bytes, sizeof message, nullptr, &time);
  return got < 0 ? 0 : message + 1;
}

// Some have large types.
long use_system_v(ObjectState& object, Op op, int variant, long a) {
  const long scale = object.number % 2 == 0 ? 1 : 1'000'000'007;
  TypedMessage message = {(a + 1) * scale, static_cast<int>(a)};
  if (op == Op::kUnread) {
    msqid_ds state = {};
    msgctl(object.queue, IPC_STAT, &state);
    return static_cast<long>(state.msg_qnum);
  }
  if (op == Op::kSend) return msgsnd(object.queue, &message, sizeof message.value, 0) == 0;
  int flags = op == Op::kReceive ? 0 : IPC_NOWAIT;
  if (variant > kExcept) flags |= MSG_EXCEPT;
  ssize_t got = msgrcv(object.queue, &message, sizeof message.value, variant % kExcept * scale, flags);
  return got < 0 ? 0 : message.value + 1;
}

// A pair of sockets, or a pipe.
long use_pair(ObjectState& object, Op op, int variant, long a) {
  int messages[2] = {static_cast<int>(a), 0};
  bool is_pipe = object.variant == kPipe;
  if (op == Op::kClose) return shutdown(object.queue, SHUT_WR), 0;
  if (op == Op::kUnread) {
    int bytes = 0;
    ioctl(object.other_end, FIONREAD, &bytes);
    return bytes / static_cast<int>(sizeof(int));
  }
  if (op == Op::kSend) {
    ssize_t sent =
        is_pipe ? write(object.queue, messages, sizeof(int)) : send(object.queue, messages, sizeof(int), MSG_NOSIGNAL);
    return sent == sizeof(int);
  }
  size_t room = variant == kUpToTwo ? sizeof messages : sizeof(int);
  ssize_t got = is_pipe ? read(object.other_end, messages, room)
                        : recv(object.other_end, messages, room, op == Op::kReceive ? 0 : MSG_DONTWAIT);
  if (got == sizeof messages) return messages[0] + 1 + 10 * (messages[1] + 1);
  return got == sizeof(int) ? messages[0] + 1 : 0;
}

int socket_type(int variant) {
  return variant == kSocketPair ? SOCK_SEQPACKET : variant == kDatagramPair ? SOCK_DGRAM : SOCK_STREAM;
}

}  // namespace

void make_mailbox(ObjectState& object, int capacity) {
  if (object.variant == kOwnMailbox) {
    object.mailbox =
        capacity == 0 ? new mazurka::mailbox<int> : new mazurka::mailbox<int>(static_cast<size_t>(capacity));
  } else if (object.variant == kPosixQueue) {
    char name[] = "/conformance-0";
    name[sizeof name - 2] = static_cast<char>('a' + object.number);
    mq_attr attributes = {};
    attributes.mq_maxmsg = capacity == 0 ? 100 : capacity;
    attributes.mq_msgsize = sizeof(int);
    object.queue = mq_open(name, O_CREAT | O_EXCL | O_RDWR, 0600, &attributes);
  } else if (object.variant == kSystemVQueue) {
    object.queue = msgget(IPC_PRIVATE, 0600);
  } else {
    int ends[2];
    bool is_pipe = object.variant == kPipe;
    if ((is_pipe ? pipe(ends) : socketpair(AF_UNIX, socket_type(object.variant), 0, ends)) != 0) abort();
    object.queue = ends[is_pipe];
    object.other_end = ends[!is_pipe];
  }
}

long use_mailbox(ObjectState& object, Op op, int variant, long a) {
  switch (object.variant) {
    case kOwnMailbox: return use_own(object, op, variant, a);
    case kPosixQueue: return use_posix(object, op, variant, a);
    case kSystemVQueue: return use_system_v(object, op, variant, a);
    default: return use_pair(object, op, variant, a);
  }
}

}  // namespace mazurka::conformance
