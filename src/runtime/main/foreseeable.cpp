// A step is foreseeable only if nothing happens in it that is not seen. So the program must call no other functions
// than these: those that compilers call for its accesses, threads and mutexes, and such as have no state. What they do
// to memory is told like the program's own accesses; what makes or destroys a primitive, or fails, makes its step one
// that is not foreseen. And it must have no code that was not built with mazurka: that may keep something in variables
// that nobody sees it use.
#include "runtime/main/foreseeable.hpp"

#include <algorithm>
#include <string_view>

#include "runtime/engine/foresight/foresight.hpp"
#include "runtime/entries/cxx/exceptions.hpp"
#include "runtime/entries/unseen/modules.hpp"
#include "runtime/platform/supervisor_log.hpp"

namespace mazurka::runtime {

namespace {

// (Types and their tables; new and delete, which lead to malloc and free.)
constexpr std::string_view kBeginnings[] = {"__tsan_", "_ITM_", "_ZTI", "_ZTS", "_ZTV", "_Znw", "_Zna", "_Zdl", "_Zda"};
constexpr std::string_view kNames[] = {
    "_Unwind_Resume",
    "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE",
    "_ZNSt6thread4joinEv",
    "_ZNSt6thread6_StateD2Ev",
    "_ZNSt6thread6detachEv",
    "_ZSt9terminatev",
    "__assert_fail",
    "__cxa_finalize",
    "__cxa_pure_virtual",
    "__gmon_start__",
    "__gxx_personality_v0",
    "__libc_start_main",
    "__stack_chk_fail",
    "abort",
    "calloc",
    "free",
    "malloc",
    "memcpy",
    "memmove",
    "memset",
    "mtx_destroy",
    "mtx_init",
    "mtx_lock",
    "mtx_trylock",
    "mtx_unlock",
    "pthread_create",
    "pthread_detach",
    "pthread_equal",
    "pthread_exit",
    "pthread_join",
    "pthread_mutex_destroy",
    "pthread_mutex_init",
    "pthread_mutex_lock",
    "pthread_mutex_trylock",
    "pthread_mutex_unlock",
    "pthread_self",
    "sched_yield",
    "thrd_create",
    "thrd_current",
    "thrd_detach",
    "thrd_exit",
    "thrd_join",
    "thrd_yield",
};

bool is_foreseeable(std::string_view name) {
  if (name.empty() || way_that_notes_exceptions(name) != nullptr ||
      std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames))
    return true;
  return std::any_of(std::begin(kBeginnings), std::end(kBeginnings),
                     [name](std::string_view beginning) { return name.starts_with(beginning); });
}

}  // namespace

void find_foreseeable_variables() {
  if (channel->settings.has_unseen_code != 0) return;
  const Module* checked = nullptr;
  const std::vector<Module> modules = loaded_modules();
  for (const Module& module : modules) {
    if (!module.is_program) continue;
    if (checked != nullptr) return;
    checked = &module;
  }
  if (checked == nullptr || !checked->path.empty() || !copied_variables_of(*checked).empty()) return;
  const std::vector<Slot> slots = slots_of(*checked);
  for (const Slot& slot : slots)
    if (!is_foreseeable(slot.symbol)) return;
  SlotWriter writer(*checked);
  for (const Slot& slot : slots)
    if (const char* way = way_that_notes_exceptions(slot.symbol)) writer.set(slot, reinterpret_cast<uintptr_t>(way));
  set_program_variables(checked->whole.begin, checked->whole.end);
}

}  // namespace mazurka::runtime
