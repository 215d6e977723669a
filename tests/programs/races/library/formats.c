// expect: verified 1
// flags: -Wno-format
// What formats do not name is not touched: one thread works with all kinds of them, the other writes beside what they read and
// write.
// count: one trace, for no thread has a step but main
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static struct {
  char text[8], after_text, letters[4], after_letters, small, after_small;
  int number, after_number;
  long large, after_large;
  char word[8], after_word[8];
} all = {.text = "abcdefg", .word = "12345678"};

static void* format(void* unused) {
  char line[200], *made = 0;
  int count = 0, seen = 0;
  long double pi = 3;
  assert(snprintf(line, sizeof line, "%d%% %*ld %.3s|%ls %c %Lf %hhd %p %n%s %zu %m", 1, 4, 2L, "abcd", L"wide", 'x', pi, 7,
                  (void*)&all, &count, all.text, sizeof line) > 20);
  assert(strstr(line, "abc|wide x 3.0") && count > 10 && strstr(line, "abcdefg 200"));
  // Only 8 bytes of the word are looked at: there is no 0 at its end.
  assert(snprintf(line, sizeof line, "%.8s %.*s", all.word, 3, all.text) == 12);
  assert(sscanf("  ab 17 -5 99 300 rest", "%*s %hhd %d %ld %*d %ms%n", &all.small, &all.number, &all.large, &made, &seen) == 4);
  assert(all.small == 17 && all.number == -5 && all.large == 99 && strcmp(made, "rest") == 0 && seen == 22);
  assert(sscanf("xyz]w", "%3[]x-z]", all.letters) == 1 && sscanf("pq", "%2c", all.word) == 1 && all.word[1] == 'q');
  assert(sscanf("text", "%d", &all.after_number) == 0);
  free(made);
  return unused;
}
static void* beside(void* unused) {
  all.after_text = all.after_letters = all.after_small = 1;
  all.after_number = 2;
  all.after_large = 3;
  memset(all.after_word, 4, 8);
  return unused;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, format, 0);
  pthread_create(&u, 0, beside, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
