#include "runtime/kernel/process/thread_settings.hpp"

#include <errno.h>
#include <string.h>
#include <sys/syscall.h>

#include "runtime/engine/failure.hpp"
#include "runtime/engine/learned_facts.hpp"
#include "runtime/engine/loops/spin_loops.hpp"
#include "runtime/engine/threads/thread_hooks.hpp"
#include "runtime/engine/threads/user_side.hpp"
#include "runtime/kernel/pass_to_kernel.hpp"
#include "runtime/kernel/process/process_calls.hpp"
#include "runtime/memory/rewind.hpp"
#include "runtime/platform/raw_syscall.hpp"

namespace mazurka::runtime {

// Numbers behind those of the states that the lists of src/ledger name. Never destroyed: the program's exit handlers
// may use them.
ThreadSetting& thread_names = *new ThreadSetting(1000);
ThreadSetting& thread_priorities = *new ThreadSetting(1001);
ThreadSetting& thread_processors = *new ThreadSetting(1002);
AskedSetting& detached_threads = *new AskedSetting(1004);  // (1003: thread_count.cpp)

namespace {

// (Pages that nobody writes to cost nothing.)
void set_if_other(ThreadWords::Settings& settings, const ThreadWords::Settings& wanted) {
  if (memcmp(&settings, &wanted, sizeof wanted) != 0) settings = wanted;
}

void begin_settings(uint32_t creator) {
  if (current_thread() == 0) return;
  ThreadWords::Settings settings = words_of(creator).handed_on;
  settings.name_is_own = settings.death_signal = 0;
  set_if_other(words_of(current_thread()).settings, settings);
}
const BeginHook settings_hook(begin_settings);

constexpr size_t kMostProcessors = 1024;

uint64_t processors_of_process(uint64_t pc) {
  uint64_t words[kMostProcessors / 64] = {};
  raw_syscall(SYS_sched_getaffinity, 0, sizeof words, as_word(words));
  for (size_t k = 1; k < kMostProcessors / 64; k++)
    if (words[k] != 0) report_unsupported("the choice of processors on a machine with more than 64", pc);
  return words[0];
}

}  // namespace

void ThreadSetting::look(uint32_t thread, const char* name, uint64_t pc) {
  if (is_seen(thread)) look_at(of_all_, name, pc);
}

void ThreadSetting::set(uint32_t thread, const char* name, uint64_t pc) {
  note_change();
  if (is_seen(thread)) change(of_all_, name, pc);
}

bool ThreadSetting::is_seen(uint32_t thread) const {
  if (!at_base()) return false;
  if (thread != current_thread()) learn_fact(Fact::kStateIsShared, number_);
  return is_known(Fact::kStateIsShared, number_);
}

void AskedSetting::ask(const char* name, uint64_t pc) {
  if (!at_base()) return;
  learn_fact(Fact::kStateIsShared, number_);
  look_at(of_all_, name, pc);
}

void AskedSetting::set(const char* name, uint64_t pc) {
  if (at_base() && is_known(Fact::kStateIsShared, number_)) change(of_all_, name, pc);
}

// What another thread may set is copied where it was looked at: it may be set again before the new thread is there.
void hand_on_settings(const char* name, uint64_t pc) {
  ThreadWords& words = own_thread_words();
  ThreadWords::Settings copy = words.settings;
  thread_names.look(current_thread(), name, pc);
  memcpy(copy.name, words.settings.name, sizeof copy.name);
  copy.name_is_own = words.settings.name_is_own;
  thread_priorities.look(current_thread(), name, pc);
  copy.scheduling = words.settings.scheduling;
  thread_processors.look(current_thread(), name, pc);
  copy.processors = words.settings.processors;
  set_if_other(words.handed_on, copy);
}

void set_thread_name(uint32_t thread, const char* name) {
  ThreadWords::Settings& settings = words_of(thread).settings;
  memset(settings.name, 0, kThreadNameBytes);
  memcpy(settings.name, name, strnlen(name, kThreadNameBytes - 1));
  settings.name_is_own = 1;
}

const char* name_of_thread(uint32_t thread) {
  const ThreadWords::Settings& settings = words_of(thread).settings;
  return settings.name[0] != 0 || settings.name_is_own != 0 ? settings.name : program_invocation_short_name;
}

long set_processors(uint32_t thread, const void* set, size_t bytes, const char* name, uint64_t pc) {
  uint64_t wanted = 0;
  memcpy(&wanted, set, bytes < sizeof wanted ? bytes : sizeof wanted);
  wanted &= processors_of_process(pc);
  if (wanted == 0) return -EINVAL;
  thread_processors.set(thread, name, pc);
  words_of(thread).settings.processors = wanted;
  return 0;
}

long get_processors(uint32_t thread, void* set, size_t bytes, const char* name, uint64_t pc) {
  thread_processors.look(thread, name, pc);
  long written = pass_to_kernel(SYS_sched_getaffinity, {0, static_cast<long>(bytes), as_word(set), 0, 0, 0});
  uint64_t own = words_of(thread).settings.processors;
  if (written < 0 || own == 0) return written;
  memset(set, 0, static_cast<size_t>(written));
  memcpy(set, &own, sizeof own);
  return written;
}

// All threads are on one processor, unless they want to be on others.
uint32_t processor_of_thread() {
  const uint64_t processors = words_of(current_thread()).settings.processors;
  return processors == 0 ? 0 : static_cast<uint32_t>(__builtin_ctzll(processors));
}

uint32_t thread_with_number(long number, uint64_t pc) {
  if (number == 0 || number == kProcessNumber + current_thread()) return current_thread();
  if (number == kProcessNumber) return 0;
  if (number > kProcessNumber) report_unsupported("a setting of another thread, by its number", pc);
  return UINT32_MAX;
}

}  // namespace mazurka::runtime
