#include "runtime/kernel/pass_to_kernel.hpp"

#include <errno.h>

#include "runtime/memory/snapshot.hpp"
#include "runtime/platform/layout.hpp"
#include "runtime/platform/raw_syscall.hpp"

namespace mazurka::runtime {

// The kernel does not take our page faults: pages that it wants to write to are made hot.
long pass_to_kernel(long number, const long (&a)[6]) {
  for (int attempt = 0;; attempt++) {
    long result = raw_syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
    if (result != -EFAULT || attempt == 8) return result;
    bool any = false;
    for (long word : a)
      for (uintptr_t page = 0; page < 2; page++) any |= heat_page(static_cast<uintptr_t>(word) + page * kPage);
    if (!any) return result;
  }
}

}  // namespace mazurka::runtime
