// Two threads take turns by semaphores, and each waits for the other to begin.
#include <pthread.h>
#include <semaphore.h>

static sem_t ping, pong;

static void* player(void* unused) {
  (void)unused;
  sem_wait(&ping);
  sem_post(&pong);
  return 0;
}

int main(void) {
  sem_init(&ping, 0, 0);
  sem_init(&pong, 0, 0);
  pthread_t other;
  pthread_create(&other, 0, player, 0);
  sem_wait(&pong);
  sem_post(&ping);
  pthread_join(other, 0);
}
