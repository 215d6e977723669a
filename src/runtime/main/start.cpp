// Owning main: a checked program's __libc_start_main is ours. It gives libc our main, which takes over the process,
// lets the program's constructors and its main run up to the first thread, and explores from there.
#include <alloca.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <immintrin.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <unistd.h>

#include <memory>
#include <vector>

#include "base/check.hpp"
#include "base/metered.hpp"
#include "explore/algorithms.hpp"
#include "explore/explorer.hpp"
#include "protocol/channel.hpp"
#include "protocol/start.hpp"
#include "runtime/engine/native_program.hpp"
#include "runtime/engine/states/naming.hpp"
#include "runtime/engine/threads/fiber.hpp"
#include "runtime/engine/threads/shared_frames.hpp"
#include "runtime/engine/threads/thread_hooks.hpp"
#include "runtime/engine/verifier_functions.hpp"
#include "runtime/entries/cxx/library_caches.hpp"
#include "runtime/entries/stdio/open_streams.hpp"
#include "runtime/entries/symbolic/inputs.hpp"
#include "runtime/entries/threads/quiet_exit.hpp"
#include "runtime/entries/unseen/calls.hpp"
#include "runtime/entries/visible.hpp"
#include "runtime/kernel/allowed.hpp"
#include "runtime/kernel/output.hpp"
#include "runtime/kernel/system_calls.hpp"
#include "runtime/main/constructors.hpp"
#include "runtime/main/exploration.hpp"
#include "runtime/main/foreseeable.hpp"
#include "runtime/memory/snapshot.hpp"
#include "runtime/platform/checker_memory.hpp"
#include "runtime/platform/next_function.hpp"
#include "runtime/platform/own_code.hpp"
#include "runtime/platform/raw_syscall.hpp"
#include "runtime/platform/supervisor_log.hpp"
#include "runtime/platform/trouble.hpp"
#include "runtime/races/ends/thread_end.hpp"
#include "runtime/races/race_detector.hpp"
#include "runtime/races/shared_memory.hpp"
#include "runtime/races/stack_depot.hpp"

