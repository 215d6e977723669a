// expect: bug deadlock
// flags: -std=c++20
// The thread of a static object and main take two locks in opposite orders.
// fixed: verified 2
// toy: mutex a, b
// toy: thread t[2] { lock a; lock b; unlock b; unlock a }
#include <pthread.h>

#include <thread>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void use(pthread_mutex_t& first, pthread_mutex_t& second) {
  pthread_mutex_lock(&first);
  pthread_mutex_lock(&second);
  pthread_mutex_unlock(&second);
  pthread_mutex_unlock(&first);
}

static std::jthread early([] { use(a, b); });

int main() {
#ifdef FIXED
  use(a, b);
#else
  use(b, a);
#endif
}
