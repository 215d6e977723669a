// expect: verified 1
// Folders, links, renaming, listing, and what is refused, as a real kernel does it.
// count: Only one thread makes steps, for main creates it and waits for its end: 1 trace.
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int entries(const char* path) {
  DIR* folder = opendir(path);
  assert(folder);
  int count = 0;
  while (readdir(folder)) count++;
  closedir(folder);
  return count - 2;
}

static void write_file(const char* path, const char* text) {
  int file = creat(path, 0666);
  assert(file >= 0 && write(file, text, strlen(text)) == (long)strlen(text));
  close(file);
}

#define FAILS(call, error) assert((errno = 0, (call) == -1 && errno == error))

static void* run(void* unused) {
  struct stat status;
  char text[100] = {0};
  assert(umask(027) == (mode_t)(long)unused && mkdir("mazurka-dir", 0777) == 0);
  assert(stat("mazurka-dir", &status) == 0 && S_ISDIR(status.st_mode) && (status.st_mode & 0777) == 0750);
  FAILS(mkdir("mazurka-dir", 0777), EEXIST);
  FAILS(mkdir("mazurka-none/x", 0777), ENOENT);
  FAILS(open("mazurka-none", O_RDONLY), ENOENT);
  FAILS(open("mazurka-dir", O_WRONLY), EISDIR);
  FAILS(open("/etc/passwd/x", O_RDONLY), ENOTDIR);
  FAILS(open(0, O_RDONLY), EFAULT);
  assert(chdir("mazurka-dir") == 0 && getcwd(text, sizeof text) && strstr(text, "/mazurka-dir"));
  write_file("a", "12345");
  assert(stat("a", &status) == 0 && status.st_size == 5 && (status.st_mode & 0777) == 0640 && status.st_nlink == 1);
  assert(link("a", "b") == 0 && stat("b", &status) == 0 && status.st_nlink == 2);
  assert(symlink("b", "c") == 0 && readlink("c", text, sizeof text) == 1 && text[0] == 'b');
  assert(lstat("c", &status) == 0 && S_ISLNK(status.st_mode));
  assert(symlink("loop", "loop") == 0);
  FAILS(open("loop", O_RDONLY), ELOOP);
  assert(entries(".") == 4);
  assert(unlink("a") == 0 && truncate("c", 2) == 0 && stat("b", &status) == 0 && status.st_size == 2);
  assert(rename("b", "d") == 0 && access("b", F_OK) == -1 && access("d", R_OK | W_OK) == 0);
  FAILS(rmdir("../mazurka-dir"), ENOTEMPTY);
  FAILS(unlink("../mazurka-dir"), EISDIR);
  assert(unlink("c") == 0 && unlink("d") == 0 && unlink("loop") == 0 && entries(".") == 0);
  assert(chdir("..") == 0 && rename("mazurka-dir", "mazurka-moved") == 0);
  write_file("mazurka-moved/x", "x");
  assert(rename("mazurka-moved", "mazurka-again") == 0 && access("mazurka-again/x", F_OK) == 0);
  assert(remove("mazurka-again/x") == 0 && remove("mazurka-again") == 0);
  // A file of the disk: it seems to be gone, but only here.
  assert(access("/etc/passwd", R_OK) == 0);
  int file = open("/etc", O_RDONLY | O_DIRECTORY);
  assert(openat(file, "passwd", O_RDONLY) >= 0 && fstatat(file, "passwd", &status, 0) == 0 && status.st_size > 0);
  int count = entries("/etc");
  FAILS(lseek(99, 0, SEEK_SET), EBADF);
  FAILS(close(99), EBADF);
  if (geteuid() == 0) assert(unlink("/etc/passwd") == 0 && entries("/etc") == count - 1);
  if (geteuid() == 0) FAILS(open("/etc/passwd", O_RDONLY), ENOENT);
  return 0;
}

int main(void) {
  pthread_t t;
  long before = umask(0);
  umask((mode_t)before);
  pthread_create(&t, 0, run, (void*)before);
  pthread_join(t, 0);
  return 0;
}
