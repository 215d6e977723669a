// depth 4: two threads must answer each other twice at the right moment.
#include <assert.h>
#include <stdatomic.h>

#include "noise.h"

static atomic_int question, answer;

static void* asks(void* unused) {
  question = 1;
  if (answer == 1) {
    question = 2;
    assert(answer != 2);
  }
  noise();
  return unused;
}
static void* answers(void* unused) {
  if (question == 1) {
    answer = 1;
    if (question == 2) answer = 2;
  }
  noise();
  return unused;
}

int main(void) {
  void* (*const bodies[])(void*) = {asks, answers};
  run_all(bodies, 2, 3);
  return 0;
}
