// Random numbers that are computed from a state of the C library's: rand() and random() lock it; drand48() and its
// relatives do not. And those of the kernel and the processor, which are the same in every execution.
#include <errno.h>
#include <stdlib.h>
#include <sys/auxv.h>

#include "runtime/entries/libc/hidden_state.hpp"
#include "runtime/entries/visible.hpp"
#include "runtime/kernel/allowed.hpp"
#include "runtime/memory/per_execution.hpp"
#include "runtime/races/race_detector.hpp"

using namespace mazurka::runtime;

char state_of_drand48 = 0;

namespace {
OrderedState& random_state = *new OrderedState(Fact::kRandomIsShared);
}

namespace {

// The memory that initstate() or setstate() was given, in which the state lies from then on.
struct Lent {
  const char* memory = nullptr;
  size_t bytes = 0;
};
PerExecution<Lent>& lent = *new PerExecution<Lent>;

// They lock it, so that only who does not call them can meet them there.
void use_random(const char* name, uint64_t pc) {
  random_state.use(name, pc);
  const Lent& state = lent.get();
  if (is_checked() && watching && state.memory != nullptr)
    access_range(reinterpret_cast<uintptr_t>(state.memory), state.bytes, kAtomicWrite, pc);
}
void lend_state(const char* memory, size_t bytes) {
  if (!is_checked()) return;
  note_unseen_change();
  lent.get() = {memory, bytes};
}
// Its first word says of which kind it is.
size_t bytes_of_state(const char* memory) {
  constexpr size_t kBytes[] = {8, 32, 64, 128, 256};
  return kBytes[*reinterpret_cast<const uint32_t*>(memory) % 5];
}

}  // namespace

#define RANDOM(type, name, parameters, arguments) \
  MAZURKA_STAND_IN(type, name, parameters) {      \
    use_random(#name, MAZURKA_CALLER);            \
    return MAZURKA_REAL(name) arguments;          \
  }
RANDOM(int, rand, (), ())
RANDOM(void, srand, (unsigned seed), (seed))
RANDOM(long, random, (), ())
RANDOM(void, srandom, (unsigned seed), (seed))
MAZURKA_STAND_IN(char*, initstate, (unsigned seed, char* state, size_t bytes)) {
  use_random("initstate", MAZURKA_CALLER);
  char* before = MAZURKA_REAL(initstate)(seed, state, bytes);
  if (before != nullptr) lend_state(state, bytes_of_state(state));
  return before;
}
MAZURKA_STAND_IN(char*, setstate, (char* state)) {
  use_random("setstate", MAZURKA_CALLER);
  char* before = MAZURKA_REAL(setstate)(state);
  if (before != nullptr) lend_state(state, bytes_of_state(state));
  return before;
}

// Those with a state of the caller's use parameters that lcong48() sets.
#define UNSAFE(type, name, parameters, arguments, access) \
  MAZURKA_STAND_IN(type, name, parameters) {              \
    access(&state_of_drand48, MAZURKA_CALLER);            \
    return MAZURKA_REAL(name) arguments;                  \
  }
UNSAFE(double, drand48, (), (), write_hidden)
UNSAFE(long, lrand48, (), (), write_hidden)
UNSAFE(long, mrand48, (), (), write_hidden)
UNSAFE(void, srand48, (long seed), (seed), write_hidden)
UNSAFE(unsigned short*, seed48, (unsigned short seed[3]), (seed), write_hidden)
UNSAFE(void, lcong48, (unsigned short parameters[7]), (parameters), write_hidden)
UNSAFE(double, erand48, (unsigned short state[3]), (state), read_hidden)
UNSAFE(long, nrand48, (unsigned short state[3]), (state), read_hidden)
UNSAFE(long, jrand48, (unsigned short state[3]), (state), read_hidden)

// ---- of the kernel and the processor

MAZURKA_STAND_IN(ssize_t, getrandom, (void* memory, size_t bytes, unsigned flags)) {
  if (!is_checked()) return MAZURKA_REAL(getrandom)(memory, bytes, flags);
  give_random(memory, bytes);
  return static_cast<ssize_t>(bytes);
}
MAZURKA_STAND_IN(int, getentropy, (void* memory, size_t bytes)) {
  if (!is_checked()) return MAZURKA_REAL(getentropy)(memory, bytes);
  constexpr size_t kMost = 256;
  if (bytes > kMost) {
    errno = EIO;
    return -1;
  }
  give_random(memory, bytes);
  return 0;
}
MAZURKA_STAND_IN(void, arc4random_buf, (void* memory, size_t bytes)) {
  if (!is_checked()) return MAZURKA_REAL(arc4random_buf)(memory, bytes);
  give_random(memory, bytes);
}
// The random bytes of the process lie where this points to (replace_random_of_start).
MAZURKA_STAND_IN(unsigned long, getauxval, (unsigned long type)) {
  if (is_checked() && type == AT_RANDOM) note_random();
  // The kernel's functions in the program's memory (the vDSO) know nothing of virtual clocks. There need not be any.
  if (is_checked() && type == AT_SYSINFO_EHDR) {
    errno = ENOENT;
    return 0;
  }
  return MAZURKA_REAL(getauxval)(type);
}
#define RANDOM_WORD(name, parameters, arguments, result)    \
  MAZURKA_STAND_IN(unsigned, name, parameters) {            \
    if (!is_checked()) return MAZURKA_REAL(name) arguments; \
    unsigned number = 0;                                    \
    give_random(&number, sizeof number);                    \
    return result;                                          \
  }
RANDOM_WORD(arc4random, (), (), number)
RANDOM_WORD(arc4random_uniform, (unsigned bound), (bound), bound < 2 ? 0 : number % bound)
// std::random_device of libstdc++, which asks the processor.
RANDOM_WORD(_ZNSt13random_device9_M_getvalEv, (void* device), (device), number)
