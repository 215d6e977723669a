// expect: unsupported freelocale
// A thread uses a locale without naming it again, while another frees it.
#define _GNU_SOURCE
#include <locale.h>
#include <pthread.h>
#include <semaphore.h>

static locale_t locale;
static sem_t is_used, is_freed;

static void* run(void* unused) {
  uselocale(locale);
  sem_post(&is_used);
  sem_wait(&is_freed);
  return unused;
}

int main(void) {
  pthread_t t;
  sem_init(&is_used, 0, 0);
  sem_init(&is_freed, 0, 0);
  locale = newlocale(LC_ALL_MASK, "C.UTF-8", 0);
  pthread_create(&t, 0, run, 0);
  sem_wait(&is_used);
  freelocale(locale);
  sem_post(&is_freed);
  pthread_join(t, 0);
}
