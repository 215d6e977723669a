#include <assert.h>
#include <ck_epoch.h>
#include <pthread.h>
#include <stdlib.h>

static ck_epoch_t epoch;
static int* shared;

static ck_epoch_record_t record;  // the reader's

static void* read_it(void* unused) {
  ck_epoch_begin(&record, 0);
  int* seen = ck_pr_load_ptr(&shared);
  assert(*seen == 1 || *seen == 2);
  ck_epoch_end(&record, 0);
  return unused;
}

int main(void) {
  static ck_epoch_record_t own;
  ck_epoch_init(&epoch);
  ck_epoch_register(&epoch, &own, 0);
  ck_epoch_register(&epoch, &record, 0);
  int *before = malloc(sizeof(int)), *after = malloc(sizeof(int));
  *before = 1;
  *after = 2;
  shared = before;
  pthread_t reader;
  pthread_create(&reader, 0, read_it, 0);
  ck_pr_store_ptr(&shared, after);
  ck_epoch_synchronize(&own);
  free(before);
  pthread_join(reader, 0);
  free(after);
}
