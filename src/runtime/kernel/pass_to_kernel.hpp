// System calls of the program that the kernel performs.
#pragma once

namespace mazurka::runtime {

// While they are allowed (platform/system_calls_allowed.hpp). Below 0 is -errno.
long pass_to_kernel(long number, const long (&a)[6]);

}  // namespace mazurka::runtime
