// expect: bug deadlock
// Lock-order inversion: two transfers between the same accounts, in opposite directions.
// fixed: verified 2
// toy: mutex a, b
// toy: thread t[2] { lock a; lock b; unlock b; unlock a }
#include <pthread.h>

struct Account {
  pthread_mutex_t mutex;
  int balance;
};
static struct Account accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 10}, {PTHREAD_MUTEX_INITIALIZER, 10}};

static void transfer(struct Account* from, struct Account* to) {
  struct Account *first = from, *second = to;
#ifdef FIXED
  if (second < first) first = to, second = from;
#endif
  pthread_mutex_lock(&first->mutex);
  pthread_mutex_lock(&second->mutex);
  from->balance--;
  to->balance++;
  pthread_mutex_unlock(&second->mutex);
  pthread_mutex_unlock(&first->mutex);
}

static void* back(void* unused) {
  transfer(&accounts[1], &accounts[0]);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, back, 0);
  transfer(&accounts[0], &accounts[1]);
  pthread_join(thread, 0);
  return accounts[0].balance != 10;
}
