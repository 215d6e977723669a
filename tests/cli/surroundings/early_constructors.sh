#!/usr/bin/env bash
# The constructors of a library may run before the runtime's own: what they call must work.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

enter_dir

cat >library.c <<'C'
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
__attribute__((constructor)) static void begin(void) {
  pthread_key_t kept, deleted;
  pthread_key_create(&kept, 0);
  pthread_setspecific(kept, &kept);
  pthread_key_create(&deleted, 0);
  pthread_key_delete(deleted);
  free(realloc(malloc(3), 100));
  FILE* file = fopen("/dev/null", "w");
  if (file != 0) fclose(file);
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  signal(SIGUSR1, SIG_IGN);
}
void use(void) {}
C
cat >program.c <<'C'
#include <pthread.h>
#include <stdatomic.h>
void use(void);
static atomic_int x;
static void* run(void* unused) {
  x++;
  return unused;
}
int main(void) {
  use();
  pthread_t t[2];
  for (int n = 0; n < 2; n++) pthread_create(&t[n], 0, run, 0);
  for (int n = 0; n < 2; n++) pthread_join(t[n], 0);
  return 0;
}
C
gcc -shared -fPIC library.c -o libearly.so || exit 1
expect_first_line 0 "verified: all 2 traces explored" check program.c -L. -learly "-Wl,-rpath,$dir" --trust=libearly.so --quiet
expect_first_line 0 "verified: all 2 traces explored" check program.c -L. -learly "-Wl,-rpath,$dir" --trust=libearly.so --quiet --restart=fork
finish "constructors that run early do no harm"
