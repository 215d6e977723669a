// What all generated programs share (opinions.py): two threads do one operation each on an object. The program's
// arguments say on which object, which operations, where the object lies, and what orders them:
//   OBJECT FIRST SECOND PLACE ORDER [NUDGE]
// A thread does FIRST, main does SECOND. For the sanitizers, which see only the run that happens, NUDGE 1 makes SECOND
// wait for FIRST, and 2 the other way round, by relaxed atomics, which order nothing.
#pragma once

#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __cplusplus
#include <new>
// Needs the value, so that the compiler keeps what computes it.
static thread_local volatile long sink;
template <class T>
__attribute__((noinline)) void use(const T& value) {
  const unsigned char* bytes = reinterpret_cast<const unsigned char*>(&value);
  for (size_t k = 0; k < sizeof value; k++) sink = sink + bytes[k];
}
#else
static __thread volatile long sink;
#define use(value) (sink = sink + (long)(value))
#endif

typedef struct {
  const char* name;
  void (*run)(void* object);
} Operation;

typedef struct {
  const char* name;
  size_t size;  // 0: there is no object, the state is the library's
  void (*make)(void* object);
  void (*destroy)(void* object);
  void (*check)(void);  // of the outcome, after both
  const Operation* operations;
} Object;

static int null_descriptor, input_descriptor;  // to write to, and to read a text file from
static const Object* object_kind;
static int freed;

enum { kRoom = 16384 };
static char global_room[kRoom] __attribute__((aligned(64)));
static __thread char thread_room[kRoom] __attribute__((aligned(64)));

// The plain accesses. A write leaves the value as it is: what follows works in either order.
static volatile unsigned char no_change;
static __attribute__((noinline)) void peek(void* object) {
  const unsigned char* bytes = (const unsigned char*)object;
  unsigned char sum = 0;
  for (size_t k = 0; k < object_kind->size; k++) sum = (unsigned char)(sum + bytes[k]);
  sink = sink + sum;
}
static __attribute__((noinline)) void poke(void* object) {
  unsigned char* bytes = (unsigned char*)object;
  unsigned char change = no_change;
  for (size_t k = 0; k < object_kind->size; k++) bytes[k] = (unsigned char)(bytes[k] ^ change);
}
static void release(void* object) {
#ifdef __cplusplus
  if (object_kind->destroy) object_kind->destroy(object);
  operator delete(object);
#else
  free(object);
#endif
}
static void nothing_at_all(void* object) {
  (void)object;
}

