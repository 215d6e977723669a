// expect: verified
// uncounted: how many instructions the compiler has for the assembly depends on its version
// The locks, bits and reference counts of an operating system: prefixes on lines of their own, several statements to a line,
// loops inside of the assembly.
#include <assert.h>
#include <pthread.h>

#define LOCK_PREFIX "\n\tlock; "

struct Count {
  volatile int value;
};
static int decrement_and_test(struct Count* count) {
  unsigned char zero;
  __asm__ volatile(LOCK_PREFIX "decl %0; sete %1" : "+m"(count->value), "=qm"(zero) : : "memory", "cc");
  return zero;
}
static int test_and_set_bit(long number, unsigned long* bits) {
  int before;
  __asm__ volatile(LOCK_PREFIX "btsq %2, %1\n\tsbbl %0, %0" : "=r"(before), "+m"(*bits) : "Ir"(number) : "memory", "cc");
  return before;
}
static void lock(signed char* free) {
  __asm__ volatile(
      "\n1:\tlock ; decb %0\n\tjns 3f\n"
      "2:\trep;nop\n\tcmpb $0, %0\n\tjle 2b\n\tjmp 1b\n3:\n\t"
      : "+m"(*free)
      :
      : "memory", "cc");
}
static void unlock(signed char* free) {
  __asm__ volatile("movb $1, %0" : "+m"(*free) : : "memory");
}

static signed char free_lock = 1;
static int counter, last, setters;
static struct Count references = {2};
static unsigned long bits[2];

static void count(void) {
  lock(&free_lock);
  counter++;
  unlock(&free_lock);
}

// (Only one thread locks: how often a loop is seen that writes depends on what is left on the stack.)
static void* run(void* counts) {
  if (counts != 0) count();
  if (!test_and_set_bit(65, bits)) setters++;
  if (decrement_and_test(&references)) last++;
  return counts;
}

int main(void) {
  pthread_t t[2];
  for (int n = 0; n < 2; n++) pthread_create(&t[n], 0, run, n == 0 ? &counter : 0);
  for (int n = 0; n < 2; n++) pthread_join(t[n], 0);
  count();
  assert(counter == 2 && last == 1 && setters == 1);
  assert(bits[0] == 0 && bits[1] == 2);
  return 0;
}
