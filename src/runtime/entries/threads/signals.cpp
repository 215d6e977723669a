// Signals between threads: signals.hpp.
//
// Sending reads the mask of the other thread and writes its pending signals, in one step. Waiting for one is an await
// (entries/api/await.cpp). A handler that would interrupt another thread is refused: it could come between any two
// instructions, and see what no thread sees.
//
// Which signals a thread blocks is an object only if somebody sends it one, and all masks together are one object if
// somebody sends one to the process (learned_facts.hpp).
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include <algorithm>
#include <bit>

#include "runtime/engine/cancellation.hpp"
#include "runtime/engine/learned_facts.hpp"
#include "runtime/engine/loops/rounds.hpp"
#include "runtime/engine/thread_words.hpp"
#include "runtime/engine/time/patience.hpp"
#include "runtime/entries/libc/malloc.hpp"
#include "runtime/entries/visible.hpp"
#include "runtime/kernel/signals.hpp"
#include "runtime/platform/text.hpp"

using namespace mazurka;
using namespace mazurka::runtime;

namespace {

constexpr int kFirstRealTime = 32;

ThreadWords& own() {
  return words_of(current_thread());
}

uint64_t bits_of(const sigset_t* set) {
  uint64_t bits;
  memcpy(&bits, set, sizeof bits);
  return bits;
}
void store_bits(sigset_t* set, uint64_t bits) {
  memset(set, 0, sizeof *set);
  memcpy(set, &bits, sizeof bits);
}

ObjectId word_object(void* word, uint32_t bytes) {
  return program->object(reinterpret_cast<uintptr_t>(word), kThreadWordObject, bytes);
}
ObjectId mask_object(uint32_t thread) {
  if (is_known(Fact::kSignalsProcess, 0)) return word_object(&words_of(0).all_masks, 4);
  return word_object(&words_of(thread).mask, 8);
}

void visible_word(OpCode code, uint64_t& word, const char* name, uint64_t pc) {
  visible(code, &word, kThreadWordObject, 8, name, pc);
}

void set_mask(uint64_t mask, const char* name, uint64_t pc) {
  if (mask == own().mask) return;
  note_change();
  uint32_t self = current_thread();
  if (is_known(Fact::kIsSignalled, self) || is_known(Fact::kSignalsProcess, 0)) {
    Operation op;
    op.code = OpCode::kStore;
    op.object = mask_object(self);
    program->announce(op, name, pc);
  }
  own().mask = mask;
}

// ---- what a signal does

void look_at_actions(const char* name, uint64_t pc) {
  visible(OpCode::kLoad, &words_of(0).actions, kThreadWordObject, 4, name, pc);
}

bool is_ignored(int number) {
  const SignalAction& action = action_of(number);
  if (action.handler == reinterpret_cast<void*>(SIG_IGN)) return true;
  bool by_default = number == SIGCHLD || number == SIGURG || number == SIGWINCH || number == SIGCONT;
  return action.handler == nullptr && by_default;
}

// The default action of one that is not ignored.
void end_program(int number, uint64_t pc) {
  if (number == SIGSTOP || number == SIGTSTP || number == SIGTTIN || number == SIGTTOU)
    report_unsupported("a signal that stops the program", pc);
  if (number == SIGABRT) report_failure(protocol::BugKind::kAbort, "abort() was called", pc);
  Text message;
  const char* short_name = sigabbrev_np(number);
  message.add("SIG").add(short_name == nullptr ? "RTMIN or above" : short_name).add(" was raised");
  report_failure(protocol::BugKind::kSignal, message.get(), pc);
}

// The current thread does what is to be done.
void deliver(int number, const char* name, uint64_t pc) {
  look_at_actions(name, pc);
  if (is_ignored(number)) return;
  SignalAction action = action_of(number);
  if (action.handler == nullptr) return end_program(number, pc);
  if ((action.flags & SA_RESETHAND) != 0) {
    visible(OpCode::kStore, &words_of(0).actions, kThreadWordObject, 4, name, pc);
    SignalAction none;
    exchange_action(number, &none, nullptr);
  }
  uint64_t before = own().mask;
  set_mask(before | action.mask | ((action.flags & SA_NODEFER) != 0 ? 0 : bit_of(number)), name, pc);
  if ((action.flags & SA_SIGINFO) != 0) {
    siginfo_t info = {};
    info.si_signo = number;
    info.si_code = SI_TKILL;
    reinterpret_cast<void (*)(int, siginfo_t*, void*)>(action.handler)(number, &info, nullptr);
  } else {
    reinterpret_cast<void (*)(int)>(action.handler)(number);
  }
  set_mask(before, name, pc);
}

// It was sent to another thread, or to the process, and is not blocked there.
void deliver_elsewhere(int number, const char* name, uint64_t pc) {
  look_at_actions(name, pc);
  if (is_ignored(number)) return;
  if (action_of(number).handler == nullptr) return end_program(number, pc);
  report_unsupported("a signal handler that interrupts another thread", pc);
}

// Takes one of the signals of a set out of the pending ones, if there is one: its number or 0. Others cannot take it in
// between from a thread's own word; from that of the process they can, so one step does both.
int take(uint64_t& pending, uint64_t set, bool is_own, const char* name, uint64_t pc) {
  visible_word(is_own ? OpCode::kLoad : OpCode::kExchange, pending, name, pc);
  uint64_t found = pending & set;
  if (found == 0) return 0;
  program->end_looking();
  if (is_own) visible_word(OpCode::kExchange, pending, name, pc);
  found &= ~found + 1;  // Linux gives the lowest number
  pending &= ~found;
  note_change();
  return 1 + std::countr_zero(found);
}

int take_any(uint64_t set, const char* name, uint64_t pc) {
  int number = take(own().pending, set, true, name, pc);
  if (number == 0 && is_known(Fact::kSignalsProcess, 0))
    number = take(words_of(0).process_pending, set, false, name, pc);
  return number;
}

bool signals_may_come() {
  return own().raised || is_known(Fact::kIsSignalled, current_thread()) || is_known(Fact::kSignalsProcess, 0);
}

// The mask was changed: what is pending and not blocked any more comes now.
void deliver_pending(const char* name, uint64_t pc) {
  if (!signals_may_come()) return;
  while (int number = take_any(~own().mask, name, pc)) deliver(number, name, pc);
}

// ---- sending

int send_to_self(int number, const char* name, uint64_t pc) {
  if ((own().mask & bit_of(number)) == 0) {
    deliver(number, name, pc);
    return 0;
  }
  visible_word(OpCode::kExchange, own().pending, name, pc);
  own().pending |= bit_of(number);
  own().raised = 1;
  return 0;
}

void read_mask_and_write(uint32_t thread, uint64_t& pending, const char* name, uint64_t pc) {
  Operation op;
  op.code = OpCode::kCopy;  // reads the first, writes the second
  op.object = mask_object(thread);
  op.object2 = word_object(&pending, 8);
  program->announce(op, name, pc);
}

int send_to_thread(pthread_t handle, int number, const char* name, uint64_t pc) {
  uint32_t id = thread_of(handle);
  if (id == UINT32_MAX) return ESRCH;
  if (number < 0 || number > kSignals) return EINVAL;
  if (number == 0) return 0;
  if (id == current_thread()) return send_to_self(number, name, pc);
  if (number >= kFirstRealTime) report_unsupported("a real-time signal to another thread", pc);
  learn_fact(Fact::kIsSignalled, id);
  ThreadWords& words = words_of(id);
  read_mask_and_write(id, words.pending, name, pc);
  rounds.note_unordered_wake(current_thread(), uint64_t{1} << std::min(id, 63U));
  if ((words.mask & bit_of(number)) != 0)
    words.pending |= bit_of(number);
  else
    deliver_elsewhere(number, name, pc);
  return 0;
}

// Any thread that does not block it may get it. (One that has ended is taken for one that may: its end is no step.)
int send_to_process(int number, const char* name, uint64_t pc) {
  if (number < 0 || number > kSignals) return EINVAL;
  if (number == 0) return 0;
  if (number >= kFirstRealTime) report_unsupported("a real-time signal to the process", pc);
  learn_fact(Fact::kSignalsProcess, 0);
  read_mask_and_write(0, words_of(0).process_pending, name, pc);
  rounds.note_unordered_wake(current_thread(), ~uint64_t{0});
  bool open_here = false, open_elsewhere = false;
  for (uint32_t t = 0; t < program->thread_count(); t++) {
    if (program->status(ThreadId(t)) == ThreadStatus::kNotStarted) continue;
    if ((words_of(t).mask & bit_of(number)) == 0) (t == current_thread() ? open_here : open_elsewhere) = true;
  }
  if (open_elsewhere)
    deliver_elsewhere(number, name, pc);
  else if (open_here)
    deliver(number, name, pc);
  else
    words_of(0).process_pending |= bit_of(number);
  return 0;
}

// ---- waiting

// The number of the signal, or 0 if the thread gave up.
int wait_for_signal(uint64_t set, const Patience& patience, const char* name, uint64_t pc) {
  bool waits = !patience.gives_up;
  if (waits) program->begin_looking();
  if (may_be_cancelled() && is_cancelled(name, pc)) act_on_cancellation();
  int number = take_any(set, name, pc);
  if (number == 0 && waits) program->wait_for_change(name, pc);
  if (number == 0) patience.give_up();
  return number;
}

int wait_for_blocked(const sigset_t* set, const Patience& patience, const char* name, uint64_t pc) {
  uint64_t bits = bits_of(set) & ~(bit_of(SIGKILL) | bit_of(SIGSTOP));
  uint64_t c_library = bit_of(32) | bit_of(33);  // which nobody can block
  if ((bits & ~own().mask & ~c_library) != 0) report_misuse("waiting for a signal that is not blocked");
  return wait_for_signal(bits, patience, name, pc);
}

int with_information(int number, siginfo_t* information) {
  if (number == 0) {
    errno = EAGAIN;
    return -1;
  }
  if (information != nullptr) {
    memset(information, 0, sizeof *information);
    information->si_signo = number;
    information->si_code = SI_TKILL;
    information->si_pid = getpid();
  }
  return number;
}

int change_mask(int how, const sigset_t* set, sigset_t* old, const char* name, uint64_t pc) {
  uint64_t before = own().mask;
  if (old != nullptr) store_bits(old, before);
  if (set == nullptr) return 0;
  if (how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK) return EINVAL;
  set_mask(changed_mask(before, how, bits_of(set)), name, pc);
  if ((before & ~own().mask) != 0) deliver_pending(name, pc);
  return 0;
}

// The C library or the program itself makes the system call: sighold(), siglongjmp(), syscall().
void change_mask_by_call(int how, uint64_t mask, uint64_t pc) {
  const uint64_t before = own().mask;
  set_mask(changed_mask(before, how, mask), "rt_sigprocmask", pc);
  if ((before & ~own().mask) != 0) deliver_pending("rt_sigprocmask", pc);
}

void use_actions(bool changes, const char* name, uint64_t pc) {
  visible(changes ? OpCode::kStore : OpCode::kLoad, &words_of(0).actions, kThreadWordObject, 4, name, pc);
}

[[maybe_unused]] const bool tells_steps = [] {
  signal_steps.use_actions = [](bool changes, uint64_t pc) { use_actions(changes, "rt_sigaction", pc); };
  signal_steps.may_see_masks = signals_may_come;
  signal_steps.change_mask = change_mask_by_call;
  return true;
}();

int as_result(int error) {
  if (error == 0) return 0;
  errno = error;
  return -1;
}

}  // namespace

