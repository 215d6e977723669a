// expect: unsupported a library function that reads a file which the program wrote
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static void* run(void* unused) {
  int file = open("mazurka-zone", O_CREAT | O_WRONLY, 0600);
  write(file, "TZif", 4);
  close(file);
  char folder[1000], zone[1100];
  snprintf(zone, sizeof zone, "%s/mazurka-zone", getcwd(folder, sizeof folder));
  setenv("TZ", zone, 1);
  time_t now = 0;
  localtime(&now);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return 0;
}
