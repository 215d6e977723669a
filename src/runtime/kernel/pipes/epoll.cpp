#include "runtime/kernel/pipes/epoll.hpp"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/syscall.h>

#include <algorithm>
#include <deque>
#include <vector>

#include "runtime/engine/cancellation.hpp"
#include "runtime/engine/native_program.hpp"
#include "runtime/kernel/pipes/calls.hpp"
#include "runtime/kernel/pipes/readiness.hpp"
#include "runtime/platform/supervisor_log.hpp"

namespace mazurka::runtime {

namespace {

// A descriptor in the list.
struct Interest {
  int number = -1;
  OpenFile* file = nullptr;
  epoll_event event = {};
  bool is_armed = true;  // EPOLLONESHOT: not told yet
  bool is_fresh = true;  // EPOLLET: nothing was told yet
  Activity told = {};    // EPOLLET: what was there when it was told last
};

struct EpollState {
  const OpenFile* file = nullptr;
  std::vector<Interest> list;
};

struct Epoll {
  KernelObject object;
  PerExecution<EpollState> state;
};

// Never destroyed: the program's exit handlers run ours too.
std::deque<Epoll>& epolls = *new std::deque<Epoll>;
PerExecution<size_t>& epoll_count = *new PerExecution<size_t>;

constexpr FileActions kEpollActions = {
    [](OpenFile&, const Transfer&, const char*, uint64_t) -> long { return -EINVAL; },
    [](OpenFile&, const Transfer&, const char*, uint64_t) -> long { return -EINVAL; },
    [](const OpenFile&, uint64_t) -> long { return -ENOTTY; },
    [](const OpenFileState&) -> mode_t { return 0600; },
    [](const OpenFileState&, uint64_t) {},
};

Epoll* find_epoll(int number, long& error, uint64_t pc) {
  const OpenFile* file = look_up_file(number, pc);
  error = file == nullptr ? -EBADF : !is_epoll(*file) ? -EINVAL : 0;
  for (size_t k = 0; error == 0 && k < epoll_count.get(); k++)
    if (epolls[k].state.get().file == file) return &epolls[k];
  return nullptr;
}

Interest* find_interest(Epoll& epoll, int number, const OpenFile* file) {
  for (Interest& interest : epoll.state.get().list)
    if (interest.number == number && interest.file == file) return &interest;
  return nullptr;
}

// The events of poll() and of epoll have the same bits.
static_assert(EPOLLIN == POLLIN && EPOLLOUT == POLLOUT && EPOLLHUP == POLLHUP && EPOLLERR == POLLERR &&
              EPOLLRDHUP == POLLRDHUP);

// All that a thread finds is on its stack, which is restored with the thread.
constexpr size_t kMostInterests = 256;
struct Ready {
  int number;
  OpenFile* file;
  uint32_t found;
  epoll_data_t data;
  bool once;
};
struct Findings {
  size_t ready_count = 0, file_count = 0;
  Ready ready[kMostInterests];
  OpenFile* files[kMostInterests];
};

// Is there more than was told? Only then, with EPOLLET.
uint32_t what_is_new(const Interest& interest, uint32_t found) {
  if ((interest.event.events & EPOLLET) == 0 || interest.is_fresh) return found;
  const Activity now = activity_of(*interest.file);
  if (now.arrivals == interest.told.arrivals) found &= ~(EPOLLIN | EPOLLRDNORM | EPOLLRDHUP | EPOLLHUP | EPOLLERR);
  if (now.departures == interest.told.departures) found &= ~(EPOLLOUT | EPOLLWRNORM);
  return found;
}

// Which files are ready, in a step each. A descriptor that was closed, and may be another by now, is not in the list
// any more.
void look_at_list(Epoll& epoll, Findings& findings, uint64_t pc) {
  look_at(epoll.object, "epoll_wait", pc);
  findings.ready_count = findings.file_count = 0;
  const size_t count = epoll.state.get().list.size();
  int numbers[kMostInterests];
  for (size_t k = 0; k < count; k++) numbers[k] = epoll.state.get().list[k].number;
  for (size_t k = 0; k < count; k++) {
    OpenFile* file = look_up_file(numbers[k], pc);
    const Interest* interest = file == nullptr ? nullptr : find_interest(epoll, numbers[k], file);
    if (interest == nullptr || !interest->is_armed) continue;
    findings.files[findings.file_count++] = file;
    const epoll_event event = interest->event;
    const auto found = static_cast<uint16_t>(find_ready(*file, static_cast<short>(event.events), "epoll_wait", pc));
    // (Others may have changed the list in between.)
    interest = find_interest(epoll, numbers[k], file);
    const uint32_t left = interest == nullptr ? 0 : what_is_new(*interest, found);
    const bool once = (event.events & (EPOLLET | EPOLLONESHOT)) != 0;
    if (left != 0) findings.ready[findings.ready_count++] = {numbers[k], file, left, event.data, once};
  }
}

// What is told only once is taken in a step of its own, unless another thread was faster.
void take_events(Epoll& epoll, Findings& findings, uint64_t pc) {
  Ready* end = findings.ready + findings.ready_count;
  if (std::none_of(findings.ready, end, [](const Ready& one) { return one.once; })) return;
  change(epoll.object, "epoll_wait", pc);
  Ready* left = std::remove_if(findings.ready, end, [&](const Ready& one) {
    if (!one.once) return false;
    Interest* interest = find_interest(epoll, one.number, one.file);
    if (interest == nullptr || !interest->is_armed || what_is_new(*interest, one.found) == 0) return true;
    interest->is_armed = (interest->event.events & EPOLLONESHOT) == 0;
    interest->is_fresh = false;
    interest->told = activity_of(*one.file);
    return false;
  });
  findings.ready_count = static_cast<size_t>(left - findings.ready);
}

long wait_for_events(Epoll& epoll, epoll_event* events, size_t most, const Patience& patience, uint64_t pc) {
  Findings findings;
  while (findings.ready_count == 0) {
    if (!patience.gives_up) program->begin_looking();
    cancellation_point("epoll_wait", pc);
    look_at_list(epoll, findings, pc);
    const bool is_any = findings.ready_count != 0;
    const bool timer = !is_any && wait_for_timer({findings.files, findings.file_count}, patience);
    if (!is_any && !timer && !patience.gives_up) {
      user_threads.own().listening = waits_for_connections({findings.files, findings.file_count});
      program->wait_for_change("epoll_wait", pc);
    }
    if (!patience.gives_up) program->end_looking();
    if (timer) continue;
    if (!is_any) {
      if (patience.timed) patience.give_up();
      return 0;
    }
    // (The kernel tells first what was ready first, and then goes round.)
    if (findings.ready_count > 1) channel->progress.missed_input |= protocol::kMissedEventOrders;
    findings.ready_count = std::min(findings.ready_count, most);
    take_events(epoll, findings, pc);
  }
  for (size_t k = 0; k < findings.ready_count; k++) {
    events[k].events = findings.ready[k].found;
    events[k].data = findings.ready[k].data;
  }
  return static_cast<long>(findings.ready_count);
}

}  // namespace

bool is_epoll(const OpenFile& file) {
  return file.state.get().actions == &kEpollActions;
}

// and epoll_create1.
long epoll_create_call(const SystemCall& call) {
  const long flags = call.number == SYS_epoll_create1 ? call.a[0] : 0;
  if ((flags & ~EPOLL_CLOEXEC) != 0 || (call.number == SYS_epoll_create && call.a[0] <= 0)) return -EINVAL;
  change(file_table, "epoll_create", call.pc);
  const int number = reserve_descriptor(0);
  if (number < 0) return number;
  OpenFile* file = make_open_file(FileKind::kEvent, O_RDWR);
  file->state.get().actions = &kEpollActions;
  file->state.get().descriptors = 1;
  const size_t index = epoll_count.get()++;
  if (index == epolls.size()) epolls.emplace_back();
  epolls[index].state.get() = {file, {}};
  return install_descriptor(number, file, (flags & EPOLL_CLOEXEC) != 0, "epoll_create", call.pc);
}

long epoll_ctl_call(const SystemCall& call) {
  const int number = static_cast<int>(call.a[2]);
  const auto* event = reinterpret_cast<const epoll_event*>(call.a[3]);
  long error = 0;
  Epoll* epoll = find_epoll(static_cast<int>(call.a[0]), error, call.pc);
  if (epoll == nullptr) return error;
  OpenFile* file = look_up_file(number, call.pc);
  if (file == nullptr) return -EBADF;
  if (is_epoll(*file)) report_unsupported("an epoll descriptor in the list of another", call.pc);
  if (file->state.get().kind == FileKind::kNode) return -EPERM;
  if (event == nullptr && call.a[1] != EPOLL_CTL_DEL) return -EFAULT;
  change(epoll->object, "epoll_ctl", call.pc);
  std::vector<Interest>& list = epoll->state.get().list;
  Interest* known = find_interest(*epoll, number, file);
  switch (call.a[1]) {
    case EPOLL_CTL_ADD:
      if (known != nullptr) return -EEXIST;
      // What the number stood for before is closed.
      std::erase_if(list, [&](const Interest& old) { return old.number == number; });
      if (list.size() == kMostInterests) report_unsupported("more than 256 descriptors in an epoll list", call.pc);
      list.push_back({.number = number, .file = file, .event = *event});
      return 0;
    case EPOLL_CTL_MOD:
      if (known == nullptr) return -ENOENT;
      *known = {.number = number, .file = file, .event = *event};
      return 0;
    case EPOLL_CTL_DEL:
      if (known == nullptr) return -ENOENT;
      list.erase(list.begin() + (known - list.data()));
      return 0;
    default: return -EINVAL;
  }
}

// and epoll_pwait.
long epoll_wait_call(const SystemCall& call) {
  auto* events = reinterpret_cast<epoll_event*>(call.a[1]);
  const int most = static_cast<int>(call.a[2]), milliseconds = static_cast<int>(call.a[3]);
  if (most <= 0) return -EINVAL;
  if (events == nullptr) return -EFAULT;
  if (call.number == SYS_epoll_pwait && call.a[4] != 0) report_unsupported("epoll_pwait with a signal mask", call.pc);
  long error = 0;
  Epoll* epoll = find_epoll(static_cast<int>(call.a[0]), error, call.pc);
  if (epoll == nullptr) return error;
  constexpr Nanoseconds kMillisecond = 1'000'000;
  const Patience patience = milliseconds < 0    ? for_ever()
                            : milliseconds == 0 ? not_at_all()
                                                : until(virtual_clock.read() + milliseconds * kMillisecond);
  return wait_for_events(*epoll, events, static_cast<size_t>(most), patience, call.pc);
}

}  // namespace mazurka::runtime
