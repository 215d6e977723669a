// expect: bug data_race
// A struct is assigned while another thread writes its last member.
#include <pthread.h>

struct Data {
  long part[5];
  short last;
};
struct Data shared, copy;

static void* first(void* unused) {
  copy = shared;
  return unused;
}
static void* second(void* unused) {
  shared.last = 1;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
