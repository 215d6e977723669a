// expect: verified 1
// Constructors run by their priorities, static objects last; destructors in the opposite order; and what they do with
// keys, files, clocks and the heap is as in main.
// count: Only one thread makes steps: 1 trace.
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include <cassert>
#include <string>

static int turn;
static pthread_key_t key;
static char name[] = "/tmp/mazurka-constructors-XXXXXX";

__attribute__((constructor(101))) static void first() {
  assert(turn++ == 0);
  assert(pthread_key_create(&key, [](void*) { turn = -1; }) == 0);
  assert(pthread_setspecific(key, &key) == 0);
}
__attribute__((constructor(102))) static void second(int argc, char** argv, char** envp) {
  assert(turn++ == 1 && argc == 1 && argv[0] != nullptr && envp == environ);
  int file = mkstemp(name);
  assert(file >= 0 && write(file, "text", 4) == 4 && close(file) == 0);
}
struct Thing {
  std::string text;
  Thing() : text(100, 'x') { assert(turn++ == 3); }
  ~Thing() { assert(turn++ == 5 && text.size() == 100); }
};
static Thing thing;
__attribute__((constructor)) static void last() {
  assert(turn++ == 2);
  time_t begin = time(nullptr);
  sleep(1000);
  assert(time(nullptr) >= begin + 1000);
  atexit([] { assert(turn++ == 6); });
}
__attribute__((destructor)) static void end() {
  assert(turn++ == 7);
}

static void* run(void* unused) {
  assert(pthread_getspecific(key) == nullptr);
  char text[5] = "";
  FILE* file = fopen(name, "r");
  assert(file != nullptr && fread(text, 1, 5, file) == 4 && fclose(file) == 0);
  assert(unlink(name) == 0);
  return unused;
}

int main() {
  assert(turn++ == 4);
  assert(pthread_getspecific(key) == &key);
  pthread_t thread;
  pthread_create(&thread, nullptr, run, nullptr);
  pthread_join(thread, nullptr);
}
