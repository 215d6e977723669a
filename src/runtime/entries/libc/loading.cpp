// Libraries that are loaded or unloaded while the program runs. The dynamic linker does that under a lock of its own,
// which creating a thread needs, too, and with calls on files; so it is done before there are threads, or when all but
// one have been joined. What is mapped then is not taken back by a restart: each execution must have a process of its
// own. (By jumping on: whose call it is decides where a library is looked for.)
//
// dlmopen() into a namespace of its own gives a library its own copies of the C library and of this runtime, which know
// nothing of the exploration.
#include <dlfcn.h>

#include "runtime/engine/native_program.hpp"
#include "runtime/engine/threads/thread_table.hpp"
#include "runtime/entries/pass_through.hpp"
#include "runtime/entries/threads/thread_locals.hpp"
#include "runtime/entries/visible.hpp"
#include "runtime/platform/supervisor_log.hpp"

using namespace mazurka::runtime;

namespace {

void refuse(const PassedArguments& arguments) {
  const bool is_alone = user_threads.is_alone(current_thread());
  if (is_alone && forks_to_restart()) return;
  report_unsupported(is_alone ? "loading or unloading a library once there are threads (--restart=fork can do it here)"
                              : "loading or unloading a library once there are threads",
                     arguments.pc);
}

void load(const PassedArguments& arguments) {
  const auto mode = reinterpret_cast<uintptr_t>(arguments.second);
  if (arguments.object != nullptr && (mode & RTLD_NOLOAD) == 0) note_loaded_library();
  if (at_base()) refuse(arguments);
}

void refuse_namespaces(const PassedArguments& arguments) {
  note_loaded_library();
  if (at_base()) refuse(arguments);
  if (reinterpret_cast<Lmid_t>(arguments.object) != LM_ID_BASE)
    report_unsupported("dlmopen into another namespace (dlopen is)", arguments.pc);
}

}  // namespace

MAZURKA_PASS_THROUGH_ALWAYS(load, dlopen)
MAZURKA_PASS_THROUGH_ALWAYS(refuse_namespaces, dlmopen)
MAZURKA_PASS_THROUGH(refuse, dlclose)
