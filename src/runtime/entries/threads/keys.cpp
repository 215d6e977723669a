// Thread-specific data: keys of pthreads and C11 <threads.h>, and the destructors of C++'s thread_local variables.
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <string.h>
#include <threads.h>

#include "runtime/engine/threads/thread_data.hpp"
#include "runtime/engine/threads/thread_hooks.hpp"
#include "runtime/entries/libc/hidden_state.hpp"
#include "runtime/entries/libc/malloc.hpp"
#include "runtime/entries/threads/thread_locals.hpp"
#include "runtime/entries/visible.hpp"
#include "runtime/memory/arenas.hpp"
#include "runtime/memory/rewind.hpp"
#include "runtime/races/owned_memory.hpp"
#include "runtime/races/race_detector.hpp"

using namespace mazurka;
using namespace mazurka::runtime;

// Its name is told in reports of races.
char state_of_keys[PTHREAD_KEYS_MAX] = {};

namespace {

// Numbered in our own data; keys made after the base are forgotten at restart. As in glibc, whoever deletes a key
// leaves the values of the threads alone: they belong to a generation of the key that is over.
struct Key {
  void (*destructor)(void*) = nullptr;
  uint32_t generation = 0;  // odd: in use
  bool is_used() const { return generation % 2 != 0; }
};
constexpr uint32_t kMaxKeys = PTHREAD_KEYS_MAX;
Key keys[kMaxKeys];
Key keys_at_base[kMaxKeys];

class Keys final : public Rewindable {
 public:
  constexpr Keys() : Rewindable(Changes::kAreNoted) {}
  void note_change() {
    changed_ = true;
    Rewindable::note_change();
  }

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
  bool allows_waypoint() const override { return !changed_; }

 private:
  bool changed_ = false;
};
constinit Keys all_keys;
const Registration registered(all_keys);

// Which number a new key gets depends on the order in which keys are made and deleted; and the end of a thread finds
// out whether a key was deleted: its destructor runs, or not. As soon as several threads make or delete keys, or one
// deletes some and another uses some, all of these are operations on the table. To use a key that another thread may
// delete meanwhile is a race.
KernelObject& table = *new KernelObject(Orders::kNone);
Doers changers, deleters, users;

bool table_is_shared() {
  return is_known(Fact::kKeysAreShared, 0);
}
void note_doer(Doers& doers) {
  doers.add(current_thread());
  if (changers.are_several() || deleters.differ_from(users)) learn_fact(Fact::kKeysAreShared, 0);
}
bool is_seen() {
  return is_checked() && at_base();
}

void note_creation(const char* name, uint64_t pc) {
  if (!is_seen()) return;
  note_doer(changers);
  if (!table_is_shared()) return;
  change(table, name, pc);
  hb_acquire(&table);
}
void note_deletion(uint32_t key, const char* name, uint64_t pc) {
  if (!is_seen()) return;
  note_doer(changers);
  note_doer(deleters);
  if (!table_is_shared()) return;
  change(table, name, pc);
  write_hidden(&state_of_keys[key], pc);
  hb_release(&table);
}
void note_use(uint32_t key, uint64_t pc) {
  if (!is_seen() || key >= kMaxKeys) return;
  note_doer(users);
  if (table_is_shared()) read_hidden(&state_of_keys[key], pc);
}

bool is_current(uint32_t key, const Specific& specific) {
  return specific.generation == keys[key].generation;
}

void run_key_destructors() {
  if (data_of(current_thread()).specific.empty()) return;
  std::vector<Specific>& values = change_data_of(current_thread()).specific;
  for (int round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS; round++) {
    bool any = false;
    for (uint32_t k = 0; k < values.size(); k++) {
      Specific specific = values[k];
      if (specific.value == nullptr || !specific.has_destructor) continue;
      values[k].value = nullptr;
      if (is_seen() && table_is_shared()) look_at(table, "end of thread-specific data", 0);
      if (!is_current(k, specific)) continue;
      any = true;
      keys[k].destructor(specific.value);
    }
    if (!any) return;
  }
}

bool libraries_were_loaded = false;  // in any execution

// The storage of libraries that were loaded by dlopen is allocated when a thread first uses it (glibc's table of
// storage says where), and freed at the thread's end. Main has it as long as the process.
void free_storage_of_libraries() {
  struct Entry {
    uintptr_t address, block;
  };
  constexpr uintptr_t kNotAllocated = UINTPTR_MAX;
  if (current_thread() == 0 || !heap_is_ours()) return;
  auto* modules = reinterpret_cast<Entry**>(_readfsbase_u64())[1];
  for (size_t module = 1; module <= modules[-1].address; module++) {
    Entry& entry = modules[module];
    auto* block = reinterpret_cast<void*>(entry.block);
    if (entry.address == kNotAllocated || block == nullptr || state_of_block(block) != BlockState::kLive) continue;
    entry = {kNotAllocated, 0};
    program_free(block, races::place_of_end(current_thread()));
  }
}

void end_data() {
  const ThreadData& data = data_of(current_thread());
  if (!data.destructors.empty() || !data.specific.empty()) {
    destroy_thread_locals();
    run_key_destructors();
  }
  if (libraries_were_loaded) [[unlikely]]
    free_storage_of_libraries();
}
const EndHook data_hook(EndHook::Turn::kData, end_data);

int create_key(uint32_t* key, void (*destructor)(void*), const char* name, uint64_t pc) {
  note_creation(name, pc);
  for (uint32_t k = 0; k < kMaxKeys; k++)
    if (!keys[k].is_used()) {
      keys[k] = {destructor, keys[k].generation + 1};
      all_keys.note_change();
      *key = k;
      return 0;
    }
  return EAGAIN;
}

int delete_key(uint32_t key, const char* name, uint64_t pc) {
  if (key >= kMaxKeys) return EINVAL;
  note_deletion(key, name, pc);
  if (!keys[key].is_used()) return EINVAL;
  keys[key] = {nullptr, keys[key].generation + 1};
  all_keys.note_change();
  return 0;
}

void* get_specific(uint32_t key, uint64_t pc) {
  note_use(key, pc);
  const auto& values = data_of(current_thread()).specific;
  return key < values.size() && is_current(key, values[key]) ? values[key].value : nullptr;
}

int set_specific(uint32_t key, const void* value, uint64_t pc) {
  note_use(key, pc);
  if (key >= kMaxKeys || !keys[key].is_used()) return EINVAL;
  auto& values = change_data_of(current_thread()).specific;
  if (key >= values.size()) values.resize(key + 1);
  note_change();
  values[key] = {const_cast<void*>(value), keys[key].generation, keys[key].destructor != nullptr};
  return 0;
}

}  // namespace

