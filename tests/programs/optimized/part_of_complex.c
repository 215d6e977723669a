// expect: bug data_race
// message: data race on impedance+8
// fixed: verified 2
// count: two critical sections, in either order: 2 traces.
// A copy of a complex number is a read of both its parts, although only one part of the copy is used.
#include <complex.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static double complex impedance;

static void* change(void* unused) {
  pthread_mutex_lock(&mutex);
  __imag__ impedance = 2;
  pthread_mutex_unlock(&mutex);
  return unused;
}
static void* read_it(void* resistance) {
#ifdef FIXED
  pthread_mutex_lock(&mutex);
#endif
  double complex copy = impedance;
#ifdef FIXED
  pthread_mutex_unlock(&mutex);
#endif
  *(double*)resistance = creal(copy);
  return 0;
}

int main(void) {
  pthread_t a, b;
  static double resistance;
  pthread_create(&a, 0, change, 0);
  pthread_create(&b, 0, read_it, &resistance);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
