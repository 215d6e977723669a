// expect: bug assertion
// message: text[0] == 'a'
// The connections of two threads are accepted in the order in which they are made, which can be either.
// fixed: verified 28
// count: Both calls of socket() and both numbers that accept() reserves change the numbers in use: S1 S2 A1 A2, where
// A2 comes after the first connection was taken. If the second one was made by then, all come before A2: 6 orders. If
// not, only the socket of the first one does: 8 orders. Either client may be the first: 2 (6 + 8) = 28.
#include <pthread.h>

#include "server.h"

static void* client(void* name) {
  int number = try_to_connect(8767);
  assert(number >= 0 && write(number, name, 1) == 1);
  return 0;
}

int main(void) {
  int server = listening_at(8767);
  pthread_t t[2];
  char names[] = "ab", text[2];
  for (int k = 0; k < 2; k++) pthread_create(&t[k], 0, client, &names[k]);
  for (int k = 0; k < 2; k++) assert(read(accept(server, 0, 0), &text[k], 1) == 1);
#ifdef FIXED
  assert(text[0] + text[1] == 'a' + 'b');
#else
  assert(text[0] == 'a');
#endif
  for (int k = 0; k < 2; k++) pthread_join(t[k], 0);
}
