// expect: verified 1
// count: There is one thread only beside main, which has ended when main goes on: one trace.
// What sockets are bound to, and what they say of themselves.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/un.h>

#include "server.h"

static void* nothing(void* unused) {
  return unused;
}

static void ports(void) {
  int one = bound_to(8770), two = socket(AF_INET, SOCK_STREAM, 0), value = 1;
  struct sockaddr_in address = address_of(8770), found;
  socklen_t bytes = sizeof found;
  assert(bind(two, (struct sockaddr*)&address, sizeof address) == -1 && errno == EADDRINUSE);
  assert(try_to_connect(8770) == -1 && errno == ECONNREFUSED);
  assert(accept(one, 0, 0) == -1 && errno == EINVAL);
  assert(listen(one, 1) == 0 && listen(one, 7) == 0);
  assert(bind(one, (struct sockaddr*)&address, sizeof address) == -1 && errno == EINVAL);
  assert(listen(two, 1) == 0 && getsockname(two, (struct sockaddr*)&found, &bytes) == 0);
  assert(found.sin_port != 0 && found.sin_addr.s_addr == htonl(INADDR_ANY) && bytes == sizeof found);
  int three = try_to_connect(ntohs(found.sin_port));
  assert(three >= 0 && getpeername(three, (struct sockaddr*)&address, &bytes) == 0);
  assert(address.sin_port == found.sin_port && address.sin_addr.s_addr == htonl(INADDR_LOOPBACK));
  assert(connect(three, (struct sockaddr*)&found, sizeof found) == -1 && errno == EISCONN);
  assert(getpeername(two, (struct sockaddr*)&address, &bytes) == -1 && errno == ENOTCONN);
  assert(setsockopt(three, IPPROTO_TCP, 1, &value, sizeof value) == 0);
  socklen_t size = sizeof value;
  assert(getsockopt(two, SOL_SOCKET, SO_ACCEPTCONN, &value, &size) == 0 && value == 1);
  assert(getsockopt(three, SOL_SOCKET, SO_ERROR, &value, &size) == 0 && value == 0);
  assert(recv(two, &value, 1, 0) == -1 && errno == ENOTCONN);
  assert(shutdown(socket(AF_INET, SOCK_STREAM, 0), SHUT_RDWR) == -1 && errno == ENOTCONN);
  assert(accept4(two, 0, 0, SOCK_NONBLOCK) >= 0 && fcntl(two, F_SETFL, O_NONBLOCK) == 0);
  assert(accept(two, 0, 0) == -1 && errno == EAGAIN);
}

static void both_kinds_of_ip(void) {
  struct sockaddr_in6 any = {.sin6_family = AF_INET6, .sin6_port = htons(8771)}, who;
  socklen_t bytes = sizeof who;
  int server = socket(AF_INET6, SOCK_STREAM, IPPROTO_TCP), yes = 1;
  assert(setsockopt(server, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0);
  assert(bind(server, (struct sockaddr*)&any, sizeof any) == 0 && listen(server, 3) == 0);
  int client = try_to_connect(8771), number = accept(server, (struct sockaddr*)&who, &bytes);
  assert(client >= 0 && number >= 0 && who.sin6_family == AF_INET6 && IN6_IS_ADDR_V4MAPPED(&who.sin6_addr));
  client = socket(AF_INET6, SOCK_STREAM, 0);
  any.sin6_addr = in6addr_loopback;
  assert(connect(client, (struct sockaddr*)&any, sizeof any) == 0);
  assert(accept(server, (struct sockaddr*)&who, &bytes) >= 0 && IN6_IS_ADDR_LOOPBACK(&who.sin6_addr));
}

static void paths(void) {
  struct sockaddr_un address = {.sun_family = AF_UNIX}, who;
  char folder[] = "/tmp/mazurka-XXXXXX";
  assert(mkdtemp(folder) != 0 && chdir(folder) == 0);
  strcpy(address.sun_path, "here");
  socklen_t bytes = sizeof address;
  int server = socket(AF_UNIX, SOCK_STREAM, 0), client = socket(AF_UNIX, SOCK_STREAM, 0);
  assert(connect(client, (struct sockaddr*)&address, bytes) == -1 && errno == ENOENT);
  assert(listen(server, 1) == -1 && errno == EINVAL);
  assert(bind(server, (struct sockaddr*)&address, bytes) == 0);
  assert(bind(client, (struct sockaddr*)&address, bytes) == -1 && errno == EADDRINUSE);
  struct stat found;
  assert(stat("here", &found) == 0 && S_ISSOCK(found.st_mode));
  assert(connect(client, (struct sockaddr*)&address, bytes) == -1 && errno == ECONNREFUSED);
  assert(listen(server, 1) == 0 && connect(client, (struct sockaddr*)&address, bytes) == 0);
  bytes = sizeof who;
  int number = accept(server, (struct sockaddr*)&who, &bytes);
  assert(number >= 0 && bytes == sizeof who.sun_family);
  bytes = sizeof who;
  assert(getsockname(number, (struct sockaddr*)&who, &bytes) == 0 && strcmp(who.sun_path, "here") == 0);
  assert(bytes == sizeof who.sun_family + 5);
  char c = 0;
  assert(write(client, "x", 1) == 1 && read(number, &c, 1) == 1 && c == 'x');
  close(number);
  assert(write(client, "x", 1) == -1 && errno == EPIPE);
  close(server);
  client = socket(AF_UNIX, SOCK_STREAM, 0);
  bytes = sizeof address;
  assert(connect(client, (struct sockaddr*)&address, bytes) == -1 && errno == ECONNREFUSED);
  assert(unlink("here") == 0);
  assert(connect(client, (struct sockaddr*)&address, bytes) == -1 && errno == ENOENT);
  assert(chdir("/") == 0 && rmdir(folder) == 0);
}

static void without_a_path(void) {
  struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "\0mazurka names"};
  socklen_t bytes = sizeof address.sun_family + 14;
  int server = socket(AF_UNIX, SOCK_SEQPACKET, 0), client = socket(AF_UNIX, SOCK_SEQPACKET, 0), other;
  assert(bind(server, (struct sockaddr*)&address, bytes) == 0 && listen(server, 1) == 0);
  other = socket(AF_UNIX, SOCK_STREAM, 0);
  assert(connect(other, (struct sockaddr*)&address, bytes) == -1 && errno == ECONNREFUSED);
  assert(connect(client, (struct sockaddr*)&address, bytes) == 0);
  int number = accept(server, 0, 0);
  char text[4];
  assert(write(client, "ab", 2) == 2 && write(client, "c", 1) == 1 && read(number, text, 4) == 2);
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, nothing, 0);
  pthread_join(t, 0);
  signal(SIGPIPE, SIG_IGN);
  ports();
  both_kinds_of_ip();
  paths();
  without_a_path();
}
