// System V message queues: mailboxes whose messages have types, which are their tags. What other processes may have is
// not touched: a key that exists outside is refused.
#include <errno.h>
#include <string.h>
#include <sys/msg.h>
#include <sys/syscall.h>

#include <deque>

#include "runtime/engine/failure.hpp"
#include "runtime/engine/threads/thread_table.hpp"
#include "runtime/kernel/kernel_objects.hpp"
#include "runtime/kernel/messages/calls.hpp"
#include "runtime/kernel/messages/mailboxes.hpp"
#include "runtime/platform/raw_syscall.hpp"
#include "runtime/platform/system_calls_allowed.hpp"

namespace mazurka::runtime {

namespace {

constexpr long kLongestMessage = 8192;
constexpr uint64_t kMostBytes = 16384;  // in a queue

struct QueueState {
  key_t key = 0;
  mode_t mode = 0;
  uint64_t bytes_sent = 0;  // ever
  bool exists = false;
};
struct Queue {
  MailboxObject mailbox;
  PerExecution<QueueState> state;
};

// By identifier. Never destroyed: the program's exit handlers run ours too.
std::deque<Queue>& all_queues = *new std::deque<Queue>;
PerExecution<size_t>& all_count = *new PerExecution<size_t>;
// Which there are, as an object of the exploration.
KernelObject& queue_table = *new KernelObject;

Queue* queue_at(long id) {
  bool is_one = id >= 0 && static_cast<size_t>(id) < all_count.get() && all_queues[id].state.get().exists;
  return is_one ? &all_queues[id] : nullptr;
}

Queue* look_up_queue(long id, const char* name, uint64_t pc) {
  look_at(queue_table, name, pc);
  return queue_at(id);
}

long make_queue(key_t key, mode_t mode) {
  size_t number = all_count.get()++;
  if (number == all_queues.size()) all_queues.emplace_back();
  all_queues[number].state.get() = {key, mode, 0, true};
  return static_cast<long>(number);
}

// What msgrcv takes. (No message has a type above kMostTag.)
Wanted wanted_by(long type, int flags) {
  if (type == 0) return {};
  if (type < 0)
    return {match_of_comparison(Comparison::kLessEqual, type < -kMostTag ? kMostTag : -type), Preference::kLowestTag};
  bool all_but = (flags & MSG_EXCEPT) != 0;
  if (type > kMostTag) return {all_but ? kAnyMessage : 0};
  return {match_of_comparison(all_but ? Comparison::kNotEqual : Comparison::kEqual, type)};
}

}  // namespace

long msgget_call(const SystemCall& call) {
  key_t key = static_cast<key_t>(call.a[0]);
  int flags = static_cast<int>(call.a[1]);
  change(queue_table, "msgget", call.pc);
  if (key != IPC_PRIVATE) {
    for (size_t id = 0; id < all_count.get(); id++) {
      const QueueState& state = all_queues[id].state.get();
      if (!state.exists || state.key != key) continue;
      return (flags & IPC_CREAT) != 0 && (flags & IPC_EXCL) != 0 ? -EEXIST : static_cast<long>(id);
    }
    if (kernel(SYS_msgget, key, 0) >= 0) report_unsupported("msgget of a queue that other processes have", call.pc);
    if ((flags & IPC_CREAT) == 0) return -ENOENT;
  }
  return make_queue(key, static_cast<mode_t>(flags & 0777));
}

long msgsnd_call(const SystemCall& call) {
  const auto* message = reinterpret_cast<const msgbuf*>(call.a[1]);
  long bytes = call.a[2];
  if (message == nullptr) return -EFAULT;
  if (bytes < 0 || bytes > kLongestMessage || message->mtype < 1) return -EINVAL;
  if (message->mtype > kMostTag) report_unsupported("msgsnd of a message of type 2^58 or more", call.pc);
  Queue* queue = look_up_queue(call.a[0], "msgsnd", call.pc);
  if (queue == nullptr) return -EINVAL;
  Envelope envelope;
  envelope.tag = message->mtype;
  envelope.data = message->mtext;
  envelope.bytes = static_cast<size_t>(bytes);
  Manner manner{.may_be_cancelled = true, .name = "msgsnd", .pc = call.pc};
  if (queue->mailbox.send(envelope, 0, manner) != Sent::kSent) return -EIDRM;
  // As long as all that was ever sent has room, nobody ever has to wait for it.
  uint64_t& sent = queue->state.get().bytes_sent;
  sent += envelope.bytes;
  if (sent > kMostBytes) report_unsupported("more than 16384 bytes in messages to a System V queue", call.pc);
  return 0;
}

long msgrcv_call(const SystemCall& call) {
  auto* message = reinterpret_cast<msgbuf*>(call.a[1]);
  long room = call.a[2], type = call.a[3];
  int flags = static_cast<int>(call.a[4]);
  if (room < 0) return -EINVAL;
  if (message == nullptr) return -EFAULT;
  if ((flags & MSG_COPY) != 0) report_unsupported("msgrcv with MSG_COPY", call.pc);
  Queue* queue = look_up_queue(call.a[0], "msgrcv", call.pc);
  if (queue == nullptr) return -EINVAL;
  Manner manner{.waits = (flags & IPC_NOWAIT) == 0, .may_be_cancelled = true, .name = "msgrcv", .pc = call.pc};
  Letter taken;
  Found found = queue->mailbox.receive(wanted_by(type, flags), 0, manner, taken);
  // It was removed while this thread waited: what was in it is gone.
  if (queue->mailbox.is_closed()) return -EIDRM;
  if (found == Found::kNothing) return -ENOMSG;
  size_t bytes = taken.data.size();
  if (bytes > static_cast<size_t>(room)) {
    // (It would stay in the queue.)
    if ((flags & MSG_NOERROR) == 0) report_unsupported("msgrcv with less room than the message needs", call.pc);
    bytes = static_cast<size_t>(room);
  }
  message->mtype = static_cast<long>(taken.tag);
  memcpy(message->mtext, taken.data.data(), bytes);
  return static_cast<long>(bytes);
}

long msgctl_call(const SystemCall& call) {
  constexpr const char* kName = "msgctl";
  if (call.a[1] != IPC_RMID && call.a[1] != IPC_STAT) report_unsupported("msgctl with this command", call.pc);
  if (call.a[1] == IPC_STAT) {
    Queue* queue = look_up_queue(call.a[0], kName, call.pc);
    if (queue == nullptr) return -EINVAL;
    auto* result = reinterpret_cast<msqid_ds*>(call.a[2]);
    if (result == nullptr) return -EFAULT;
    uint32_t count = 0;
    queue->mailbox.look(count, 0, {.name = kName, .pc = call.pc});
    *result = {};
    result->msg_perm.__key = queue->state.get().key;
    result->msg_perm.mode = static_cast<unsigned short>(queue->state.get().mode);
    result->msg_qnum = count;
    result->__msg_cbytes = queue->mailbox.bytes();
    result->msg_qbytes = kMostBytes;
    return 0;
  }
  // Whoever has looked it up already finds it closed.
  Queue* queue = look_up_queue(call.a[0], kName, call.pc);
  // (What it then takes is no message any more: a receive depends on that.)
  if (queue != nullptr && !user_threads.is_alone(current_thread())) queue->mailbox.take_as_a_whole();
  if (queue == nullptr || !queue->mailbox.close(0, {.name = kName, .pc = call.pc})) return -EINVAL;
  change(queue_table, kName, call.pc);
  queue->state.get().exists = false;
  return 0;
}

}  // namespace mazurka::runtime
