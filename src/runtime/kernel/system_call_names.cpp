#include "runtime/kernel/system_call_names.hpp"

#include <sys/syscall.h>

namespace mazurka::runtime {

namespace {

struct Entry {
  long number;
  const char* name;
};
#define CALL(name) \
  { SYS_##name, #name }
constexpr Entry kEntries[] = {
    CALL(alarm),
    CALL(chroot),
    CALL(clone),
    CALL(clone3),
    CALL(close_range),
    CALL(epoll_create),
    CALL(epoll_create1),
    CALL(epoll_ctl),
    CALL(epoll_pwait),
    CALL(epoll_wait),
    CALL(execve),
    CALL(execveat),
    CALL(fanotify_init),
    CALL(flock),
    CALL(fork),
    CALL(fstatfs),
    CALL(getitimer),
    CALL(getpriority),
    CALL(getxattr),
    CALL(inotify_add_watch),
    CALL(inotify_init),
    CALL(inotify_init1),
    CALL(io_setup),
    CALL(io_uring_setup),
    CALL(ioperm),
    CALL(kcmp),
    CALL(landlock_create_ruleset),
    CALL(membarrier),
    CALL(mknod),
    CALL(mknodat),
    CALL(mlock),
    CALL(mlockall),
    CALL(mount),
    CALL(mq_open),
    CALL(mq_timedreceive),
    CALL(mq_timedsend),
    CALL(msgget),
    CALL(msgrcv),
    CALL(msgsnd),
    CALL(msync),
    CALL(openat2),
    CALL(pause),
    CALL(perf_event_open),
    CALL(pidfd_open),
    CALL(prctl),
    CALL(process_vm_readv),
    CALL(pselect6),
    CALL(ptrace),
    CALL(rseq),
    CALL(rt_sigpending),
    CALL(rt_sigqueueinfo),
    CALL(rt_sigsuspend),
    CALL(rt_sigtimedwait),
    CALL(sched_setaffinity),
    CALL(select),
    CALL(semget),
    CALL(semop),
    CALL(semtimedop),
    CALL(setitimer),
    CALL(setpriority),
    CALL(setrlimit),
    CALL(setsid),
    CALL(setuid),
    CALL(setxattr),
    CALL(shmat),
    CALL(shmget),
    CALL(signalfd),
    CALL(signalfd4),
    CALL(splice),
    CALL(statfs),
    CALL(sync),
    CALL(syslog),
    CALL(tee),
    CALL(timer_create),
    CALL(timerfd_create),
    CALL(times),
    CALL(umount2),
    CALL(unshare),
    CALL(userfaultfd),
    CALL(vfork),
    CALL(vmsplice),
    CALL(wait4),
    CALL(waitid),
};
#undef CALL

}  // namespace

const char* name_of_system_call(long number) {
  for (const Entry& entry : kEntries)
    if (entry.number == number) return entry.name;
  return nullptr;
}

}  // namespace mazurka::runtime
