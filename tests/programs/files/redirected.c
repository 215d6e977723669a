// expect: verified 2
// toy: # The mutex of standard output, which printf locks.
// toy: mutex output
// toy: thread t[2] { lock output; unlock output }
// Standard output goes to a file that is read again, so that its order can be seen: two lines, two orders. Standard input comes
// from a file.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static void* run(void* name) {
  printf("%s\n", (char*)name);
  return 0;
}

int main(void) {
  pthread_t t, u;
  char text[10] = {0};
  FILE* input = fopen("mazurka-input", "w");
  fputs("input\n", input);
  fclose(input);
  assert(freopen("mazurka-input", "r", stdin) && freopen("mazurka-output", "w", stdout));
  pthread_create(&t, 0, run, "a");
  pthread_create(&u, 0, run, "b");
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(getchar() == 'i' && scanf("%9s", text) == 1 && strcmp(text, "nput") == 0);
  fflush(stdout);
  FILE* output = fopen("mazurka-output", "r");
  assert(fread(text, 1, sizeof text, output) == 4 && (text[0] == 'a' || text[0] == 'b') && text[2] == 'a' + 'b' - text[0]);
  fclose(output);
  return 0;
}
