// expect: bug heap_overflow
// options: --symbolic
// The length of a packet is believed.
// fixed: verified 7
// count: One thread. The loop ends after 0 to 4 bytes, or the packet is too long and left alone; or it is assumed away: 7.
#include <mazurka.h>
#include <pthread.h>
#include <stdlib.h>

enum { ROOM = 4 };
struct packet {
  unsigned char length;
  char bytes[7];
};
static struct packet packet;

static void* receive(void* unused) {
  char* copy = malloc(ROOM);
#ifdef FIXED
  if (packet.length <= ROOM)
#endif
    for (unsigned k = 0; k < packet.length; k++) copy[k] = packet.bytes[k];
  free(copy);
  return unused;
}

int main(void) {
  mazurka_symbolic(&packet, sizeof packet, "packet");
  mazurka_assume(packet.length <= sizeof packet.bytes);
  pthread_t thread;
  pthread_create(&thread, 0, receive, 0);
  pthread_join(thread, 0);
}
