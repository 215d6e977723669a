// The native side of the conformance test: executes the program that its argument describes (script_of), with the real
// primitives. Compiled once, by mazurka-c++.
#include "driver.hpp"

#include <pthread.h>
#include <threads.h>

#include <cassert>
#include <cstdlib>
#include <thread>

#include "mazurka/mazurka.hpp"

namespace mazurka::conformance {

ObjectState objects[kMaxObjects];
long entries[kMaxThreads][kMaxStatements];
int held[kMaxThreads][kMaxObjects];

namespace {

struct Line {
  Op op;
  int object, object2, variant, order;
  int a_slot, a, b_slot, b;
  int guard, guard_number, guard_equal;
};
Line lines[kMaxThreads][kMaxStatements];
int line_count[kMaxThreads];
bool is_joined[kMaxThreads];
bool explores_races;

pthread_t pthreads[kMaxThreads];
std::thread* threads[kMaxThreads];
thrd_t c11_threads[kMaxThreads];

void run(int self);

void* run_pthread(void* argument) {
  run(static_cast<int>(reinterpret_cast<intptr_t>(argument)));
  return nullptr;
}
int run_c11(void* argument) {
  run(static_cast<int>(reinterpret_cast<intptr_t>(argument)));
  return 0;
}

void spawn(int t, int variant) {
  void* argument = reinterpret_cast<void*>(static_cast<intptr_t>(t));
  if (variant == 0) {
    pthread_create(&pthreads[t], nullptr, run_pthread, argument);
    if (!is_joined[t]) pthread_detach(pthreads[t]);
  } else if (variant == 1) {
    threads[t] = new std::thread(run, t);
    if (!is_joined[t]) threads[t]->detach();
  } else {
    thrd_create(&c11_threads[t], run_c11, argument);
    if (!is_joined[t]) thrd_detach(c11_threads[t]);
  }
}

void join(int t) {
  if (threads[t] != nullptr)
    threads[t]->join();
  else if (pthreads[t] != 0)
    pthread_join(pthreads[t], nullptr);
  else
    thrd_join(c11_threads[t], nullptr);
}

long check(long a, int variant) {
  if (a != 0) return 0;
  switch (variant) {
    case 0: assert(a);
    case 1: mazurka::fail("a must not be 0");
    case 2: abort();
    default: throw a;
  }
}

long execute(int self, const Line& line) {
  auto operand = [self](int slot, int number) -> long {
    return slot == kConstant ? number : logged_result(entries[self][slot]) % 4;
  };
  long a = operand(line.a_slot, line.a), b = operand(line.b_slot, line.b);
  switch (line.op) {
    case Op::kSpawn: return spawn(line.object, line.variant), 0;
    case Op::kJoin: return join(line.object), 0;
    case Op::kChoose: return mazurka::choose(static_cast<unsigned>(a));
    case Op::kAssume: return mazurka::assume(a != 0), 1;
    case Op::kAssert: return check(a, line.variant);
    case Op::kFence: return std::atomic_thread_fence(static_cast<std::memory_order>(line.order)), 0;
    default: break;
  }
  ObjectState& object = objects[line.object];
  int& own = held[self][line.object];
  if (line.op == Op::kPlainRead || line.op == Op::kPlainWrite)
    return use_plain(object, line.op, line.variant, a, explores_races);
  switch (object.kind) {
    case Kind::kAtomic:
    case Kind::kCounter:
    case Kind::kFlags: return use_atomic(object, {line.op, line.variant, line.order, a, b}, line.object2);
    case Kind::kMutex: return use_mutex(object, line.op);
    case Kind::kRwlock: return use_rwlock(object, line.op, own);
    case Kind::kMailbox: return use_mailbox(object, line.op, line.variant, a);
    case Kind::kCondition: return use_condition(object, line.op, held[self][object.partner]);
    default: return use_other(object, line.op, a);
  }
}

// How often the thread has a lock, for the few classes that must be told.
void note_lock(int self, const Line& line, long result) {
  if (line.op >= Op::kSpawn) return;
  int& own = held[self][line.object];
  switch (line.op) {
    case Op::kLock: own += result == 0; break;
    case Op::kTryLock:
    case Op::kTimedLock: own += result == 1; break;
    case Op::kUnlock: own -= result == 0; break;
    case Op::kReadLock: own += result == 0; break;
    case Op::kTryReadLock:
    case Op::kTimedReadLock: own += result == 1; break;
    case Op::kWriteLock: own = result == 0 ? -1 : own; break;
    case Op::kTryWriteLock:
    case Op::kTimedWriteLock: own = result == 1 ? -1 : own; break;
    case Op::kRwUnlock: own = own < 0 ? 0 : own - 1; break;
    default: break;
  }
}

void run(int self) {
  for (int k = 0; k < line_count[self]; k++) {
    const Line& line = lines[self][k];
    bool skip =
        line.guard >= 0 && (entries[self][line.guard] == log_entry(line.guard_number)) != (line.guard_equal != 0);
    if (skip) continue;
    long result = execute(self, line);
    note_lock(self, line, result);
    entries[self][k] = log_entry(result);
  }
}

int next_number(char*& text) {
  return static_cast<int>(strtol(text, &text, 10));
}

void read_script(char* text) {
  explores_races = next_number(text) != 0;
  int object_count = next_number(text);
  for (int o = 0; o < object_count; o++) {
    int kind = next_number(text), variant = next_number(text), initial = next_number(text), partner = next_number(text);
    prepare(o, static_cast<Kind>(kind), variant, initial, partner);
  }
  int thread_count = next_number(text);
  for (int t = 0; t < thread_count; t++) {
    line_count[t] = next_number(text);
    for (int k = 0; k < line_count[t]; k++) {
      Line& line = lines[t][k];
      line.op = static_cast<Op>(next_number(text));
      for (int* field : {&line.object, &line.object2, &line.variant, &line.order, &line.a_slot, &line.a, &line.b_slot,
                         &line.b, &line.guard, &line.guard_number, &line.guard_equal})
        *field = next_number(text);
      if (line.op == Op::kJoin) is_joined[line.object] = true;
    }
  }
}

}  // namespace
}  // namespace mazurka::conformance

extern "C" void mazurka_test_observe(const void* memory, size_t bytes) __attribute__((weak));

int main(int argc, char** argv) {
  using namespace mazurka::conformance;
  if (argc != 2) return 2;
  read_script(argv[1]);
  if (mazurka_test_observe != nullptr) mazurka_test_observe(entries, sizeof entries);
  run(0);
}
