// expect: bug assertion
// options: --symbolic
// Two threads put a key each into a hash table that has a lock for each bucket. Whether they meet depends on the keys: the bucket
// is looked up before the lock is taken, and the second key in a bucket overwrites the first.
// fixed: verified 20
// count: Each key is in one of 4 buckets, since the address is fixed: 16 pairs. The 4 pairs with one bucket have 2 orders, the others
//   one; whether the first key is found is always true then. 12 + 4 * 2 = 20.
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>

enum { BUCKETS = 4, ROOM = 2 };
struct bucket {
  pthread_mutex_t mutex;
  unsigned keys[ROOM];
  int used;
};
static struct bucket table[BUCKETS];
static unsigned keys[2];

static void* put(void* argument) {
  const unsigned key = *(unsigned*)argument;
  struct bucket* bucket = &table[(key ^ key >> 7) & 3];
  pthread_mutex_lock(&bucket->mutex);
#ifdef FIXED
  bucket->keys[bucket->used] = key;
#else
  bucket->keys[0] = key;
#endif
  bucket->used++;
  pthread_mutex_unlock(&bucket->mutex);
  return 0;
}

int main(void) {
  for (int k = 0; k < BUCKETS; k++) pthread_mutex_init(&table[k].mutex, 0);
  mazurka_symbolic(keys, sizeof keys, "keys");
  pthread_t threads[2];
  for (int k = 0; k < 2; k++) pthread_create(&threads[k], 0, put, &keys[k]);
  for (int k = 0; k < 2; k++) pthread_join(threads[k], 0);
  int found = 0;
  for (int k = 0; k < BUCKETS; k++)
    for (int n = 0; n < table[k].used; n++) found += table[k].keys[n] == keys[0];
  assert(found > 0);
}
