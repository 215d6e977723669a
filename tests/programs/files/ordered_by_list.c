// expect: verified 3
// toy: # The table of files, which is looked at again at the end of the list.
// toy: var table
// toy: thread maker { table = 1 }
// toy: thread main { r = table; r = table }
// A name in the list of a folder is a sign, too.
#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int data;

static void* maker(void* unused) {
  data = 1;
  rename("before", "after");
  return unused;
}

int main(void) {
  mkdir("folder", 0700);
  chdir("folder");
  close(open("before", O_CREAT | O_WRONLY, 0600));
  DIR* list = opendir(".");
  pthread_t t;
  pthread_create(&t, 0, maker, 0);
  struct dirent* entry;
  while ((entry = readdir(list)) != 0)
    if (strcmp(entry->d_name, "after") == 0) assert(data == 1);
  pthread_join(t, 0);
  return 0;
}
