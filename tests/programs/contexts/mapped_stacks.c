// expect: verified 6
// toy: mutex m
// toy: thread t[2] { lock m; unlock m; lock m; unlock m }
// Each thread switches to and fro between its own stack and one that it has mapped.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/mman.h>
#include <ucontext.h>

enum { kBytes = 1 << 16 };
struct fiber {
  ucontext_t outside, inside;
  int rounds;
};
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void work(unsigned low, unsigned high) {
  struct fiber* fiber = (struct fiber*)((uintptr_t)high << 32 | low);
  for (int k = 0; k < 2; k++) {
    pthread_mutex_lock(&mutex);
    total++;
    pthread_mutex_unlock(&mutex);
    fiber->rounds++;
    swapcontext(&fiber->inside, &fiber->outside);
  }
}

static void* run(void* unused) {
  struct fiber fiber = {.rounds = 0};
  uintptr_t address = (uintptr_t)&fiber;
  getcontext(&fiber.inside);
  void* stack = mmap(0, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  fiber.inside.uc_stack.ss_sp = stack;
  fiber.inside.uc_stack.ss_size = kBytes;
  makecontext(&fiber.inside, (void (*)(void))work, 2, (unsigned)address, (unsigned)(address >> 32));
  for (int round = 0; round < 2; round++) swapcontext(&fiber.outside, &fiber.inside);
  assert(fiber.rounds == 2);
  munmap(stack, kBytes);
  return unused;
}

int main(void) {
  pthread_t t[2];
  for (int n = 0; n < 2; n++) pthread_create(&t[n], 0, run, 0);
  for (int n = 0; n < 2; n++) pthread_join(t[n], 0);
  assert(total == 4);
  return 0;
}
