// expect: bug assertion
// options: --races=explore
// A word is written as a whole and in parts: all of that is one object.
// fixed: verified 2
// toy: var word
// toy: thread whole { word = 1 }
// toy: thread part { word = 2 }
// Which of the two writes is the later one: 2 traces.
#include <assert.h>
#include <pthread.h>

static union {
  unsigned whole;
  unsigned char part[4];
} word;

static void *write_whole(void *argument) {
  word.whole = 0x01010101;
  return argument;
}

static void *write_part(void *argument) {
  word.part[1] = 2;
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, write_whole, 0);
  pthread_create(&second, 0, write_part, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
#ifdef FIXED
  assert(word.whole == 0x01010201 || word.whole == 0x01010101);
#else
  assert(word.whole == 0x01010201);
#endif
  return 0;
}
