#define _LGPL_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <urcu/urcu-memb.h>

static int* shared;

static void* read_it(void* unused) {
  urcu_memb_register_thread();
  urcu_memb_read_lock();
  int* seen = rcu_dereference(shared);
  assert(*seen == 1 || *seen == 2);
  urcu_memb_read_unlock();
  urcu_memb_unregister_thread();
  return unused;
}

int main(void) {
  int *before = malloc(sizeof(int)), *after = malloc(sizeof(int));
  *before = 1;
  *after = 2;
  shared = before;
  pthread_t reader;
  pthread_create(&reader, 0, read_it, 0);
  rcu_assign_pointer(shared, after);
  urcu_memb_synchronize_rcu();
  free(before);
  pthread_join(reader, 0);
  free(after);
}