void mazurka::runtime::note_loaded_library() {
  libraries_were_loaded = true;
}

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
  return create_key(key, destructor, "pthread_key_create", MAZURKA_CALLER);
}
MAZURKA_STAND_IN(int, pthread_key_delete, (pthread_key_t key)) {
  if (!heap_is_ours()) return MAZURKA_REAL(pthread_key_delete)(key);
  return delete_key(key, "pthread_key_delete", MAZURKA_CALLER);
}
MAZURKA_STAND_IN(void*, pthread_getspecific, (pthread_key_t key)) {
  if (!heap_is_ours()) return MAZURKA_REAL(pthread_getspecific)(key);
  return get_specific(key, MAZURKA_CALLER);
}
MAZURKA_STAND_IN(int, pthread_setspecific, (pthread_key_t key, const void* value)) {
  if (!heap_is_ours()) return MAZURKA_REAL(pthread_setspecific)(key, value);
  return set_specific(key, value, MAZURKA_CALLER);
}

MAZURKA_STAND_IN(int, tss_create, (tss_t * key, tss_dtor_t destructor)) {
  if (!heap_is_ours()) return MAZURKA_REAL(tss_create)(key, destructor);
  return create_key(key, destructor, "tss_create", MAZURKA_CALLER) == 0 ? thrd_success : thrd_error;
}
MAZURKA_STAND_IN(void*, tss_get, (tss_t key)) {
  return heap_is_ours() ? get_specific(key, MAZURKA_CALLER) : MAZURKA_REAL(tss_get)(key);
}
MAZURKA_STAND_IN(int, tss_set, (tss_t key, void* value)) {
  if (!heap_is_ours()) return MAZURKA_REAL(tss_set)(key, value);
  return set_specific(key, value, MAZURKA_CALLER) == 0 ? thrd_success : thrd_error;
}
MAZURKA_STAND_IN(void, tss_delete, (tss_t key)) {
  if (!heap_is_ours()) return MAZURKA_REAL(tss_delete)(key);
  delete_key(key, "tss_delete", MAZURKA_CALLER);
}

MAZURKA_STAND_IN(int, __cxa_thread_atexit_impl, (void (*function)(void*), void* object, void* library)) {
  if (!is_checked()) return MAZURKA_REAL(__cxa_thread_atexit_impl)(function, object, library);
  change_data_of(current_thread()).destructors.push_back({function, object});
  return 0;
}
