// expect: bug assertion
// package: libck-dev
// message: ck_pr_load_uint(&references) == 2
// A load and a store, each of them atomic, are no increment.
#include <assert.h>
#include <ck_pr.h>
#include <pthread.h>

static unsigned references;

static void* run(void* unused) {
  ck_pr_store_uint(&references, ck_pr_load_uint(&references) + 1);
  return unused;
}

int main(void) {
  pthread_t t[2];
  for (int n = 0; n < 2; n++) pthread_create(&t[n], 0, run, 0);
  for (int n = 0; n < 2; n++) pthread_join(t[n], 0);
  assert(ck_pr_load_uint(&references) == 2);
  return 0;
}
