#include <assert.h>
#include <ck_ring.h>
#include <pthread.h>

static ck_ring_t ring;
static ck_ring_buffer_t places[4];
static int message = 42;

static void* produce(void* unused) {
  ck_ring_enqueue_mpmc(&ring, places, &message);
  return unused;
}

int main(void) {
  ck_ring_init(&ring, 4);
  pthread_t other;
  pthread_create(&other, 0, produce, 0);
  void* found = 0;
  int got = ck_ring_dequeue_mpmc(&ring, places, &found);
  assert(!got || found == &message);
  pthread_join(other, 0);
  assert(got || ck_ring_dequeue_mpmc(&ring, places, &found));
}
