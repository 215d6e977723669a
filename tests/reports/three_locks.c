// Three threads, each of which locks its own mutex and then the next one's.
#include <pthread.h>

struct seat {
  pthread_mutex_t lock;
};
static struct seat seats[3];

static void* sit(void* place) {
  long own = (long)place;
  pthread_mutex_lock(&seats[own].lock);
  pthread_mutex_lock(&seats[(own + 1) % 3].lock);
  pthread_mutex_unlock(&seats[(own + 1) % 3].lock);
  pthread_mutex_unlock(&seats[own].lock);
  return 0;
}

int main(void) {
  pthread_t threads[3];
  for (int k = 0; k < 3; k++) pthread_mutex_init(&seats[k].lock, 0);
  for (long k = 0; k < 3; k++) pthread_create(&threads[k], 0, sit, (void*)k);
  for (int k = 0; k < 3; k++) pthread_join(threads[k], 0);
}
