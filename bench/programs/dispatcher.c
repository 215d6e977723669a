// dispatcher(S,R): main gives R requests to S servers, each to the one a picker thread points at. Traces: (4,4) -> 6854, (5,2) -> 137, (5,3) -> 1482, (5,5) -> 151032, (6,6) -> 4057388.
#include <pthread.h>
#include <stdint.h>

#ifndef S
#define S 4
#endif
#ifndef R
#define R 4
#endif

static pthread_mutex_t server_lock[S], k = PTHREAD_MUTEX_INITIALIZER;
static int sid, in[S], out[S];

static void* server(void* argument) {
  int id = (int)(intptr_t)argument;
  pthread_mutex_lock(&server_lock[id]);
  if (in[id] > 0) out[id] = in[id];
  pthread_mutex_unlock(&server_lock[id]);
  return 0;
}

static void* picker(void* unused) {
  for (int x = 0; x < S; ++x) {
    pthread_mutex_lock(&k);
    sid = x;
    pthread_mutex_unlock(&k);
  }
  return unused;
}

int main(void) {
  for (int id = 0; id < S; ++id) pthread_mutex_init(&server_lock[id], 0);
  pthread_t t;
  for (intptr_t id = 0; id < S; ++id) pthread_create(&t, 0, server, (void*)id);
  for (int request = 0; request < R; ++request) {
    pthread_create(&t, 0, picker, 0);
    pthread_mutex_lock(&k);
    int id = sid;
    pthread_mutex_unlock(&k);
    pthread_mutex_lock(&server_lock[id]);
    ++in[id];
    pthread_mutex_unlock(&server_lock[id]);
    pthread_join(t, 0);
  }
  pthread_exit(0);
}
