// expect: bug deadlock
// A static future waits in its destructor for a thread that waits for something that main should have done.
// fixed: verified
// uncounted: the steps of a future depend on the version of libstdc++
#include <semaphore.h>

#include <future>

static sem_t semaphore;
static int initialised = sem_init(&semaphore, 0, 0);
static std::future<void> result = std::async(std::launch::async, [] { sem_wait(&semaphore); });

int main() {
#ifdef FIXED
  sem_post(&semaphore);
#endif
}
