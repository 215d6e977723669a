// Each argument is what a thread does, a letter for each call on files. Their results are observed: executions that count
// as equivalent must agree on them. (tests/cli/agreement/file_conformance.sh)
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

void mazurka_test_observe(const void* memory, size_t bytes) __attribute__((weak));

enum { kThreads = 4, kCalls = 8, kShared = 5 };  // kShared: the descriptor that main opens

static int results[kThreads][kCalls];
static char** scripts;
static int ends[2];

static int with_byte(long result, char byte) {
  return result == -1 ? -1 : (int)result * 1000 + byte;
}

static int with_status(int result, const struct stat* status) {
  return result == -1 ? -1 : 100 + (int)status->st_size * 10 + (int)status->st_nlink;
}

static int call(char letter, int* own) {
  struct stat status;
  char byte = 0;
  switch (letter) {
    case 'o': return *own = open("mazurka-a", O_CREAT | O_RDWR, 0600);
    case 'x': return open("mazurka-a", O_CREAT | O_EXCL | O_RDWR, 0600);
    case 't': return *own = open("mazurka-a", O_CREAT | O_RDWR | O_TRUNC, 0600);
    case 'w': return (int)write(*own, "w", 1);
    case 'W': return (int)write(kShared, "W", 1);
    case 'r': return with_byte(read(kShared, &byte, 1), byte);
    case 'R': return with_byte(pread(kShared, &byte, 1, 0), byte);
    case 'c': return close(*own);
    case 'C': return close(kShared);
    case 's': return with_status(stat("mazurka-a", &status), &status);
    case 'f': return with_status(fstat(kShared, &status), &status);
    case 'u': return unlink("mazurka-a");
    case 'm': return rename("mazurka-a", "mazurka-b");
    case 'd': return *own = dup(kShared);
    case 'D': return dup2(ends[0], kShared);
    case 'l': return (int)lseek(kShared, 0, SEEK_CUR);
    case 'L': return (int)lseek(kShared, 0, SEEK_END);
    case 'p': return (int)write(ends[1], "pp", 2);
    case 'q': return with_byte(read(ends[0], &byte, 1), byte);
    case 'z': return close(ends[1]);
    default: return -2;
  }
}

static void* run(void* index) {
  const char* script = scripts[(long)index + 1];
  int own = kShared;
  for (int k = 0; k < kCalls && script[k] != 0; k++) {
    int result = call(script[k], &own);
    results[(long)index][k] = result == -1 ? -errno : result + 1;
  }
  return 0;
}

int main(int argc, char** argv) {
  pthread_t threads[kThreads];
  scripts = argv;
  if (mazurka_test_observe != 0) mazurka_test_observe(results, sizeof results);
  pipe2(ends, O_NONBLOCK);
  int file = open("mazurka-c", O_CREAT | O_RDWR, 0600);
  if (file != kShared) return 1;
  write(file, "xyz", 3);
  lseek(file, 1, SEEK_SET);
  for (long k = 0; k < argc - 1 && k < kThreads; k++) pthread_create(&threads[k], 0, run, (void*)k);
  for (long k = 0; k < argc - 1 && k < kThreads; k++) pthread_join(threads[k], 0);
  return 0;
}
