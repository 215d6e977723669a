// System calls on files, descriptors and memory that are performed here instead of by the kernel. What they change is
// as at the base again in every execution; where threads could see one another through them, they are visible
// operations. system_call_table.cpp says which handler performs which call.
//
// User thread's side, on the thread's own stack (system_call_entry.hpp).
#pragma once

#include <sys/stat.h>

#include "runtime/kernel/system_call.hpp"

namespace mazurka::runtime {

// With a descriptor: file_calls.cpp.
SystemCallHandler read_call, write_call, pread64_call, pwrite64_call, lseek_call, getdents64_call, fstat_call,
    ftruncate_call, fallocate_call, fchmod_call, copy_file_range_call, fsync_call;
// On descriptors themselves: descriptor_calls.cpp.
SystemCallHandler close_call, dup_call, dup2_call, dup3_call, fcntl_call, ioctl_call;
// With a path: path_calls.cpp.
SystemCallHandler stat_call, lstat_call, newfstatat_call, statx_call, access_call, faccessat_call, readlink_call,
    readlinkat_call, chmod_call, fchmodat_call, chown_call, lchown_call, fchownat_call, utimensat_call, truncate_call,
    chdir_call, fchdir_call, getcwd_call, umask_call;
// That open files: open_calls.cpp.
SystemCallHandler open_call, openat_call, creat_call, memfd_create_call, getrandom_call;
// That make, remove and rename files: name_calls.cpp.
SystemCallHandler mkdir_call, mkdirat_call, rmdir_call, unlink_call, unlinkat_call, rename_call, renameat_call,
    link_call, linkat_call, symlink_call, symlinkat_call;
// About file systems: file_system_calls.cpp.
SystemCallHandler statfs_call, fstatfs_call;
// On memory: memory_calls.cpp.
SystemCallHandler mmap_call, munmap_call, mremap_call, mprotect_call, madvise_call, brk_call;

// What fstat gives, for the calls of others.
long status_of_descriptor(int number, struct stat* result, uint64_t pc);

}  // namespace mazurka::runtime
