// syscall(): a system call that the program makes by its number. The call itself comes to us like any other
// (kernel/system_calls.hpp). Here it is known that the program's own code made it, and what it does with the program's
// memory is told by a list (src/ledger/system_calls.list).
#include <errno.h>
#include <sys/syscall.h>

#include "runtime/engine/program_code.hpp"
#include "runtime/entries/sync/futex.hpp"
#include "runtime/entries/unseen/ledger.hpp"
#include "runtime/entries/visible.hpp"
#include "runtime/kernel/allowed.hpp"
#include "runtime/kernel/system_call_table.hpp"
#include "runtime/platform/text.hpp"

using namespace mazurka::runtime;

namespace {

constexpr long kNumbers = 512;

// Read from the list when they are first needed; the same in every execution.
const LedgerEntry* effects_of(long number) {
  static const LedgerEntry* entries[kNumbers];
  const char* name = row_of(number).name;
  if (number < 0 || number >= kNumbers || name == nullptr) return nullptr;
  if (entries[number] == nullptr) {
    Text text;
    entries[number] = new LedgerEntry(look_up(text.add("sys_").add(name).get(), "system-call"));
  }
  return entries[number];
}

}  // namespace

MAZURKA_STAND_IN(long, syscall, (long number, long a, long b, long c, long d, long e, long f)) {
  if (!is_checked()) return MAZURKA_REAL(syscall)(number, a, b, c, d, e, f);
  const uint64_t pc = MAZURKA_CALLER;
  const long arguments[6] = {a, b, c, d, e, f};
  auto* real = MAZURKA_REAL(syscall);
  auto make_call = [&] {
    if (number != SYS_getrandom) return real(number, a, b, c, d, e, f);
    give_random(reinterpret_cast<void*>(a), static_cast<size_t>(b));
    return b;
  };
  if (number == SYS_futex) {
    const long result = perform_futex(arguments, pc);
    if (result >= 0) return result;
    errno = static_cast<int>(-result);
    return -1;
  }
  const LedgerEntry* entry = is_program_code(pc) ? effects_of(number) : nullptr;
  if (entry == nullptr || entry->kind != LedgerEntry::Kind::kEffects) return make_call();
  CallFrame call = {};
  for (int k = 0; k < 6; k++) call.arguments[k] = static_cast<uint64_t>(arguments[k]);
  call.pc = pc;
  perform_before(entry->effects, call, row_of(number).name);
  call.result = static_cast<uint64_t>(make_call());
  perform_after(entry->effects, call);
  return static_cast<long>(call.result);
}
