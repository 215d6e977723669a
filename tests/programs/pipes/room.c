// expect: verified 1
// count: What is written and read belongs to one thread: one trace.
// How much goes into pipes and sockets before they are full, as this program prints it on Linux: a pipe has 16 pages, a socket is
// charged for each message.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static char data[40000];

static int make(int type, int ends[2]) {
  if (type != 0) return socketpair(AF_UNIX, type | SOCK_NONBLOCK, 0, ends);
  int pair[2];
  int error = pipe2(pair, O_NONBLOCK);
  ends[0] = pair[1];
  ends[1] = pair[0];
  return error;
}

static void fill(int type, size_t bytes, long writes, long sum) {
  int ends[2];
  assert(make(type, ends) == 0);
  long result;
  while ((result = write(ends[0], data, bytes)) >= 0) writes--, sum -= result;
  assert(writes == 0 && sum == 0);
  // What was read makes room again.
  assert(read(ends[1], data, sizeof data) > 0 && write(ends[0], data, 1) == 1);
  close(ends[0]);
  close(ends[1]);
}

static void* run(void* unused) {
  fill(0, 65, 1008, 65520);
  fill(0, 704, 80, 56320);
  fill(0, 3000, 16, 48000);
  fill(0, 5000, 11, 54096);
  fill(0, 10000, 7, 64096);
  fill(SOCK_STREAM, 1, 278, 278);
  fill(SOCK_STREAM, 193, 167, 167 * 193);
  fill(SOCK_STREAM, 3777, 44, 44 * 3777);
  fill(SOCK_STREAM, 40000, 6, 236544);
  fill(SOCK_DGRAM, 192, 278, 278 * 192);
  fill(SOCK_DGRAM, 3777, 26, 26 * 3777);
  fill(SOCK_SEQPACKET, 20000, 11, 11 * 20000);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return 0;
}
