// Owning main: a checked program's __libc_start_main is ours. It gives libc our main, which takes over the process,
// lets the program's main run up to its first thread, and explores from there.
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
#include "explore/explorer.hpp"
#include "protocol/channel.hpp"
#include "runtime/checker_memory.hpp"
#include "runtime/exploration.hpp"
#include "runtime/fiber.hpp"
#include "runtime/interpose.hpp"
#include "runtime/native_program.hpp"
#include "runtime/program_heap.hpp"
#include "runtime/raw_syscall.hpp"
#include "runtime/system_calls.hpp"
#include "runtime/trouble.hpp"

namespace mazurka::runtime {

protocol::Channel* channel = nullptr;

namespace {

using Main = int (*)(int, char**, char**);
Main user_main = nullptr;
int user_argc = 0;
char** user_argv = nullptr;
char** user_envp = nullptr;
Context os_context;
constexpr size_t kCheckerStackBytes = size_t{16} << 20;
constexpr const char* kStartedVariable = "MAZURKA_STARTED=1";

// Addresses must be the same in every run, and the C library must not let the kernel write to thread control blocks or
// bind functions lazily: started again with that, once.
void start_again_without_randomness(char** argv, char** envp) {
  for (char** entry = envp; *entry != nullptr; entry++)
    if (strcmp(*entry, kStartedVariable) == 0) return;
  long now = raw_syscall(SYS_personality, 0xffffffff);
  raw_syscall(SYS_personality, now | ADDR_NO_RANDOMIZE);
  static char* environment[8192];
  size_t count = 0;
  for (char** entry = envp; *entry != nullptr && count < 8000; entry++) environment[count++] = *entry;
  environment[count++] = const_cast<char*>(kStartedVariable);
  environment[count++] = const_cast<char*>("LD_BIND_NOW=1");
  environment[count++] = const_cast<char*>("GLIBC_TUNABLES=glibc.pthread.rseq=0");
  environment[count] = nullptr;
  raw_syscall(SYS_execve, as_word("/proc/self/exe"), as_word(argv), as_word(environment));
}

void open_channel() {
  const char* text = getenv(protocol::kChannelVariable);
  int file = atoi(text);
  long address =
      raw_syscall(SYS_mmap, 0, static_cast<long>(protocol::kChannelBytes), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (address < 0 && address > -4096) die("the descriptor in MAZURKA_CHANNEL is no channel");
  auto* found = reinterpret_cast<protocol::Channel*>(address);
  if (found->magic != protocol::kMagic || found->version != protocol::kVersion)
    die("the program was built for another version of mazurka: build it again");
  channel = found;
  raw_syscall(SYS_close, file);
}

void checker_main() {
  program = new NativeProgram();
  program->checker.thread_pointer = _readfsbase_u64();
  program->run_to_base(user_main, user_argc, user_argv, user_envp);
  explore_or_replay();
  exit_process(0);
}

int our_main(int argc, char** argv, char** envp) {
  user_argc = argc;
  user_argv = argv;
  user_envp = envp;
  map_checker_memory();
  open_channel();
  constexpr unsigned long kFsgsbase = 2;
  if ((getauxval(AT_HWCAP2) & kFsgsbase) == 0)
    die("this machine does not let programs set the thread pointer (fsgsbase; Linux 5.9 or later on a recent "
        "processor)");
  // Needed to unwind when a thread exits; C programs may not have it yet, and loading it later would change the
  // program's memory.
  dlopen("libgcc_s.so.1", RTLD_NOW | RTLD_GLOBAL);
  if (auto* single = static_cast<char*>(dlsym(RTLD_DEFAULT, "__libc_single_threaded"))) *single = 0;
  learn_thread_storage();
  map_stacks();
  take_over_system_calls(channel->settings.show_output != 0);
  void* stack = checker_allocate(kCheckerStackBytes);
  Context checker{prepare_stack(static_cast<char*>(stack) + kCheckerStackBytes - 64, checker_main), _readfsbase_u64()};
  os_context.thread_pointer = checker.thread_pointer;
  switch_context(os_context, checker);
  return 0;
}

}  // namespace

void die(const char* sentence, const char* detail, long number) {
  (void)number;
  *dispatch_selector = 0;
  if (channel != nullptr) {
    protocol::BugRecord record = {};
    record.header = {protocol::RecordKind::kTrouble, sizeof record};
    copy_text(record.message, sizeof record.message, sentence);
    if (detail != nullptr && strlen(sentence) + strlen(detail) + 3 < sizeof record.message) {
      size_t used = strlen(record.message);
      copy_text(record.message + used, sizeof record.message - used, ": ");
      copy_text(record.message + used + 2, sizeof record.message - used - 2, detail);
    }
    record.pc = static_cast<uint64_t>(number);
    append_record(&record, sizeof record);
    channel->progress.state = protocol::State::kCannotRun;
  } else {
    for (const char* part :
         {"mazurka: ", sentence, detail == nullptr ? "" : ": ", detail == nullptr ? "" : detail, "\n"})
      raw_syscall(SYS_write, 2, as_word(part), static_cast<long>(strlen(part)));
  }
  raw_syscall(SYS_exit_group, 2);
  __builtin_unreachable();
}

void append_record(const void* record, size_t bytes, const void* more, size_t more_bytes) {
  size_t whole = bytes + more_bytes;
  if (channel->log_used + whole > protocol::Channel::log_bytes()) {
    channel->log_dropped++;
    return;
  }
  unsigned char* at = channel->log() + channel->log_used;
  memcpy(at, record, bytes);
  if (more_bytes != 0) memcpy(at + bytes, more, more_bytes);
  channel->log_used += whole;
}

}  // namespace mazurka::runtime

// Our own mistakes: told to the supervisor, with the schedule so far if it can be found there.
namespace mazurka {
void set_check_context(CheckContext) {}
void check_failed(const char* condition, const char* message, const char*, int) {
  runtime::die(message, condition);
}
}  // namespace mazurka

using StartMain = int (*)(int (*)(int, char**, char**), int, char**, void (*)(), void (*)(), void (*)(), void*);

MAZURKA_EXPORT int __libc_start_main(int (*main)(int, char**, char**), int argc, char** argv, void (*init)(),
                                     void (*fini)(), void (*rtld_fini)(), void* stack_end) {
  auto* real = reinterpret_cast<StartMain>(dlsym(RTLD_NEXT, "__libc_start_main"));
  char** envp = argv + argc + 1;
  bool checked = false;
  for (char** entry = envp; *entry != nullptr; entry++)
    checked |= strncmp(*entry, mazurka::protocol::kChannelVariable, strlen(mazurka::protocol::kChannelVariable)) == 0;
  if (!checked) return real(main, argc, argv, init, fini, rtld_fini, stack_end);
  mazurka::runtime::start_again_without_randomness(argv, envp);
  mazurka::runtime::user_main = main;
  return real(mazurka::runtime::our_main, argc, argv, init, fini, rtld_fini, stack_end);
}
