// syscall(): a system call that the program makes by its number. The call itself comes to us like any other
// (kernel/system_calls.hpp). Here it is known that the program's own code made it, and what it does with the program's
// memory is told by a list (src/ledger/system_calls.list).
#include "runtime/entries/libc/system_call.hpp"

#include <errno.h>
#include <sys/syscall.h>

#include "runtime/engine/program_code.hpp"
#include "runtime/entries/sync/futex.hpp"
#include "runtime/entries/unseen/ledger.hpp"
#include "runtime/entries/visible.hpp"
#include "runtime/kernel/allowed.hpp"
#include "runtime/kernel/signals.hpp"
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

using RealCall = long (*)(long, long, long, long, long, long, long);

long make_call(RealCall real, long number, const long (&a)[6], uint64_t pc) {
  // (What functions of libraries do with actions, their stand-ins know.)
  if (number == SYS_rt_sigaction && !actions_were_used) signal_steps.use_actions(a[1] != 0, pc);
  if (number != SYS_getrandom) return real(number, a[0], a[1], a[2], a[3], a[4], a[5]);
  give_random(reinterpret_cast<void*>(a[0]), static_cast<size_t>(a[1]));
  return a[1];
}

long make_call_with(const Effects& effects, RealCall real, long number, const long (&a)[6], uint64_t pc) {
  CallFrame call = {};
  for (int k = 0; k < 6; k++) call.arguments[k] = static_cast<uint64_t>(a[k]);
  call.pc = pc;
  perform_before(effects, call, row_of(number).name);
  call.result = static_cast<uint64_t>(make_call(real, number, a, pc));
  perform_after(effects, call);
  return static_cast<long>(call.result);
}

}  // namespace

MAZURKA_STAND_IN(long, syscall, (long number, long a, long b, long c, long d, long e, long f)) {
  if (!is_checked()) return MAZURKA_REAL(syscall)(number, a, b, c, d, e, f);
  const uint64_t pc = MAZURKA_CALLER;
  const long arguments[6] = {a, b, c, d, e, f};
  if (number == SYS_futex) {
    const long result = perform_futex(arguments, pc);
    if (result >= 0) return result;
    errno = static_cast<int>(-result);
    return -1;
  }
  const LedgerEntry* entry = is_program_code(pc) ? effects_of(number) : nullptr;
  if (entry == nullptr || entry->kind != LedgerEntry::Kind::kEffects)
    return make_call(MAZURKA_REAL(syscall), number, arguments, pc);
  return make_call_with(entry->effects, MAZURKA_REAL(syscall), number, arguments, pc);
}

namespace mazurka::runtime {

std::optional<long> perform_program_call(long number, const long (&arguments)[6], uint64_t pc) {
  if (number == SYS_futex) return perform_futex(arguments, pc);
  const LedgerEntry* entry = effects_of(number);
  if (entry == nullptr || row_of(number).treatment == Treatment::kMakesProcess) return std::nullopt;
  RealCall real = MAZURKA_REAL(syscall);
  const int kept = errno;
  long result = 0;
  if (entry->kind == LedgerEntry::Kind::kNothing)
    result = make_call(real, number, arguments, pc);
  else if (entry->kind == LedgerEntry::Kind::kEffects)
    result = make_call_with(entry->effects, real, number, arguments, pc);
  else
    return std::nullopt;
  if (result == -1) result = -errno;
  errno = kept;
  return result;
}

}  // namespace mazurka::runtime