MAZURKA_STAND_IN(int, pthread_kill, (pthread_t thread, int number)) {
  if (!is_checked()) return MAZURKA_REAL(pthread_kill)(thread, number);
  return send_to_thread(thread, number, "pthread_kill", MAZURKA_CALLER);
}
MAZURKA_STAND_IN(int, raise, (int number)) {
  if (!is_checked()) return MAZURKA_REAL(raise)(number);
  return as_result(send_to_thread(pthread_self(), number, "raise", MAZURKA_CALLER));
}
MAZURKA_STAND_IN(int, kill, (pid_t process, int number)) {
  if (!is_checked()) return MAZURKA_REAL(kill)(process, number);
  if (process != getpid()) report_unsupported("sending a signal to another process", MAZURKA_CALLER);
  return as_result(send_to_process(number, "kill", MAZURKA_CALLER));
}
MAZURKA_STAND_IN(int, pthread_sigmask, (int how, const sigset_t* set, sigset_t* old)) {
  if (!is_checked()) return MAZURKA_REAL(pthread_sigmask)(how, set, old);
  return change_mask(how, set, old, "pthread_sigmask", MAZURKA_CALLER);
}
MAZURKA_STAND_IN(int, sigprocmask, (int how, const sigset_t* set, sigset_t* old)) {
  if (!is_checked()) return MAZURKA_REAL(sigprocmask)(how, set, old);
  return as_result(change_mask(how, set, old, "sigprocmask", MAZURKA_CALLER));
}
MAZURKA_STAND_IN(int, sigpending, (sigset_t * set)) {
  if (!is_checked()) return MAZURKA_REAL(sigpending)(set);
  visible_word(OpCode::kLoad, own().pending, "sigpending", MAZURKA_CALLER);
  uint64_t pending = own().pending;
  if (is_known(Fact::kSignalsProcess, 0)) {
    visible_word(OpCode::kLoad, words_of(0).process_pending, "sigpending", MAZURKA_CALLER);
    pending |= words_of(0).process_pending;
  }
  store_bits(set, pending & own().mask);
  return 0;
}
MAZURKA_STAND_IN(int, sigwait, (const sigset_t* set, int* number)) {
  if (!is_checked()) return MAZURKA_REAL(sigwait)(set, number);
  *number = wait_for_blocked(set, for_ever(), "sigwait", MAZURKA_CALLER);
  return 0;
}
MAZURKA_STAND_IN(int, sigwaitinfo, (const sigset_t* set, siginfo_t* information)) {
  if (!is_checked()) return MAZURKA_REAL(sigwaitinfo)(set, information);
  return with_information(wait_for_blocked(set, for_ever(), "sigwaitinfo", MAZURKA_CALLER), information);
}
MAZURKA_STAND_IN(int, sigtimedwait, (const sigset_t* set, siginfo_t* information, const timespec* time)) {
  if (!is_checked()) return MAZURKA_REAL(sigtimedwait)(set, information, time);
  if (time != nullptr && !is_valid(time)) return as_result(EINVAL);
  Patience patience = time == nullptr ? for_ever() : until(virtual_clock.read() + duration_of(*time));
  return with_information(wait_for_blocked(set, patience, "sigtimedwait", MAZURKA_CALLER), information);
}
MAZURKA_STAND_IN(int, sigsuspend, (const sigset_t* mask)) {
  if (!is_checked()) return MAZURKA_REAL(sigsuspend)(mask);
  for (;;) {
    int number = wait_for_signal(~bits_of(mask), for_ever(), "sigsuspend", MAZURKA_CALLER);
    bool ends_wait = !is_ignored(number);
    deliver(number, "sigsuspend", MAZURKA_CALLER);
    if (ends_wait) return as_result(EINTR);
  }
}
// Seen by others as one step; libc's own then comes to exchange_action by its system call. Before main, when system
// calls go to the kernel, it is told here.
MAZURKA_STAND_IN(int, sigaction, (int number, const struct sigaction* action, struct sigaction* old)) {
  if (is_checked()) {
    use_actions(action != nullptr, "sigaction", MAZURKA_CALLER);
    actions_were_used = true;
  } else if (heap_is_ours() && action != nullptr) {
    SignalAction told{reinterpret_cast<void*>(action->sa_handler), static_cast<uint64_t>(action->sa_flags), nullptr,
                      bits_of(&action->sa_mask)};
    exchange_action(number, &told, nullptr);
  }
  const int result = MAZURKA_REAL(sigaction)(number, action, old);
  actions_were_used = false;
  return result;
}
MAZURKA_STAND_IN(sighandler_t, signal, (int number, sighandler_t handler)) {
  if (is_checked()) {
    use_actions(true, "signal", MAZURKA_CALLER);
    actions_were_used = true;
  } else if (heap_is_ours()) {
    SignalAction told{reinterpret_cast<void*>(handler), 0, nullptr, 0};
    exchange_action(number, &told, nullptr);
  }
  const sighandler_t result = MAZURKA_REAL(signal)(number, handler);
  actions_were_used = false;
  return result;
}
