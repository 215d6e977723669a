// Thread-specific data: keys of pthreads and C11 <threads.h>, and the destructors of C++'s thread_local variables.
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <threads.h>

#include "runtime/engine/threads/thread_data.hpp"
#include "runtime/engine/threads/thread_hooks.hpp"
#include "runtime/entries/libc/malloc.hpp"
#include "runtime/entries/threads/thread_locals.hpp"
#include "runtime/entries/visible.hpp"
#include "runtime/memory/rewind.hpp"

using namespace mazurka;
using namespace mazurka::runtime;

namespace {

// Numbered in our own data; keys made after the base are forgotten at restart.
struct Key {
  void (*destructor)(void*) = nullptr;
  bool used = false;
};
constexpr uint32_t kMaxKeys = 128;
Key keys[kMaxKeys];
Key keys_at_base[kMaxKeys];

class Keys final : public Rewindable {
 public:
  void note_change() { changed_ = true; }

  void save(Level level) override {
    if (level == Level::kPrefix) return;
    memcpy(keys_at_base, keys, sizeof keys);
    changed_ = false;
  }
  void restore(Level) override {
    if (changed_) memcpy(keys, keys_at_base, sizeof keys);
    changed_ = false;
  }
  bool is_changed() const override { return changed_; }

 private:
  bool changed_ = false;
};
constinit Keys all_keys;
const Registration registered(all_keys);

void run_key_destructors() {
  if (data_of(current_thread()).specific.empty()) return;
  std::vector<void*>& values = change_data_of(current_thread()).specific;
  for (int round = 0; round < 4; round++) {
    bool any = false;
    for (uint32_t k = 0; k < values.size(); k++) {
      void* value = values[k];
      if (value == nullptr || keys[k].destructor == nullptr) continue;
      values[k] = nullptr;
      any = true;
      keys[k].destructor(value);
    }
    if (!any) return;
  }
}

void end_data() {
  const ThreadData& data = data_of(current_thread());
  if (data.destructors.empty() && data.specific.empty()) return;
  destroy_thread_locals();
  run_key_destructors();
}
const EndHook data_hook(EndHook::Turn::kData, end_data);

int create_key(uint32_t* key, void (*destructor)(void*)) {
  for (uint32_t k = 0; k < kMaxKeys; k++)
    if (!keys[k].used) {
      keys[k] = {destructor, true};
      all_keys.note_change();
      *key = k;
      return 0;
    }
  return EAGAIN;
}

void* get_specific(uint32_t key) {
  const auto& values = data_of(current_thread()).specific;
  return key < values.size() ? values[key] : nullptr;
}

int set_specific(uint32_t key, const void* value) {
  auto& values = change_data_of(current_thread()).specific;
  if (key >= kMaxKeys) return EINVAL;
  if (key >= values.size()) values.resize(key + 1, nullptr);
  note_change();
  values[key] = const_cast<void*>(value);
  return 0;
}

}  // namespace

void mazurka::runtime::destroy_thread_locals() {
  while (!data_of(current_thread()).destructors.empty()) {
    std::vector<Destructor>& waiting = change_data_of(current_thread()).destructors;
    Destructor last = waiting.back();
    waiting.pop_back();
    last.function(last.object);
  }
}

MAZURKA_STAND_IN(int, pthread_key_create, (pthread_key_t * key, void (*destructor)(void*))) {
  if (!heap_is_ours()) return MAZURKA_REAL(pthread_key_create)(key, destructor);
  return create_key(key, destructor);
}
MAZURKA_STAND_IN(int, pthread_key_delete, (pthread_key_t key)) {
  if (!heap_is_ours()) return MAZURKA_REAL(pthread_key_delete)(key);
  if (key >= kMaxKeys) return EINVAL;
  keys[key] = {};
  all_keys.note_change();
  // (Other libraries call this before there are threads.)
  for (uint32_t id = 0; program != nullptr && id < user_threads.size(); id++)
    if (key < data_of(id).specific.size()) change_data_of(id).specific[key] = nullptr;
  return 0;
}
MAZURKA_STAND_IN(void*, pthread_getspecific, (pthread_key_t key)) {
  if (!heap_is_ours()) return MAZURKA_REAL(pthread_getspecific)(key);
  return get_specific(key);
}
MAZURKA_STAND_IN(int, pthread_setspecific, (pthread_key_t key, const void* value)) {
  if (!heap_is_ours()) return MAZURKA_REAL(pthread_setspecific)(key, value);
  return set_specific(key, value);
}

MAZURKA_STAND_IN(int, tss_create, (tss_t * key, tss_dtor_t destructor)) {
  if (!heap_is_ours()) return MAZURKA_REAL(tss_create)(key, destructor);
  return create_key(key, destructor) == 0 ? thrd_success : thrd_error;
}
MAZURKA_STAND_IN(void*, tss_get, (tss_t key)) {
  return heap_is_ours() ? pthread_getspecific(key) : MAZURKA_REAL(tss_get)(key);
}
MAZURKA_STAND_IN(int, tss_set, (tss_t key, void* value)) {
  if (!heap_is_ours()) return MAZURKA_REAL(tss_set)(key, value);
  return pthread_setspecific(key, value) == 0 ? thrd_success : thrd_error;
}
MAZURKA_STAND_IN(void, tss_delete, (tss_t key)) {
  heap_is_ours() ? static_cast<void>(pthread_key_delete(key)) : MAZURKA_REAL(tss_delete)(key);
}

MAZURKA_STAND_IN(int, __cxa_thread_atexit_impl, (void (*function)(void*), void* object, void* library)) {
  if (!is_checked()) return MAZURKA_REAL(__cxa_thread_atexit_impl)(function, object, library);
  change_data_of(current_thread()).destructors.push_back({function, object});
  return 0;
}
