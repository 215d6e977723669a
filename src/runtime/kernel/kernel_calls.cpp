#include "runtime/kernel/kernel_calls.hpp"

#include <errno.h>
#include <sys/syscall.h>

#include <initializer_list>

namespace mazurka::runtime {

bool is_kernel_call(long number) {
  switch (number) {
    // files
    case SYS_read:
    case SYS_readv:
    case SYS_pread64:
    case SYS_preadv:
    case SYS_write:
    case SYS_writev:
    case SYS_pwrite64:
    case SYS_pwritev:
    case SYS_lseek:
    case SYS_getdents64:
    case SYS_fstat:
    case SYS_ftruncate:
    case SYS_fallocate:
    case SYS_fadvise64:
    case SYS_fsync:
    case SYS_fdatasync:
    case SYS_sync_file_range:
    case SYS_fchmod:
    case SYS_fchown:
    case SYS_sendfile:
    case SYS_copy_file_range:
    // descriptors
    case SYS_close:
    case SYS_dup:
    case SYS_dup2:
    case SYS_dup3:
    case SYS_fcntl:
    case SYS_ioctl:
    // paths
    case SYS_open:
    case SYS_openat:
    case SYS_creat:
    case SYS_stat:
    case SYS_lstat:
    case SYS_newfstatat:
    case SYS_statx:
    case SYS_access:
    case SYS_faccessat:
    case SYS_faccessat2:
    case SYS_readlink:
    case SYS_readlinkat:
    case SYS_mkdir:
    case SYS_mkdirat:
    case SYS_rmdir:
    case SYS_unlink:
    case SYS_unlinkat:
    case SYS_rename:
    case SYS_renameat:
    case SYS_renameat2:
    case SYS_link:
    case SYS_linkat:
    case SYS_symlink:
    case SYS_symlinkat:
    case SYS_chmod:
    case SYS_fchmodat:
    case SYS_chown:
    case SYS_lchown:
    case SYS_fchownat:
    case SYS_utimensat:
    case SYS_truncate:
    case SYS_chdir:
    case SYS_fchdir:
    case SYS_getcwd:
    case SYS_umask:
    case SYS_memfd_create:
    case SYS_getrandom:
    // channels
    case SYS_pipe:
    case SYS_pipe2:
    case SYS_eventfd:
    case SYS_eventfd2:
    case SYS_socketpair:
    case SYS_sendto:
    case SYS_recvfrom:
    case SYS_sendmsg:
    case SYS_recvmsg:
    case SYS_shutdown:
    case SYS_poll:
    case SYS_ppoll:
    case SYS_select:
    case SYS_pselect6:
    case SYS_socket:
    case SYS_accept:
    case SYS_accept4:
    case SYS_connect:
    case SYS_bind:
    case SYS_listen:
    case SYS_getsockname:
    case SYS_getpeername:
    case SYS_setsockopt:
    case SYS_getsockopt:
    // memory
    case SYS_mmap:
    case SYS_munmap:
    case SYS_mremap:
    case SYS_mprotect:
    case SYS_madvise:
    case SYS_brk: return true;
    default: return false;
  }
}

long perform_kernel_call(const SystemCall& call) {
  bool done = true;
  for (auto* perform : {perform_file_call, perform_descriptor_call, perform_path_call, perform_open_call,
                        perform_name_call, perform_channel_call, perform_socket_call, perform_memory_call}) {
    done = true;
    long result = perform(call, done);
    if (done) return result;
  }
  return -ENOSYS;
}

}  // namespace mazurka::runtime
