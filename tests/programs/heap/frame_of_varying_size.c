// expect: verified 1
// flags: -O2
// count: Each thread is joined before anything else is done: 1 trace.
// gcc gives a function with aligned variables and an array of variable length a frame whose distance from its caller's
// differs from call to call: its end must not be taken for that of the caller's variables, which a thread uses.
#include <pthread.h>

struct padded {
  _Alignas(64) long words[8];
};

__attribute__((noinline)) static long note(int count) {
  struct padded sum = {{0}};
  int list[count];
  for (int k = 0; k < count; k++) list[k] = k;
  __asm__ volatile("" ::"r"(&sum), "r"(list) : "memory");
  return sum.words[0] + list[1];
}

static void* fill(void* words) {
  for (long k = 0; k < 6; k++) ((long*)words)[k] = k;
  return 0;
}

__attribute__((noinline)) static long ask(int count) {
  long words[6];
  pthread_t filler;
  pthread_create(&filler, 0, fill, words);
  const long noted = note(count + 1);
  pthread_join(filler, 0);
  return noted + words[5];
}

__attribute__((noinline)) static long at_depth(int depth) {
  char* volatile room = __builtin_alloca(16 * depth);
  room[0] = 1;
  return ask(depth) + room[0];
}

int main(void) {
  long sum = 0;
  for (int depth = 8; depth > 0; depth--) sum += at_depth(depth);
  return sum == 0;
}
