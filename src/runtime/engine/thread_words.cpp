#include "runtime/engine/thread_words.hpp"

#include "runtime/engine/threads/thread_table.hpp"

namespace mazurka::runtime {

namespace {
__attribute__((tls_model("initial-exec"))) thread_local ThreadWords own_words;
static_assert(PTHREAD_CANCEL_ENABLE == 0 && PTHREAD_CANCEL_DEFERRED == 0);  // what the words begin with
}  // namespace

ThreadWords& own_thread_words() {
  return own_words;
}

uint32_t thread_of(pthread_t handle) {
  if (handle == 0) return UINT32_MAX;
  for (uint32_t id = 0; id < user_threads.size(); id++)
    if (user_threads[id].context.thread_pointer == handle) return id;
  return UINT32_MAX;
}

ThreadWords& words_of(uint32_t thread) {
  uintptr_t distance = reinterpret_cast<uintptr_t>(&own_words) - _readfsbase_u64();
  return *reinterpret_cast<ThreadWords*>(user_threads[thread].context.thread_pointer + distance);
}

}  // namespace mazurka::runtime
