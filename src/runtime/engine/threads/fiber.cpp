#include "runtime/engine/threads/fiber.hpp"

#include <link.h>
#include <sys/mman.h>

#include "runtime/memory/arenas.hpp"
#include "runtime/platform/next_function.hpp"
#include "runtime/platform/raw_syscall.hpp"
#include "runtime/platform/trouble.hpp"

namespace mazurka::runtime {

namespace {
// Fields of glibc's thread control block that a new block needs from the one of the OS thread. Offset 0 and 16 are the
// block's own address, 0x28 the stack protector's canary, 0x30 the pointer guard.
constexpr size_t kSelf = 0, kSelf2 = 2, kCanary = 5, kPointerGuard = 6;
size_t tid_offset = 0;
uint64_t os_thread_pointer = 0;
int os_tid = 0;
int created = 0;
using AllocateTls = void* (*)(void*);
AllocateTls allocate_tls = nullptr;
void (*ctype_init)() = nullptr;
int stack_protection = PROT_READ | PROT_WRITE;
}  // namespace

uint64_t current_thread_pointer = 0;

void* prepare_stack(char* top, void (*entry)()) {
  void** stack = reinterpret_cast<void**>(top);
  *--stack =
      nullptr;  // a return address of nothing: entry is as if called, with the stack pointer 8 beyond a multiple of 16
  *--stack = nullptr;  // the frame pointer: this is the outermost frame
  *--stack = reinterpret_cast<void*>(entry);
  return stack;
}

Stack stacks[kMaxThreads];

namespace {
// Above the top of a stack: whoever calls on for the program looks for arguments that lie on the stack, even where
// there are none.
constexpr size_t kAboveTop = 128;
// From where on a thread's rooms are accessible.
struct Rooms {
  char* usual;
  char* large;
};
Rooms rooms[kMaxThreads];

// Some programs put code there: functions within functions, of which a pointer is taken.
void find_stack_protection() {
  dl_iterate_phdr(
      [](dl_phdr_info* info, size_t, void*) {
        for (int k = 0; k < info->dlpi_phnum; k++)
          if (info->dlpi_phdr[k].p_type == PT_GNU_STACK && (info->dlpi_phdr[k].p_flags & PF_X) != 0)
            stack_protection |= PROT_EXEC;
        return 0;
      },
      nullptr);
}

}  // namespace

void map_stacks() {
  auto map = [](uintptr_t base, size_t bytes, int protection) {
    long result = raw_syscall(SYS_mmap, static_cast<long>(base), static_cast<long>(bytes), protection,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE | MAP_NORESERVE, -1, 0);
    if (result != static_cast<long>(base)) blame_machine("cannot map the stacks of threads");
  };
  map(kStackBase, kStackRoom * kMaxThreads, PROT_NONE);
  map(kLargeStackBase, kLargeStackRoom * kMaxThreads, PROT_NONE);
  find_stack_protection();
  map(kMainStackBase, kMainStackBytes, stack_protection);
  raw_syscall(SYS_mprotect, static_cast<long>(kMainStackBase), kPage, PROT_NONE);
  stacks[0] = {reinterpret_cast<char*>(kMainStackBase + kMainStackBytes - kAboveTop),
               reinterpret_cast<char*>(kMainStackBase + kPage)};
}

// Tops are at different places in their pages: where all are alike, the stacks of a dozen threads compete for the same
// few lines of the cache.
void give_stack(uint32_t thread, size_t bytes) {
  bool is_usual = bytes <= kStackBytes;
  char* end = reinterpret_cast<char*>(is_usual ? stack_room(thread).end : large_stack_room(thread).end);
  char* bottom = end - (bytes + kAboveTop + 2 * kPage - 1) / kPage * kPage;
  char*& accessible = is_usual ? rooms[thread].usual : rooms[thread].large;
  if (accessible == nullptr || bottom < accessible) {
    raw_syscall(SYS_mprotect, as_word(bottom), end - bottom, stack_protection);
    accessible = bottom;
  }
  stacks[thread] = {end - thread * 448 % kPage - kAboveTop, accessible};
}

void lend_stack(uint32_t thread, char* memory, size_t bytes) {
  uintptr_t end = (reinterpret_cast<uintptr_t>(memory) + bytes - kAboveTop) & ~uintptr_t{63};
  stacks[thread] = {reinterpret_cast<char*>(end), memory};
}

void forget_stacks(uint32_t threads) {
  for (uint32_t thread = 1; thread < threads; thread++) {
    stacks[thread] = {};
    rooms[thread] = {};
  }
}

void learn_thread_storage() {
  os_thread_pointer = current_thread_pointer = _readfsbase_u64();
  os_tid = static_cast<int>(raw_syscall(SYS_gettid));
  for (size_t offset = 0x40; offset < 0x900; offset += 4)
    if (*reinterpret_cast<int*>(os_thread_pointer + offset) == os_tid) {
      tid_offset = offset;
      break;
    }
  allocate_tls = reinterpret_cast<AllocateTls>(symbol_of_program("_dl_allocate_tls"));
  ctype_init = reinterpret_cast<void (*)()>(symbol_of_program("__ctype_init"));
  if (allocate_tls == nullptr) blame_machine("this C library has no _dl_allocate_tls: glibc is needed");
}

uint64_t make_thread_storage() {
  HeapRedirection to_tls_region;
  auto* block = static_cast<uint64_t*>(allocate_tls(nullptr));
  if (block == nullptr) stop_exploring("there is no memory for thread-local storage");
  uint64_t pointer = reinterpret_cast<uint64_t>(block);
  const auto* own = reinterpret_cast<const uint64_t*>(os_thread_pointer);
  block[kSelf] = block[kSelf2] = pointer;
  block[kCanary] = own[kCanary];
  block[kPointerGuard] = own[kPointerGuard];
  if (tid_offset != 0) *reinterpret_cast<int*>(pointer + tid_offset) = os_tid + ++created;
  if (ctype_init != nullptr) {
    uint64_t before = _readfsbase_u64();
    _writefsbase_u64(pointer);
    ctype_init();
    _writefsbase_u64(before);
  }
  return pointer;
}

}  // namespace mazurka::runtime
