// POSIX message queues. A queue is a mailbox whose messages have ranks, with a name in a table of the program's own; a
// descriptor of it is one like any other. What other processes may have is not touched: a name that exists outside is
// refused.
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <mqueue.h>
#include <string.h>
#include <sys/syscall.h>

#include <deque>
#include <string>

#include "runtime/engine/failure.hpp"
#include "runtime/engine/time/patience.hpp"
#include "runtime/kernel/files/open_files.hpp"
#include "runtime/kernel/messages/calls.hpp"
#include "runtime/kernel/messages/mailboxes.hpp"

namespace mazurka::runtime {

// Its place does not depend on the execution: the n-th that is made.
struct MessageQueue {
  MailboxObject mailbox;
  PerExecution<mq_attr> attributes;
};

namespace {

constexpr long kMostPriorities = 32768;
// The kernel's limits for whoever may raise its defaults, and these.
constexpr long kMostMessages = 65536, kMostBytes = 16777216, kUsualMessages = 10, kUsualBytes = 8192;

// Never destroyed: the program's exit handlers run ours too.
std::deque<MessageQueue>& queues = *new std::deque<MessageQueue>;
PerExecution<size_t>& queue_count = *new PerExecution<size_t>;
using Names = std::vector<std::pair<std::string, MessageQueue*>>;
PerExecution<Names>& names = *new PerExecution<Names>;
// The table of names as an object of the exploration.
KernelObject& name_table = *new KernelObject;

MessageQueue* find(const char* name) {
  for (const auto& [known, queue] : names.get())
    if (known == name) return queue;
  return nullptr;
}

// As the C library passes it: without the slash at its beginning.
long check_name(const char* name) {
  if (name == nullptr) return -EFAULT;
  if (strnlen(name, NAME_MAX + 1) > NAME_MAX) return -ENAMETOOLONG;
  if (*name == 0) return -ENOENT;
  return strchr(name, '/') != nullptr ? -EACCES : 0;
}

bool exists_outside(const char* name) {
  long found = kernel(SYS_mq_open, as_word(name), O_RDONLY | O_NONBLOCK | O_CLOEXEC, 0, 0);
  if (found >= 0) kernel(SYS_close, found);
  return found >= 0 || found == -EACCES;
}

MessageQueue* make_queue(const mq_attr& attributes) {
  size_t number = queue_count.get()++;
  if (number == queues.size()) queues.emplace_back();
  queues[number].attributes.get() = attributes;
  return &queues[number];
}

long find_or_make(const SystemCall& call, const char* name, MessageQueue*& queue) {
  const auto* wanted = reinterpret_cast<const mq_attr*>(call.a[3]);
  queue = find(name);
  bool makes = (call.a[1] & O_CREAT) != 0;
  if (queue != nullptr) return makes && (call.a[1] & O_EXCL) != 0 ? -EEXIST : 0;
  if (exists_outside(name)) report_unsupported("mq_open of a queue that other processes have", call.pc);
  if (!makes) return -ENOENT;
  mq_attr attributes = {};
  attributes.mq_maxmsg = wanted == nullptr ? kUsualMessages : wanted->mq_maxmsg;
  attributes.mq_msgsize = wanted == nullptr ? kUsualBytes : wanted->mq_msgsize;
  bool is_possible = attributes.mq_maxmsg > 0 && attributes.mq_maxmsg <= kMostMessages && attributes.mq_msgsize > 0 &&
                     attributes.mq_msgsize <= kMostBytes;
  if (!is_possible) return -EINVAL;
  queue = make_queue(attributes);
  names.get().emplace_back(name, queue);
  return 0;
}

long refuse_reading(OpenFile&, const Transfer&, const char*, uint64_t pc) {
  report_unsupported("read and write of a message queue", pc);
  return -EBADF;
}

constexpr FileActions kQueueActions = {
    refuse_reading,
    refuse_reading,
    [](const OpenFile&, uint64_t) -> long { return -ENOTTY; },
    [](const OpenFileState&) -> mode_t { return S_IFREG | 0600; },
    [](const OpenFileState&, uint64_t) {},
};

// The queue that a descriptor stands for, or why not. `refused`: the access for which it would have to be open.
long find_queue(const SystemCall& call, int refused, OpenFile*& file) {
  file = look_up_file(static_cast<int>(call.a[0]), call.pc);
  if (file == nullptr || file->state.get().kind != FileKind::kQueue) return -EBADF;
  return (file->state.get().flags & O_ACCMODE) == refused ? -EBADF : 0;
}

bool never_waits(OpenFile& file, const char* name, uint64_t pc) {
  look_at(file.object, name, pc);
  return (file.state.get().flags & O_NONBLOCK) != 0;
}

// How long the call waits, by its argument and the descriptor.
long patience_of(const SystemCall& call, OpenFile& file, const char* name, Patience& patience) {
  const auto* time = reinterpret_cast<const timespec*>(call.a[4]);
  if (time != nullptr && !is_valid(time)) return -EINVAL;
  patience = never_waits(file, name, call.pc) ? not_at_all()
             : time == nullptr                ? for_ever()
                                              : until(CLOCK_REALTIME, *time);
  return 0;
}

}  // namespace

long mq_open_call(const SystemCall& call) {
  const char* name = reinterpret_cast<const char*>(call.a[0]);
  if (long error = check_name(name)) return error;
  if ((call.a[1] & O_ACCMODE) == O_ACCMODE) return -EINVAL;
  change_both(name_table, file_table, "mq_open", call.pc);
  MessageQueue* queue = nullptr;
  if (long error = find_or_make(call, name, queue)) return error;
  int number = reserve_descriptor(0);
  if (number < 0) return number;
  int flags = static_cast<int>(call.a[1]) & (O_ACCMODE | O_NONBLOCK);
  OpenFile* file = make_open_file(FileKind::kQueue, flags);
  OpenFileState& state = file->state.get();
  state.queue = queue;
  state.actions = &kQueueActions;
  state.descriptors = 1;
  return install_descriptor(number, file, true, "mq_open", call.pc);
}

long mq_unlink_call(const SystemCall& call) {
  const char* name = reinterpret_cast<const char*>(call.a[0]);
  if (long error = check_name(name)) return error;
  change(name_table, "mq_unlink", call.pc);
  if (find(name) != nullptr) {
    std::erase_if(names.get(), [name](const auto& entry) { return entry.first == name; });
    return 0;
  }
  if (exists_outside(name)) report_unsupported("mq_unlink of a queue that other processes have", call.pc);
  return -ENOENT;
}

long mq_timedsend_call(const SystemCall& call) {
  constexpr const char* kName = "mq_send";
  OpenFile* file = nullptr;
  Patience patience;
  if (static_cast<unsigned long>(call.a[3]) >= kMostPriorities) return -EINVAL;
  if (long error = find_queue(call, O_RDONLY, file)) return error;
  if (long error = patience_of(call, *file, kName, patience)) return error;
  MessageQueue& queue = *file->state.get().queue;
  const mq_attr attributes = queue.attributes.get();
  if (call.a[2] < 0 || call.a[2] > attributes.mq_msgsize) return -EMSGSIZE;
  Envelope envelope;
  envelope.rank = static_cast<uint32_t>(call.a[3]);
  envelope.data = reinterpret_cast<const char*>(call.a[1]);
  envelope.bytes = static_cast<size_t>(call.a[2]);
  Manner manner{.waits = !patience.gives_up, .may_be_cancelled = true, .name = kName, .pc = call.pc};
  Sent sent = queue.mailbox.send(envelope, static_cast<uint32_t>(attributes.mq_maxmsg), manner);
  if (sent == Sent::kSent) return 0;
  return patience.timed ? -patience.give_up() : -EAGAIN;
}

long mq_timedreceive_call(const SystemCall& call) {
  constexpr const char* kName = "mq_receive";
  OpenFile* file = nullptr;
  Patience patience;
  if (long error = find_queue(call, O_WRONLY, file)) return error;
  if (long error = patience_of(call, *file, kName, patience)) return error;
  MessageQueue& queue = *file->state.get().queue;
  const mq_attr attributes = queue.attributes.get();
  if (call.a[2] < attributes.mq_msgsize) return -EMSGSIZE;
  Manner manner{.waits = !patience.gives_up, .may_be_cancelled = true, .name = kName, .pc = call.pc};
  Letter taken;
  if (queue.mailbox.receive({}, static_cast<uint32_t>(attributes.mq_maxmsg), manner, taken) != Found::kMessage)
    return patience.timed ? -patience.give_up() : -EAGAIN;
  memcpy(reinterpret_cast<char*>(call.a[1]), taken.data.data(), taken.data.size());
  if (call.a[3] != 0) *reinterpret_cast<unsigned*>(call.a[3]) = taken.rank;
  return static_cast<long>(taken.data.size());
}

long mq_getsetattr_call(const SystemCall& call) {
  const auto* wanted = reinterpret_cast<const mq_attr*>(call.a[1]);
  auto* result = reinterpret_cast<mq_attr*>(call.a[2]);
  OpenFile* file = nullptr;
  if (wanted != nullptr && (wanted->mq_flags & ~O_NONBLOCK) != 0) return -EINVAL;
  if (long error = find_queue(call, -1, file)) return error;
  MessageQueue& queue = *file->state.get().queue;
  uint32_t count = 0;
  if (result != nullptr)
    queue.mailbox.look(count, static_cast<uint32_t>(queue.attributes.get().mq_maxmsg),
                       {.name = "mq_getattr", .pc = call.pc});
  if (wanted != nullptr)
    change(file->object, "mq_setattr", call.pc);
  else
    look_at(file->object, "mq_getattr", call.pc);
  int& flags = file->state.get().flags;
  if (result != nullptr) {
    *result = queue.attributes.get();
    result->mq_flags = flags & O_NONBLOCK;
    result->mq_curmsgs = count;
  }
  if (wanted != nullptr) flags = (flags & ~O_NONBLOCK) | static_cast<int>(wanted->mq_flags);
  return 0;
}

}  // namespace mazurka::runtime
