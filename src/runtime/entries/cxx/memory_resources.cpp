#include "runtime/entries/cxx/memory_resources.hpp"

#include <string.h>

#include <algorithm>
#include <memory_resource>

#include "runtime/races/memory_errors.hpp"
#include "runtime/races/owned_memory.hpp"
#include "runtime/races/shared_memory.hpp"

namespace mazurka::runtime {

namespace {

using Pool = std::pmr::unsynchronized_pool_resource;
using SharedPool = std::pmr::synchronized_pool_resource;

size_t in_granules(size_t bytes) {
  return (std::max<size_t>(bytes, 1) + 7) / 8 * 8;
}

template <class Resource>
void use_object(const CallFrame& call) {
  touch(call, call.arguments[0], sizeof(Resource), true);
}

// Does the resource behind the pool have its code in the C++ library? The name of its type says so, which is found by
// the word before its table of virtual functions.
bool is_of_library(const std::pmr::memory_resource* resource) {
  struct TypeInfo {
    const void* functions;
    const char* name;
  };
  const TypeInfo* type = (*reinterpret_cast<const TypeInfo* const* const*>(resource))[-1];
  if (type == nullptr) return false;
  const char* name = type->name + (type->name[0] == '*' ? 1 : 0);  // of a type that only one file knows
  return strncmp(name, "NSt3pmr", strlen("NSt3pmr")) == 0;
}

// Does the pool keep a block of the heap for itself? A large one is freed by the resource behind it. One of the
// program's own may do with its memory what it likes.
template <class Resource>
bool keeps(const CallFrame& call, uintptr_t block, uint64_t bytes, uint64_t alignment) {
  const auto* pool = reinterpret_cast<const Resource*>(call.arguments[0]);
  return races::is_in_heap(block) && block % 8 == 0 && !explores_plain &&
         std::max(bytes, alignment) <= pool->options().largest_required_pool_block &&
         is_of_library(pool->upstream_resource());
}

// A pool above this resource may have taken the memory apart, and knows of no part of it any more.
void touch_whole(const CallFrame& call, uintptr_t block, uint64_t bytes) {
  forget_parts(block, bytes);
  touch(call, block, bytes, true);
}

template <class Resource>
void give_back(const CallFrame& call) {
  uintptr_t block = call.arguments[1];
  if (keeps<Resource>(call, block, call.arguments[2], call.arguments[3]))
    mark_returned(reinterpret_cast<void*>(block), in_granules(call.arguments[2]), call.pc);
  else
    touch_whole(call, block, call.arguments[2]);
}

template <class Resource>
void give_away(const CallFrame& call) {
  if (call.result == 0) return;
  if (keeps<Resource>(call, call.result, call.arguments[1], call.arguments[2]))
    mark_lent(reinterpret_cast<void*>(call.result), in_granules(call.arguments[1]), call.pc);
  else
    touch_whole(call, call.result, call.arguments[1]);
}

}  // namespace

void before_monotonic_allocate(CallFrame& call) {
  use_object<std::pmr::monotonic_buffer_resource>(call);
}
void after_monotonic_allocate(const CallFrame& call) {
  if (call.result != 0) touch_whole(call, call.result, call.arguments[1]);
}
// It does nothing, but the block is not the caller's any more.
void before_monotonic_deallocate(CallFrame& call) {
  touch_whole(call, call.arguments[1], call.arguments[2]);
}

void before_pool_use(CallFrame& call) {
  use_object<Pool>(call);
}
void before_shared_pool_use(CallFrame& call) {
  touch(call, call.arguments[0], sizeof(void*), false);
}
void after_pool_allocate(const CallFrame& call) {
  give_away<Pool>(call);
}
void after_shared_pool_allocate(const CallFrame& call) {
  give_away<SharedPool>(call);
}
void before_pool_deallocate(CallFrame& call) {
  use_object<Pool>(call);
  give_back<Pool>(call);
}
void before_shared_pool_deallocate(CallFrame& call) {
  before_shared_pool_use(call);
  give_back<SharedPool>(call);
}
void before_shared_pool_release(CallFrame& call) {
  touch(call, call.arguments[0], sizeof(void*), true);
}

}  // namespace mazurka::runtime
