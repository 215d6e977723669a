// expect: verified 2
// peer: connect 8780
// peer: send "a"            # a remark
// peer: expect "a1\n"
// peer: close
// count: The server closes the connection and reserves a number for the next one, in 2 orders. All else waits for each
// other.
// assumes: nobody but the peers of --peer connects to the program
// A server with a thread for each connection, and somebody outside who asks it once. Then it waits for the next one,
// which is no deadlock.
#include <pthread.h>
#include <stdint.h>

#include "server.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void* serve(void* connection) {
  int number = (int)(intptr_t)connection;
  char text[3];
  while (read(number, text, 1) == 1) {
    pthread_mutex_lock(&mutex);
    text[1] = (char)('0' + ++count);
    pthread_mutex_unlock(&mutex);
    text[2] = '\n';
    assert(write(number, text, 3) == 3);
  }
  close(number);
  return 0;
}

int main(void) {
  int server = listening_at(8780);
  for (;;) {
    pthread_t t;
    int number = accept(server, 0, 0);
    pthread_create(&t, 0, serve, (void*)(intptr_t)number);
    pthread_detach(t);
  }
}