namespace mazurka::runtime {

namespace {

using Main = int (*)(int, char**, char**);
Main user_main = nullptr;
int user_argc = 0;
char** user_argv = nullptr;
char** user_envp = nullptr;
Context os_context;
constexpr size_t kCheckerStackBytes = size_t{16} << 20;

// One of the same name as in "NAME=VALUE".
bool has_variable(char** envp, const char* variable) {
  const size_t bytes = static_cast<size_t>(strchr(variable, '=') - variable) + 1;
  for (char** entry = envp; *entry != nullptr; entry++)
    if (strncmp(*entry, variable, bytes) == 0) return true;
  return false;
}

// Addresses must be the same in every run: whoever was not started as that needs is started again, once.
void start_again_without_randomness(char** argv, char** envp) {
  for (char** entry = envp; *entry != nullptr; entry++)
    if (strcmp(*entry, protocol::kStartedVariable) == 0) return;
  long now = raw_syscall(SYS_personality, 0xffffffff);
  raw_syscall(SYS_personality, now | ADDR_NO_RANDOMIZE);
  static char* environment[8192];
  size_t count = 0;
  for (char** entry = envp; *entry != nullptr && count < 8000; entry++) environment[count++] = *entry;
  for (const char* variable : protocol::kStartVariables) environment[count++] = const_cast<char*>(variable);
  for (const char* wish : protocol::kFrameworkVariables)
    if (!has_variable(envp, wish)) environment[count++] = const_cast<char*>(wish);
  environment[count] = nullptr;
  const long file = raw_syscall(SYS_open, as_word("/proc/self/exe"), O_PATH | O_CLOEXEC);
  if (file >= 0) {
    raw_syscall(SYS_dup3, file, protocol::kProgramDescriptor, O_CLOEXEC);
    raw_syscall(SYS_execve, as_word(protocol::kProgramPath), as_word(argv), as_word(environment));
  }
  raw_syscall(SYS_execve, as_word("/proc/self/exe"), as_word(argv), as_word(environment));
}

void open_channel() {
  const char* text = getenv(protocol::kChannelVariable);
  int file = atoi(text);
  long address =
      raw_syscall(SYS_mmap, 0, static_cast<long>(protocol::kChannelBytes), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (address < 0 && address > -4096) die("the descriptor in MAZURKA_CHANNEL is not a channel");
  auto* found = reinterpret_cast<protocol::Channel*>(address);
  if (found->magic == protocol::kMagic) found->runtime_version = protocol::kVersion;
  if (found->magic != protocol::kMagic || found->version != protocol::kVersion)
    die("the program was built for another version of mazurka: build it again");
  channel = found;
  raw_syscall(SYS_close, file);
}

// With one process for each execution, the children work on the parent's data: the library's own variables become a
// shared mapping, as the checker's memory and stack are already.
void share_own_variables() {
  struct Range {
    uintptr_t begin = 0, end = 0;
  } range;
  dl_iterate_phdr(
      [](dl_phdr_info* info, size_t, void* data) {
        uintptr_t here = reinterpret_cast<uintptr_t>(&user_main);
        uintptr_t begin = 0, end = 0, relro = 0;
        for (int k = 0; k < info->dlpi_phnum; k++) {
          const auto& segment = info->dlpi_phdr[k];
          uintptr_t at = info->dlpi_addr + segment.p_vaddr;
          if (segment.p_type == PT_LOAD && here >= at && here < at + segment.p_memsz) {
            begin = at & ~(kPage - 1);
            end = (at + segment.p_memsz + kPage - 1) & ~(kPage - 1);
          }
          if (segment.p_type == PT_GNU_RELRO) relro = (at + segment.p_memsz + kPage - 1) & ~(kPage - 1);
        }
        if (end == 0) return 0;
        *static_cast<Range*>(data) = {relro > begin && relro < end ? relro : begin, end};
        return 1;
      },
      &range);
  size_t bytes = range.end - range.begin;
  void* copy = checker_allocate(bytes);
  memcpy(copy, reinterpret_cast<void*>(range.begin), bytes);
  long result = raw_syscall(SYS_mmap, static_cast<long>(range.begin), static_cast<long>(bytes), PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  if (result != static_cast<long>(range.begin)) blame_machine("cannot share the runtime's variables between processes");
  memcpy(reinterpret_cast<void*>(range.begin), copy, bytes);
}

// The parent: at the base for ever, it starts a process for each execution.
[[noreturn]] void run_processes(Context& checker) {
  constexpr int kMoreToDo = 0;
  give_back_in_parent();
  for (;;) {
    long child = raw_syscall(SYS_fork);
    if (child < 0) blame_machine("cannot start a process for an execution");
    if (child == 0) {
      take_over_in_child();
      switch_to_checker(os_context, checker);
      raw_syscall(SYS_exit_group, kMoreToDo);
    }
    int status = 0;
    raw_syscall(SYS_wait4, child, as_word(&status), 0, 0);
    if (status == kMoreToDo) continue;
    constexpr int kFinished = kFinishedStatus << 8;
    raw_syscall(SYS_exit_group, status == kFinished ? 0 : 2);
  }
}

Context checker_context;

void leave_process() {
  set_thread_pointer(os_context.thread_pointer);
  switch_to_checker(checker_context, os_context);
}

uintptr_t main_frame = 0;  // of what calls main

// Other threads may have addresses of variables of main, and go on.
bool may_be_used_after_main() {
  return is_checked() && at_base() && watching && !explores_plain && others_may_run();
}

int run_program(int argc, char** argv, char** envp) {
  run_constructors({argc, argv, envp});
  const uint64_t place_of_main = reinterpret_cast<uint64_t>(user_main) + 1;
  tell_place_of_main(place_of_main);
  make_outside_inputs(argc, argv, place_of_main);
  main_frame = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  note_caller_of_main(main_frame);
  const int status = user_main(argc, argv, envp);
  if (!may_be_used_after_main()) return status;
  races::end_main(main_frame);
  // What runs at the exit has other memory than main had.
  void* room = alloca(races::kMainRoom);
  asm volatile("" : : "r"(room));
  exit(channel->settings.main_is_void != 0 ? 0 : status);
}

// Main ends by pthread_exit: nothing comes back to it.
void end_main_by_itself() {
  if (may_be_used_after_main()) races::end_main(main_frame);
}
const EndHook main_hook(EndHook::Turn::kMemory, end_main_by_itself, EndHook::Whom::kMain);

void checker_main() {
  program = new NativeProgram();
  keep_stacks = is_replay();
  find_verifier_functions();
  continue_in_new_process = leave_process;
  begin_race_detection();
  program->run_to_base({run_program, user_argc, user_argv, user_envp});
  explore_or_replay();
  exit_process(forks_to_restart() ? kFinishedStatus : 0);
}

int our_main(int argc, char** argv, char** envp) {
  user_argc = argc;
  user_argv = argv;
  user_envp = envp;
  map_checker_memory();
  open_channel();
  limit_checker_memory(channel->settings.max_memory);
  replace_random_of_start();
  constexpr unsigned long kFsgsbase = 2;
  if ((getauxval(AT_HWCAP2) & kFsgsbase) == 0)
    blame_machine(
        "this machine does not let programs set the thread pointer (fsgsbase; Linux 5.9 or later on a recent "
        "processor)");
  // Needed to unwind when a thread exits; C programs may not have it yet, and loading it later would change the
  // program's memory.
  dlopen("libgcc_s.so.1", RTLD_NOW | RTLD_GLOBAL);
  if (auto* single = static_cast<char*>(symbol_of_program("__libc_single_threaded"))) *single = 0;
  fill_library_caches();
  learn_own_places();
  // An algorithm that merges states needs names of them.
  if (!is_replay() && channel->settings.sample == 0 && algorithm_at(channel->settings.algorithm).merges_states)
    begin_naming();
  find_foreseeable_variables();
  watch_calls();
  dlerror();  // what was not found until now is not the program's business
  learn_thread_storage();
  map_stacks();
  bool forks = channel->settings.restart == protocol::Restart::kFork;
  if (forks) share_own_variables();
  let_output_through(channel->settings.show_output != 0);
  take_over_system_calls(channel->settings.watchdog_seconds);
  void* stack = checker_allocate(kCheckerStackBytes);
  checker_context = {prepare_stack(static_cast<char*>(stack) + kCheckerStackBytes - 64, checker_main),
                     _readfsbase_u64()};
  os_context.thread_pointer = checker_context.thread_pointer;
  switch_to_checker(os_context, checker_context);
  // Only with one process for each execution does the checker's side come back, at its first restart.
  run_processes(checker_context);
}

}  // namespace

}  // namespace mazurka::runtime

MAZURKA_STAND_IN(int, __libc_start_main,
                 (int (*main)(int, char**, char**), int argc, char** argv, void (*init)(), void (*fini)(),
                  void (*rtld_fini)(), void* stack_end)) {
  auto* real = MAZURKA_REAL(__libc_start_main);
  char** envp = argv + argc + 1;
  if (!mazurka::runtime::is_started_by_supervisor(envp))
    return real(main, argc, argv, init, fini, rtld_fini, stack_end);
  mazurka::runtime::start_again_without_randomness(argv, envp);
  mazurka::runtime::user_main = main;
  mazurka::runtime::prepare_exit();
  mazurka::runtime::prepare_quiet_exit();
  init = mazurka::runtime::keep_back(init, rtld_fini);
  return real(mazurka::runtime::our_main, argc, argv, init, fini, nullptr, stack_end);
}
