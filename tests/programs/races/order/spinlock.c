// expect: bug data_race
// One of two threads forgets the spinlock.
// fixed: verified 2
// toy: mutex m
// toy: thread t[2] { lock m; unlock m }
// Both threads hold the spinlock.
#include <pthread.h>

int data;
static pthread_spinlock_t lock;

static void* first(void* unused) {
  pthread_spin_lock(&lock);
  data++;
  pthread_spin_unlock(&lock);
  return unused;
}
static void* second(void* unused) {
#ifdef FIXED
  pthread_spin_lock(&lock);
  data++;
  pthread_spin_unlock(&lock);
#else
  data++;
#endif
  return unused;
}

int main(void) {
  pthread_spin_init(&lock, 0);
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
