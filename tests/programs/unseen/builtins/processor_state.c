// expect: unsupported inline assembly
// flags: -mfxsr
// The processor's state is written to memory by one instruction. What it writes is not told, so that it is said.
#include <immintrin.h>
#include <pthread.h>

static _Alignas(16) char state[512];

static void* run(void* unused) {
  _fxsave(state);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  int byte = state[0];
  pthread_join(t, 0);
  return byte == 1000;
}
