// expect: verified 2
// flags: -D_GNU_SOURCE
// toy: # Mapping memory touches no object.
// toy: mutex m
// toy: thread t[2] { lock m; unlock m }
// What is mapped, unmapped and protected is as at the base in the next execution; there are two for the order of the
// locks. Both threads get the same addresses in both.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char* text;
static uintptr_t addresses[2];

static void* run(void* index) {
  char* memory = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert(memory != MAP_FAILED && memory[5000] == 0);
  memory[5000] = 1;
  memory = mremap(memory, 8192, 16384, MREMAP_MAYMOVE);
  assert(memory != MAP_FAILED && memory[5000] == 1 && memory[16000] == 0);
  pthread_mutex_lock(&mutex);
  addresses[(intptr_t)index] = (uintptr_t)memory;
  pthread_mutex_unlock(&mutex);
  assert(munmap(memory, 16384) == 0);
  return 0;
}

int main(void) {
  pthread_t t, u;
  int file = open("mazurka-mapped", O_CREAT | O_RDWR, 0600);
  assert(write(file, "abc", 3) == 3);
  text = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
  char* shared = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  pthread_create(&t, 0, run, (void*)0);
  pthread_create(&u, 0, run, (void*)1);
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(strcmp(text, "abc") == 0 && shared[0] == 0);
  text[0] = 'x';
  shared[0] = 'x';
  assert(mprotect(text, 4096, PROT_READ) == 0 && text[0] == 'x');
  assert(munmap(text, 4096) == 0 && munmap(shared, 4096) == 0);
  char* passwd = mmap(0, 10, PROT_READ, MAP_SHARED, open("/etc/passwd", O_RDONLY), 0);
  assert(passwd != MAP_FAILED && passwd[0] != 0);
  assert(addresses[0] != addresses[1]);
  return 0;
}
