// expect: verified 2
// toy: var cancelled
// toy: thread t { r = cancelled; if r == 0 { await cancelled == 9 } }
// toy: thread main { cas cancelled, 0, 1 }
// A destructor in a function that was called inside of a C function's pthread_cleanup_push runs before its handler, one
// outside after it.
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>

#include <cassert>

extern "C" {
// What the macros of <pthread.h> are in C.
void __pthread_register_cancel(__pthread_unwind_buf_t*);
void __pthread_unregister_cancel(__pthread_unwind_buf_t*);
void __pthread_unwind_next(__pthread_unwind_buf_t*);
}

static sem_t s;
static int order[3], count;

struct Note {
  int number;
  ~Note() { order[count++] = number; }
};

__attribute__((noinline)) static void inner() {
  Note note{1};
  sem_wait(&s);
}

__attribute__((noinline)) static void like_c() {
  __pthread_unwind_buf_t buffer;
  if (__sigsetjmp(reinterpret_cast<__jmp_buf_tag*>(&buffer), 0) != 0) {
    order[count++] = 2;
    __pthread_unwind_next(&buffer);
  }
  __pthread_register_cancel(&buffer);
  inner();
  __pthread_unregister_cancel(&buffer);
}

static void* run(void*) {
  Note note{3};
  like_c();
  return nullptr;
}

int main() {
  pthread_t t;
  sem_init(&s, 0, 0);
  pthread_create(&t, nullptr, run, nullptr);
  pthread_cancel(t);
  pthread_join(t, nullptr);
  assert(count == 3 && order[0] == 1 && order[1] == 2 && order[2] == 3);
}
