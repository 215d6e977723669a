// Failures that a test framework prints and then lives on: "queue_test.cpp:8: Failure", and exit(1) much later.
//
// GoogleTest, Catch2, doctest and Boost.Test all write where a check has failed, and why, to standard output. What the
// program writes in an execution is kept here, and read when the program fails in a way that says nothing by itself.
// This needs no knowledge of the frameworks' classes, which differ from version to version.
#pragma once

#include "runtime/platform/text.hpp"

struct iovec;

namespace mazurka::runtime {

// User thread's side: the program writes this to its standard output or error.
void note_output(const iovec* pieces, int count);

// The first failure that a framework has printed in this execution: "queue_test.cpp:8: Expected equality of ...". False
// if there is none.
bool find_test_failure(Text& message);

// Does GoogleTest run a test? It then stops at each failure (start.cpp asks for it), those that a test wants to see
// included.
bool is_in_googletest();

}  // namespace mazurka::runtime
