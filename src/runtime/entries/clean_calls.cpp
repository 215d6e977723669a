#include "runtime/entries/clean_calls.hpp"

#include <string.h>
#include <sys/mman.h>

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "runtime/platform/layout.hpp"
#include "runtime/platform/raw_syscall.hpp"
#include "runtime/platform/trouble.hpp"

// A way leaves the function in %r11. These 1,024 bytes are as far down as most functions of ours go.
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

asm(R"(
.text
.globl mazurka_counted_call
.hidden mazurka_counted_call
.type mazurka_counted_call, @function
mazurka_counted_call:
  .cfi_startproc
  incq mazurka_foreign_calls(%rip)
  jmp *%r11
  .cfi_endproc
.size mazurka_counted_call, . - mazurka_counted_call
)");

extern "C" __attribute__((visibility("hidden"))) void mazurka_clean_call();
extern "C" __attribute__((visibility("hidden"))) void mazurka_counted_call();

namespace mazurka::runtime {

namespace {

constexpr size_t kWayBytes = 16;
constexpr size_t kWaysPerBlock = kPage / kWayBytes - 1;

class Ways {
 public:
  explicit Ways(void (*entry)()) : entry_(entry) {}

  uintptr_t to(uintptr_t function) {
    if (auto at = known_.find(function); at != known_.end()) return at->second;
    if (used_ == kWaysPerBlock) begin_block();
    protect_block(PROT_READ | PROT_WRITE);
    const size_t offset = ++used_ * kWayBytes;
    unsigned char* way = blocks_.back() + offset;
    auto back = -static_cast<int32_t>(offset + kWayBytes);
    way[0] = 0x49, way[1] = 0xbb;  // movabs $function, %r11
    memcpy(way + 2, &function, sizeof function);
    way[10] = 0xff, way[11] = 0x25;  // jmp *back(%rip)
    memcpy(way + 12, &back, sizeof back);
    protect_block(PROT_READ | PROT_EXEC);
    return known_[function] = reinterpret_cast<uintptr_t>(way);
  }
  bool has(uintptr_t address) const {
    return std::any_of(blocks_.begin(), blocks_.end(), [&](const unsigned char* block) {
      return address - reinterpret_cast<uintptr_t>(block) < kPage;
    });
  }

 private:
  void protect_block(int protection) { raw_syscall(SYS_mprotect, as_word(blocks_.back()), kPage, protection); }
  // The entry's address comes first.
  void begin_block() {
    long address = raw_syscall(SYS_mmap, 0, kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (address < 0 && address > -4096) die("there is no memory for the stubs of calls");
    blocks_.push_back(reinterpret_cast<unsigned char*>(address));
    memcpy(blocks_.back(), &entry_, sizeof entry_);
    used_ = 0;
  }

  void (*entry_)();
  std::unordered_map<uintptr_t, uintptr_t> known_;
  std::vector<unsigned char*> blocks_;
  size_t used_ = kWaysPerBlock;
};
// Never destroyed: the program's exit handlers run ours too.
Ways& clean_ways = *new Ways(mazurka_clean_call);
Ways& counted_ways = *new Ways(mazurka_counted_call);

}  // namespace

uintptr_t clean_way_to(uintptr_t function) {
  return clean_ways.to(function);
}
uintptr_t counted_way_to(uintptr_t function) {
  return counted_ways.to(function);
}
bool is_clean_way(uintptr_t address) {
  return clean_ways.has(address);
}

}  // namespace mazurka::runtime
