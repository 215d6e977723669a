// expect: verified 4
// flags: -O2 -mno-avx
// Being told of an instruction changes nothing: not flags, registers, vectors, the x87 stack, nor what lies below the
// stack pointer.
// count: two locked instructions on one variable, in either order; the load of the first thread is before or after the
// second one: 4 traces.
#include <assert.h>
#include <pthread.h>

static long memory[2];

static void* run(void* unused) {
  long rax = 1, rcx = 2, rdx = 3, rsi = 4, rdi = 5;
  double vector = 0.5;
  long below, carry;
  __asm__ volatile(
      "movq $77, -8(%%rsp)\n\t"
      "fld1\n\t"
      "stc\n\t"
      "lock; orq $0, %[memory]\n\t"  // clears the carry
      "stc\n\t"
      "movq %[memory], %%r8\n\t"  // does not
      "sbbq %[carry], %[carry]\n\t"
      "movq -8(%%rsp), %[below]\n\t"
      "fstp %%st(0)"
      : [memory] "+m"(memory[0]), [carry] "=&r"(carry), [below] "=&r"(below), "+a"(rax), "+c"(rcx), "+d"(rdx), "+S"(rsi),
        "+D"(rdi), "+x"(vector)
      :
      : "memory", "cc", "r8");
  assert(rax == 1 && rcx == 2 && rdx == 3 && rsi == 4 && rdi == 5 && vector == 0.5);
  assert(below == 77 && carry == -1);
  return unused;
}

int main(void) {
  pthread_t t[2];
  for (int n = 0; n < 2; n++) pthread_create(&t[n], 0, run, 0);
  for (int n = 0; n < 2; n++) pthread_join(t[n], 0);
  return 0;
}
