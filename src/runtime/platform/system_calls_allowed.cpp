#include "runtime/platform/system_calls_allowed.hpp"

namespace mazurka::runtime {

namespace {
unsigned char always_allowed = 0;
}

volatile unsigned char* dispatch_selector = &always_allowed;

void exit_process(int status) {
  raw_syscall(SYS_exit_group, status);
  __builtin_unreachable();
}

}  // namespace mazurka::runtime
