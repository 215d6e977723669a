#include "runtime/entries/clean_calls.hpp"

#include <string.h>
#include <sys/mman.h>

#include <unordered_map>

#include "runtime/platform/layout.hpp"
#include "runtime/platform/raw_syscall.hpp"
#include "runtime/platform/trouble.hpp"

// A stub leaves the function in %r11. These 1,024 bytes are as far down as most functions of ours go.
asm(R"(
.text
.globl mazurka_clean_call
.hidden mazurka_clean_call
.type mazurka_clean_call, @function
mazurka_clean_call:
  .cfi_startproc
  pxor %xmm15, %xmm15
  lea -1024(%rsp), %r10
1:
  movups %xmm15, (%r10)
  movups %xmm15, 16(%r10)
  movups %xmm15, 32(%r10)
  movups %xmm15, 48(%r10)
  add $64, %r10
  cmp %rsp, %r10
  jb 1b
  jmp *%r11
  .cfi_endproc
.size mazurka_clean_call, . - mazurka_clean_call
)");

extern "C" __attribute__((visibility("hidden"))) void mazurka_clean_call();

namespace mazurka::runtime {

namespace {

constexpr size_t kWayBytes = 16;
constexpr size_t kWaysPerBlock = kPage / kWayBytes - 1;

struct Ways {
  std::unordered_map<uintptr_t, uintptr_t> known;
  unsigned char* block = nullptr;
  size_t used = kWaysPerBlock;
};
// Never destroyed: the program's exit handlers run ours too.
Ways& ways = *new Ways;

void protect_block(int protection) {
  raw_syscall(SYS_mprotect, as_word(ways.block), kPage, protection);
}

// The entry's address comes first.
void begin_block() {
  long address = raw_syscall(SYS_mmap, 0, kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (address < 0 && address > -4096) die("there is no memory for the stubs of calls");
  ways.block = reinterpret_cast<unsigned char*>(address);
  void (*entry)() = mazurka_clean_call;
  memcpy(ways.block, &entry, sizeof entry);
  ways.used = 0;
}

}  // namespace

uintptr_t clean_way_to(uintptr_t function) {
  if (auto at = ways.known.find(function); at != ways.known.end()) return at->second;
  if (ways.used == kWaysPerBlock) begin_block();
  protect_block(PROT_READ | PROT_WRITE);
  const size_t offset = ++ways.used * kWayBytes;
  unsigned char* way = ways.block + offset;
  auto back = -static_cast<int32_t>(offset + kWayBytes);
  way[0] = 0x49, way[1] = 0xbb;  // movabs $function, %r11
  memcpy(way + 2, &function, sizeof function);
  way[10] = 0xff, way[11] = 0x25;  // jmp *back(%rip)
  memcpy(way + 12, &back, sizeof back);
  protect_block(PROT_READ | PROT_EXEC);
  return ways.known[function] = reinterpret_cast<uintptr_t>(way);
}

}  // namespace mazurka::runtime
