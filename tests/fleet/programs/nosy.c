// Tries to get out: runs the first argument as a command, and connects to the port that the second one names.
#include <arpa/inet.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

static void* work(void* unused) {
  return unused;
}

int main(int argc, char** argv) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  if (argc != 3) return 1;
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((unsigned short)atoi(argv[2]))};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int client = socket(AF_INET, SOCK_STREAM, 0);
  connect(client, (struct sockaddr*)&address, sizeof address);
  close(client);
  return system(argv[1]) == -1;
}
