// The resources of <memory_resource>, whose code is in the C++ library. To allocate writes the block, to deallocate
// writes it too, as malloc() and free() do. A pool keeps the memory: what it got back must not be accessed until it
// gives it away again.
//
// User thread's side, all.
#pragma once

#include "runtime/entries/unseen/call_frame.hpp"

namespace mazurka::runtime {

void before_monotonic_allocate(CallFrame& call);
void before_monotonic_deallocate(CallFrame& call);
void after_monotonic_allocate(const CallFrame& call);

void before_pool_use(CallFrame& call);  // by one thread: of std::pmr::unsynchronized_pool_resource
void after_pool_allocate(const CallFrame& call);
void before_pool_deallocate(CallFrame& call);

void before_shared_pool_use(CallFrame& call);
void after_shared_pool_allocate(const CallFrame& call);
void before_shared_pool_deallocate(CallFrame& call);
void before_shared_pool_release(CallFrame& call);

}  // namespace mazurka::runtime
