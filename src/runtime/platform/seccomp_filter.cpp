#include "runtime/platform/seccomp_filter.hpp"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>

#include <cstdint>

#include "runtime/platform/raw_syscall.hpp"

// Where this library's code lies.
extern "C" {
extern char __ehdr_start[] __attribute__((visibility("hidden")));
extern char etext[] __attribute__((visibility("hidden")));
}

namespace mazurka::runtime {

bool install_seccomp_filter() {
  uint64_t begin = reinterpret_cast<uint64_t>(__ehdr_start), end = reinterpret_cast<uint64_t>(etext);
  // The filter compares halves of 32 bits; the loader puts no library across a boundary of 4 GiB but by bad luck.
  uint32_t high = static_cast<uint32_t>(begin >> 32);
  if (end >> 32 != high) return false;
  constexpr uint32_t kPointer = offsetof(seccomp_data, instruction_pointer);
  sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kPointer + 4),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, high, 0, 4),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kPointer),
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, static_cast<uint32_t>(begin), 0, 2),
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, static_cast<uint32_t>(end), 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
  };
  sock_fprog filter = {sizeof code / sizeof code[0], code};
  return raw_syscall(SYS_prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         raw_syscall(SYS_prctl, PR_SET_SECCOMP, SECCOMP_MODE_FILTER, as_word(&filter), 0, 0) == 0;
}

}  // namespace mazurka::runtime
