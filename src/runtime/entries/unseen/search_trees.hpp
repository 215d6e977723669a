// The trees of <search.h>: tsearch() and its relatives. The program has a pointer to the root; the nodes are the C
// library's, and every call on a tree touches some of them. Which ones does not matter: all are looked at.
#pragma once

#include "runtime/entries/unseen/call_frame.hpp"

namespace mazurka::runtime {

// User thread's side, before the call.
void before_tsearch(CallFrame& call);
void before_tdelete(CallFrame& call);
void before_tfind(CallFrame& call);
void before_twalk(CallFrame& call);
void before_tdestroy(CallFrame& call);

}  // namespace mazurka::runtime
