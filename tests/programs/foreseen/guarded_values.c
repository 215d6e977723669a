// expect: bug assertion
// message: seen != 2
// What a thread finds under a mutex is plain memory, and its steps differ by it: a transfer that is done in two sections loses an
// update in some orders.
// fixed: verified 30
// count: two threads with two sections each and one with one: 5! / (2! * 2!) = 30
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int balance, seen;

static void* deposit(void* unused) {
  for (int n = 0; n < 2; n++) {
    pthread_mutex_lock(&m);
    int before = balance;
#ifndef FIXED
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
#endif
    balance = before + 1;
    pthread_mutex_unlock(&m);
  }
  return unused;
}

static void* look(void* unused) {
  pthread_mutex_lock(&m);
  seen = balance;
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], 0, deposit, 0);
  pthread_create(&t[1], 0, deposit, 0);
  pthread_create(&t[2], 0, look, 0);
  for (int n = 0; n < 3; n++) pthread_join(t[n], 0);
#ifdef FIXED
  assert(balance == 4 && seen <= 4);
#else
  if (balance == 2) assert(seen != 2);
#endif
  return 0;
}
