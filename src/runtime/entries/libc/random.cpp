// Random numbers that are computed from a state of the C library's: rand() and random() lock it; drand48() and its
// relatives do not. Those of the kernel and the processor are refused (entries/libc/unsupported.cpp).
#include <stdlib.h>

#include "runtime/entries/libc/hidden_state.hpp"
#include "runtime/entries/visible.hpp"

using namespace mazurka::runtime;

char state_of_drand48 = 0;

namespace {
OrderedState& random_state = *new OrderedState(Fact::kRandomIsShared);
}

#define RANDOM(type, name, parameters, arguments) \
  MAZURKA_STAND_IN(type, name, parameters) {      \
    random_state.use(#name, MAZURKA_CALLER);      \
    return MAZURKA_REAL(name) arguments;          \
  }
RANDOM(int, rand, (), ())
RANDOM(void, srand, (unsigned seed), (seed))
RANDOM(long, random, (), ())
RANDOM(void, srandom, (unsigned seed), (seed))
RANDOM(char*, initstate, (unsigned seed, char* state, size_t bytes), (seed, state, bytes))
RANDOM(char*, setstate, (char* state), (state))

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
