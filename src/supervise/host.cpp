#include "supervise/host.hpp"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdlib>

#include "protocol/channel.hpp"

namespace mazurka {

namespace {

// Not in the headers of every kernel that runs it.
constexpr int kSetSyscallUserDispatch = 59;
constexpr unsigned long kDispatchOn = 1;

volatile char dispatch_selector = 0;  // 0: system calls go to the kernel, 1: they raise SIGSYS
volatile std::sig_atomic_t dispatched = 0;

bool handle_sigsys() {
  struct sigaction action {};
  action.sa_handler = [](int) {
    dispatch_selector = 0;
    dispatched = 1;
  };
  return sigaction(SIGSYS, &action, nullptr) == 0;
}

bool try_syscall_user_dispatch() {
  if (!handle_sigsys()) return false;
  if (prctl(kSetSyscallUserDispatch, kDispatchOn, 0, 0, &dispatch_selector) != 0) return false;
  dispatch_selector = 1;
  syscall(SYS_getppid);
  dispatch_selector = 0;
  return dispatched == 1;
}

bool try_seccomp_filter() {
  sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_getppid, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  sock_fprog filter = {sizeof code / sizeof code[0], code};
  if (!handle_sigsys() || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) != 0) return false;
  syscall(SYS_getppid);
  return dispatched == 1;
}

}  // namespace

bool succeeds_in_child(const std::function<bool()>& attempt) {
  const pid_t child = fork();
  if (child < 0) return false;
  if (child == 0) {
    alarm(5);
    _exit(attempt() ? 0 : 1);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return false;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool has_syscall_user_dispatch() {
  return std::getenv(protocol::kNoDispatchVariable) == nullptr && succeeds_in_child(try_syscall_user_dispatch);
}

bool has_seccomp_filters() {
  return succeeds_in_child(try_seccomp_filter);
}

}  // namespace mazurka