static void (*first)(void*);
static void (*second)(void*);
static const char* order;
static int nudge;
static int first_done, second_done, flag;
static pthread_mutex_t mutexes[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_spinlock_t spinlock;
static sem_t semaphore;
static pthread_barrier_t barrier;

static int is(const char* name) {
  return strcmp(order, name) == 0;
}

static void wait_for(int* done) {
  while (!__atomic_load_n(done, __ATOMIC_RELAXED)) usleep(100);
}

static void run_locked(int which, void (*operation)(void*), void* object) {
  int lock = is("two-mutexes") ? which : 0, locks = is("mutex") || is("two-mutexes");
  if (locks) pthread_mutex_lock(&mutexes[lock]);
  if (is("spin")) pthread_spin_lock(&spinlock);
  operation(object);
  if (is("spin")) pthread_spin_unlock(&spinlock);
  if (locks) pthread_mutex_unlock(&mutexes[lock]);
}

static void* run_first(void* object) {
  if (nudge == 2) wait_for(&second_done);
  run_locked(0, first, object);
  if (nudge == 1) __atomic_store_n(&first_done, 1, __ATOMIC_RELAXED);
  if (is("flag")) __atomic_store_n(&flag, 1, __ATOMIC_RELEASE);
  if (is("relaxed")) __atomic_store_n(&flag, 1, __ATOMIC_RELAXED);
  if (is("semaphore")) sem_post(&semaphore);
  if (is("barrier")) pthread_barrier_wait(&barrier);
  return 0;
}

static void run_second(void* object) {
  if (nudge == 1 && !is("create") && !is("flag") && !is("relaxed")) wait_for(&first_done);
  if (nudge == 1 && (is("flag") || is("relaxed"))) wait_for(&flag);
  if (is("semaphore")) sem_wait(&semaphore);
  if (is("barrier")) pthread_barrier_wait(&barrier);
  int goes_on = 1;
  if (is("flag")) goes_on = __atomic_load_n(&flag, __ATOMIC_ACQUIRE);
  if (is("relaxed")) goes_on = __atomic_load_n(&flag, __ATOMIC_RELAXED);
  if (goes_on) run_locked(1, second, object);
  if (nudge == 2) __atomic_store_n(&second_done, 1, __ATOMIC_RELAXED);
}

static void run_both(void* object) {
  pthread_t thread;
  if (is("create")) run_second(object);
  pthread_create(&thread, 0, run_first, object);
  if (is("join")) pthread_join(thread, 0);
  if (!is("create")) run_second(object);
  if (!is("join")) pthread_join(thread, 0);
  if (object_kind->check) object_kind->check();
}

static void* allocate(size_t size) {
#ifdef __cplusplus
  return operator new(size);
#else
  return malloc(size);
#endif
}

static void run_case(const char* place) {
  char stack_room[kRoom] __attribute__((aligned(64)));
  size_t size = object_kind->size;
  char* block = 0;
  void* object = 0;
  if (size > kRoom) abort();
  if (strcmp(place, "heap") == 0) object = block = (char*)allocate(size);
  if (strcmp(place, "half") == 0) object = global_room;
  if (strcmp(place, "member") == 0) block = (char*)allocate(size + 128), object = block + 64;
  if (strcmp(place, "global") == 0) object = global_room;
  if (strcmp(place, "thread") == 0) object = thread_room;
  if (strcmp(place, "stack") == 0) object = stack_room;
  if (object) memset(object, 0, size);
  if (object_kind->make) object_kind->make(object);
  if (strcmp(place, "half") == 0) {
    block = (char*)allocate(size / 2);
    object = memcpy(block, global_room, size / 2);
  }
  freed = first == release || second == release;
  run_both(object);
  if (!freed && object && object_kind->destroy && strcmp(place, "half") != 0) object_kind->destroy(object);
#ifdef __cplusplus
  if (!freed && block) operator delete(block);
#else
  if (!freed) free(block);
#endif
}

static void (*find_operation(const char* name))(void*) {
  if (strcmp(name, "peek") == 0) return peek;
  if (strcmp(name, "poke") == 0) return poke;
  if (strcmp(name, "free") == 0) return release;
  if (strcmp(name, "nothing") == 0) return nothing_at_all;
  for (const Operation* k = object_kind->operations; k->name; k++)
    if (strcmp(k->name, name) == 0) return k->run;
  fprintf(stderr, "no operation %s\n", name);
  exit(99);
}

static int run_program(const Object* objects, int argc, char** argv) {
  if (argc < 6) return 99;
  for (object_kind = objects; object_kind->name && strcmp(object_kind->name, argv[1]) != 0;) object_kind++;
  if (!object_kind->name) return 99;
  first = find_operation(argv[2]);
  second = find_operation(argv[3]);
  order = argv[5];
  nudge = argc > 6 ? atoi(argv[6]) : 0;
  null_descriptor = open("/dev/null", O_RDWR);
  input_descriptor = open("input.txt", O_RDONLY);
  if (is("spin")) pthread_spin_init(&spinlock, 0);
  if (is("semaphore")) sem_init(&semaphore, 0, 0);
  if (is("barrier")) pthread_barrier_init(&barrier, 0, 2);
  run_case(argv[4]);
  return 0;
}
