// Check, then act: two threads look whether there is a seat left and take one. Both may see the last seat.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int seats = 1;

static void* book(void* unused) {
  if (atomic_load(&seats) > 0) atomic_fetch_sub(&seats, 1);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, book, 0);
  pthread_create(&b, 0, book, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(atomic_load(&seats) == 0);
  return 0;
}
