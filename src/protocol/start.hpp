// How a checked program is started, by the supervisor or, where something stands in between (a wrapper, a debugger), by
// its own runtime: without randomness of addresses, and with these variables.
#pragma once

namespace mazurka::protocol {

// The C library must not let the kernel write to thread control blocks, nor bind functions lazily. Whoever has the
// first of them is started like this.
inline constexpr const char* kStartedVariable = "MAZURKA_STARTED=1";
inline constexpr const char* kStartVariables[] = {kStartedVariable, "LD_BIND_NOW=1",
                                                  "GLIBC_TUNABLES=glibc.pthread.rseq=0"};
// Unless the user has chosen: GoogleTest is to stop where a check fails (kernel/test_failures.hpp), and to let
// exceptions through; Boost.Test is to leave signals to us, and colours out.
inline constexpr const char* kFrameworkVariables[] = {"GTEST_BREAK_ON_FAILURE=1", "GTEST_CATCH_EXCEPTIONS=0",
                                                      "BOOST_TEST_CATCH_SYSTEM_ERRORS=no",
                                                      "BOOST_TEST_COLOR_OUTPUT=no"};

// The program is started by this name, wherever it lies: the name is on its stack, and moves what is there.
inline constexpr int kProgramDescriptor = 1001;  // (1000 is the solver's)
inline constexpr const char* kProgramPath = "/proc/self/fd/1001";

}  // namespace mazurka::protocol
