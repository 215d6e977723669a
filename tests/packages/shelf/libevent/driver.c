// A loop that two other threads wake.
#include <assert.h>
#include <event2/event.h>
#include <event2/thread.h>
#include <pthread.h>

static struct event_base* base;
static struct event* events[2];
static int seen;

static void happened(evutil_socket_t unused, short what, void* argument) {
  (void)unused, (void)argument;
  assert(what == EV_READ);
  seen++;
}

static void* tell(void* event) {
  event_active(event, EV_READ, 1);
  return NULL;
}

int main(void) {
  assert(evthread_use_pthreads() == 0);
  base = event_base_new();
  assert(base != NULL);
  pthread_t others[2];
  for (int k = 0; k < 2; k++) {
    events[k] = event_new(base, -1, EV_READ, happened, NULL);
    // Without a descriptor: it is pending until somebody says that it happened.
    assert(event_add(events[k], NULL) == 0);
  }
  for (int k = 0; k < 2; k++) pthread_create(&others[k], NULL, tell, events[k]);
  assert(event_base_dispatch(base) >= 0);
  assert(seen == 2);
  for (int k = 0; k < 2; k++) {
    pthread_join(others[k], NULL);
    event_free(events[k]);
  }
  event_base_free(base);
}
