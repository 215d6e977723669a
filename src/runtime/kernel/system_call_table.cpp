#include "runtime/kernel/system_call_table.hpp"

#include <sys/syscall.h>

#include <array>
#include <cstddef>

#include "runtime/kernel/files/calls.hpp"
#include "runtime/kernel/messages/calls.hpp"
#include "runtime/kernel/pipes/calls.hpp"
#include "runtime/kernel/process/process_calls.hpp"

namespace mazurka::runtime {

namespace {

struct What {
  Treatment treatment = Treatment::kRefused;
  SystemCallHandler* handler = nullptr;
};
constexpr What performed(SystemCallHandler* handler) {
  return {Treatment::kPerformed, handler};
}
constexpr What at_once(SystemCallHandler* handler) {
  return {Treatment::kAtOnce, handler};
}
constexpr What no_progress(SystemCallHandler* handler) {
  return {Treatment::kPretended, handler};
}
constexpr What kPassed = {Treatment::kPassed}, kPretended = {Treatment::kPretended}, kRefused = {},
               kMakesProcess = {Treatment::kMakesProcess}, kEndsProgram = {Treatment::kEndsProgram};

struct Entry {
  size_t number;
  const char* name;
  What what;
};
#define ROW(name, what) \
  { SYS_##name, #name, what }
constexpr Entry kEntries[] = {
    // files
    ROW(read, performed(read_call)),
    ROW(readv, performed(read_call)),
    ROW(pread64, performed(pread64_call)),
    ROW(preadv, performed(pread64_call)),
    ROW(write, performed(write_call)),
    ROW(writev, performed(write_call)),
    ROW(pwrite64, performed(pwrite64_call)),
    ROW(pwritev, performed(pwrite64_call)),
    ROW(lseek, performed(lseek_call)),
    ROW(getdents64, performed(getdents64_call)),
    ROW(fstat, performed(fstat_call)),
    ROW(ftruncate, performed(ftruncate_call)),
    ROW(fallocate, performed(fallocate_call)),
    ROW(fadvise64, performed(fsync_call)),
    ROW(fsync, performed(fsync_call)),
    ROW(fdatasync, performed(fsync_call)),
    ROW(sync_file_range, performed(fsync_call)),
    ROW(fchmod, performed(fchmod_call)),
    ROW(fchown, performed(fchmod_call)),
    ROW(sendfile, performed(copy_file_range_call)),
    ROW(copy_file_range, performed(copy_file_range_call)),
    // descriptors
    ROW(close, performed(close_call)),
    ROW(dup, performed(dup_call)),
    ROW(dup2, performed(dup2_call)),
    ROW(dup3, performed(dup3_call)),
    ROW(fcntl, performed(fcntl_call)),
    ROW(ioctl, performed(ioctl_call)),
    // paths
    ROW(open, performed(open_call)),
    ROW(openat, performed(openat_call)),
    ROW(creat, performed(creat_call)),
    ROW(stat, performed(stat_call)),
    ROW(lstat, performed(lstat_call)),
    ROW(newfstatat, performed(newfstatat_call)),
    ROW(statx, performed(statx_call)),
    ROW(access, performed(access_call)),
    ROW(faccessat, performed(faccessat_call)),
    ROW(faccessat2, performed(faccessat_call)),
    ROW(readlink, performed(readlink_call)),
    ROW(readlinkat, performed(readlinkat_call)),
    ROW(mkdir, performed(mkdir_call)),
    ROW(mkdirat, performed(mkdirat_call)),
    ROW(rmdir, performed(rmdir_call)),
    ROW(unlink, performed(unlink_call)),
    ROW(unlinkat, performed(unlinkat_call)),
    ROW(rename, performed(rename_call)),
    ROW(renameat, performed(renameat_call)),
    ROW(renameat2, performed(renameat_call)),
    ROW(link, performed(link_call)),
    ROW(linkat, performed(linkat_call)),
    ROW(symlink, performed(symlink_call)),
    ROW(symlinkat, performed(symlinkat_call)),
    ROW(chmod, performed(chmod_call)),
    ROW(fchmodat, performed(fchmodat_call)),
    ROW(chown, performed(chown_call)),
    ROW(lchown, performed(lchown_call)),
    ROW(fchownat, performed(fchownat_call)),
    ROW(utimensat, performed(utimensat_call)),
    ROW(truncate, performed(truncate_call)),
    ROW(chdir, performed(chdir_call)),
    ROW(fchdir, performed(fchdir_call)),
    ROW(getcwd, performed(getcwd_call)),
    ROW(umask, performed(umask_call)),
    ROW(statfs, performed(statfs_call)),
    ROW(fstatfs, performed(fstatfs_call)),
    ROW(memfd_create, performed(memfd_create_call)),
    ROW(getrandom, performed(getrandom_call)),
    // pipes
    ROW(pipe, performed(pipe_call)),
    ROW(pipe2, performed(pipe_call)),
    ROW(eventfd, performed(eventfd_call)),
    ROW(eventfd2, performed(eventfd_call)),
    ROW(socketpair, performed(socketpair_call)),
    ROW(sendto, performed(sendto_call)),
    ROW(recvfrom, performed(sendto_call)),
    ROW(sendmsg, performed(sendmsg_call)),
    ROW(recvmsg, performed(sendmsg_call)),
    ROW(shutdown, performed(shutdown_call)),
    ROW(poll, performed(poll_call)),
    ROW(ppoll, performed(poll_call)),
    ROW(select, performed(select_call)),
    ROW(pselect6, performed(select_call)),
    ROW(epoll_create, performed(epoll_create_call)),
    ROW(epoll_create1, performed(epoll_create_call)),
    ROW(epoll_ctl, performed(epoll_ctl_call)),
    ROW(epoll_wait, performed(epoll_wait_call)),
    ROW(epoll_pwait, performed(epoll_wait_call)),
    ROW(timerfd_create, performed(timerfd_create_call)),
    ROW(timerfd_settime, performed(timerfd_settime_call)),
    ROW(timerfd_gettime, performed(timerfd_gettime_call)),
    ROW(socket, performed(socket_call)),
    ROW(accept, performed(socket_use_call)),
    ROW(accept4, performed(socket_use_call)),
    ROW(connect, performed(socket_use_call)),
    ROW(bind, performed(socket_use_call)),
    ROW(listen, performed(socket_use_call)),
    ROW(getsockname, performed(socket_use_call)),
    ROW(getpeername, performed(socket_use_call)),
    ROW(setsockopt, performed(socket_use_call)),
    ROW(getsockopt, performed(socket_use_call)),
    // message queues
    ROW(mq_open, performed(mq_open_call)),
    ROW(mq_timedsend, performed(mq_timedsend_call)),
    ROW(mq_timedreceive, performed(mq_timedreceive_call)),
    ROW(mq_getsetattr, performed(mq_getsetattr_call)),
    ROW(mq_unlink, performed(mq_unlink_call)),
    ROW(msgget, performed(msgget_call)),
    ROW(msgsnd, performed(msgsnd_call)),
    ROW(msgrcv, performed(msgrcv_call)),
    ROW(msgctl, performed(msgctl_call)),
    // memory
    ROW(mmap, performed(mmap_call)),
    ROW(munmap, performed(munmap_call)),
    ROW(mremap, performed(mremap_call)),
    ROW(mprotect, performed(mprotect_call)),
    ROW(madvise, performed(madvise_call)),
    ROW(brk, performed(brk_call)),
    // the process and its signals
    ROW(getpid, at_once(getpid_call)),
    ROW(gettid, at_once(gettid_call)),
    ROW(getppid, at_once(getppid_call)),
    ROW(prlimit64, at_once(prlimit64_call)),
    ROW(setrlimit, at_once(setrlimit_call)),
    ROW(membarrier, at_once(membarrier_call)),
    ROW(rseq, at_once(unknown_call)),
    ROW(setuid, at_once(set_user_call)),
    ROW(setgid, at_once(set_group_call)),
    ROW(setreuid, at_once(set_user_call)),
    ROW(setregid, at_once(set_group_call)),
    ROW(setresuid, at_once(set_user_call)),
    ROW(setresgid, at_once(set_group_call)),
    ROW(getitimer, at_once(getitimer_call)),
    ROW(wait4, at_once(wait4_call)),
    ROW(waitid, at_once(wait4_call)),
    ROW(rt_sigaction, at_once(rt_sigaction_call)),
    ROW(rt_sigprocmask, at_once(rt_sigprocmask_call)),
    ROW(futex, at_once(futex_call)),
    ROW(kill, at_once(kill_call)),
    ROW(tkill, at_once(kill_call)),
    ROW(tgkill, at_once(kill_call)),
    ROW(getrlimit, at_once(getrlimit_call)),
    ROW(arch_prctl, at_once(arch_prctl_call)),
    // what is set to be told again
    ROW(getpriority, performed(getpriority_call)),
    ROW(setpriority, performed(setpriority_call)),
    ROW(ioprio_get, performed(ioprio_get_call)),
    ROW(ioprio_set, performed(ioprio_set_call)),
    ROW(sched_getaffinity, performed(sched_getaffinity_call)),
    ROW(sched_setaffinity, performed(sched_setaffinity_call)),
    ROW(getcpu, at_once(getcpu_call)),
    ROW(get_mempolicy, at_once(get_mempolicy_call)),
    ROW(set_mempolicy, at_once(set_mempolicy_call)),
    ROW(setgroups, at_once(setgroups_call)),
    ROW(getpgid, at_once(process_group_call)),
    ROW(getpgrp, at_once(process_group_call)),
    ROW(getsid, at_once(process_group_call)),
    ROW(setsid, at_once(setsid_call)),
    ROW(setpgid, at_once(setpgid_call)),
    ROW(prctl, performed(prctl_call)),
    ROW(sigaltstack, at_once(sigaltstack_call)),
    // processes
    ROW(clone, kMakesProcess),
    ROW(clone3, kMakesProcess),
    ROW(exit, kEndsProgram),
    ROW(exit_group, kEndsProgram),
    // the kernel performs them
    ROW(getuid, kPassed),
    ROW(geteuid, kPassed),
    ROW(getgid, kPassed),
    ROW(getegid, kPassed),
    ROW(getresuid, kPassed),
    ROW(getresgid, kPassed),
    ROW(getgroups, kPassed),
    ROW(uname, kPassed),
    ROW(sched_get_priority_max, kPassed),  // for attributes of mutexes
    ROW(sched_get_priority_min, kPassed),
    ROW(capget, kPassed),
    // virtual time
    ROW(clock_gettime, no_progress(clock_gettime_call)),
    ROW(gettimeofday, no_progress(gettimeofday_call)),
    ROW(time, no_progress(time_call)),
    ROW(times, no_progress(times_call)),
    ROW(nanosleep, no_progress(nanosleep_call)),
    ROW(clock_nanosleep, no_progress(clock_nanosleep_call)),
    ROW(getrusage, no_progress(getrusage_call)),
    ROW(sysinfo, no_progress(sysinfo_call)),
    // nothing happens: turns are the exploration's, memory is never swapped out
    ROW(sched_yield, kPretended),
    ROW(mlock, kPretended),
    ROW(mlock2, kPretended),
    ROW(munlock, kPretended),
    ROW(mlockall, kPretended),
    ROW(munlockall, kPretended),
    ROW(mbind, kPretended),  // (who asks where memory lies is refused)
    ROW(sync, kPretended),
    ROW(syncfs, kPretended),
    // refused; their names are for saying so
    ROW(alarm, kRefused),
    ROW(chroot, kRefused),
    ROW(close_range, kRefused),
    ROW(execve, kRefused),
    ROW(execveat, kRefused),
    ROW(fanotify_init, kRefused),
    ROW(flock, kRefused),
    ROW(fork, kRefused),
    ROW(getxattr, kRefused),
    ROW(inotify_add_watch, kRefused),
    ROW(inotify_init, kRefused),
    ROW(inotify_init1, kRefused),
    ROW(io_setup, kRefused),
    ROW(io_uring_setup, kRefused),
    ROW(ioperm, kRefused),
    ROW(kcmp, kRefused),
    ROW(landlock_create_ruleset, kRefused),
    ROW(mknod, kRefused),
    ROW(mknodat, kRefused),
    ROW(mount, kRefused),
    ROW(mq_notify, kRefused),
    ROW(msync, kRefused),
    ROW(openat2, kRefused),
    ROW(pause, kRefused),
    ROW(perf_event_open, kRefused),
    ROW(pidfd_open, kRefused),
    ROW(process_vm_readv, kRefused),
    ROW(ptrace, kRefused),
    ROW(rt_sigpending, kRefused),
    ROW(rt_sigqueueinfo, kRefused),
    ROW(rt_sigsuspend, kRefused),
    ROW(rt_sigtimedwait, kRefused),
    ROW(semget, kRefused),
    ROW(semop, kRefused),
    ROW(semtimedop, kRefused),
    ROW(set_robust_list, kRefused),
    ROW(setitimer, kRefused),
    ROW(setxattr, kRefused),
    ROW(shmat, kRefused),
    ROW(shmget, kRefused),
    ROW(signalfd, kRefused),
    ROW(signalfd4, kRefused),
    ROW(splice, kRefused),
    ROW(syslog, kRefused),
    ROW(tee, kRefused),
    ROW(timer_create, kRefused),
    ROW(umount2, kRefused),
    ROW(unshare, kRefused),
    ROW(userfaultfd, kRefused),
    ROW(vfork, kRefused),
    ROW(vmsplice, kRefused),
};
#undef ROW

constexpr bool has_one_row_each() {
  for (const Entry& entry : kEntries)
    for (const Entry& other : kEntries)
      if (&entry != &other && entry.number == other.number) return false;
  return true;
}
static_assert(has_one_row_each(), "a system call has two rows");

// By number.
constexpr size_t kNumbers = 512;
constexpr std::array<SystemCallRow, kNumbers> make_table() {
  std::array<SystemCallRow, kNumbers> table{};
  for (const Entry& entry : kEntries) table[entry.number] = {entry.name, entry.what.treatment, entry.what.handler};
  return table;
}
constexpr std::array<SystemCallRow, kNumbers> kTable = make_table();

}  // namespace

const SystemCallRow& row_of(long number) {
  static constexpr SystemCallRow kUnknown;
  size_t index = static_cast<size_t>(number);
  return index < kNumbers ? kTable[index] : kUnknown;
}

}  // namespace mazurka::runtime
