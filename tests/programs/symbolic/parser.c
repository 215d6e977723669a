// expect: bug assertion
// options: --symbolic
// A thread parses a text of three characters, "+d;" or "-d;", and hands the number to a worker.
// fixed: verified 6
// count: One order. Of the text, first its end is wrong; or the digit is too small or too large; or the sign is +, -, or something else:
//   6 classes.
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>
#include <semaphore.h>

static char text[3];
static int number, sum;
static sem_t parsed;

static void* parse(void* unused) {
  number = -1000;
  if (text[2] == ';' && text[1] >= '0' && text[1] <= '9') {
    if (text[0] == '+') number = text[1] - '0';
    if (text[0] == '-') number = '0' - text[1];
  }
  sem_post(&parsed);
  return unused;
}

static void* work(void* unused) {
  sem_wait(&parsed);
  if (number != -1000) sum += number;
  return unused;
}

int main(void) {
  mazurka_symbolic(text, sizeof text, "text");
  sem_init(&parsed, 0, 0);
  pthread_t threads[2];
  pthread_create(&threads[0], 0, parse, 0);
  pthread_create(&threads[1], 0, work, 0);
  for (int k = 0; k < 2; k++) pthread_join(threads[k], 0);
#ifdef FIXED
  assert(sum >= -9 && sum <= 9);
#else
  assert(sum != -7);
#endif
}
