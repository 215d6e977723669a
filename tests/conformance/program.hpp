// A random program of the conformance test, as data.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "conformance/script.hpp"
#include "protocol/channel.hpp"

namespace mazurka::conformance {

struct Object {
  Kind kind = Kind::kAtomic;
  int variant = 0;
  int initial = 0;
  int partner = -1;  // another object
};

struct Operand {
  int slot = kConstant;  // the statement of the same thread that gives the value
  int number = 0;        // for kConstant
};

struct Statement {
  Op op = Op::kLoad;
  int object = -1;
  int object2 = -1;
  int variant = 0;
  int order = 5;  // of an atomic operation or fence, as std::memory_order has it; 5: sequentially consistent
  Operand a = {};
  Operand b = {};
  // Done only if the result of an earlier statement of the thread is (or is not) this number; -1: always.
  int guard = -1;
  int guard_number = 0;
  bool guard_equal = true;
};

// Thread 0 is main. It begins by creating a thread: what comes before the first one is not explored.
struct Program {
  std::vector<Object> objects;
  std::vector<std::vector<Statement>> threads;
  // What the environment may do in each thread.
  int max_timeouts = -1;  // -1: no limit
  int max_spurious_wakeups = 0;
  // Waiting writers are counted, unless readers go first; if the preference is left open, only where that matters
  // (runtime/engine/rwlock_preference.hpp).
  protocol::RwlockPreference rwlocks = protocol::RwlockPreference::kReaders;
  // With --races=explore: plain accesses are steps like those of atomics. Else they may not decide anything.
  bool explores_races = false;
  // Plain accesses are no steps, but what is read counts. They are mostly in critical sections. Of a program in which
  // some race, only that is compared.
  bool counts_plain = false;
};

inline bool may_be_kept_out(const Program& program) {
  return program.rwlocks != protocol::RwlockPreference::kReaders;
}

// Does it keep to the rules that make both sides mean the same (and the C++ library's own rules)?
bool is_valid(const Program& program);

// Does each statement do the same steps natively as in the toy language? Else only what threads see can be compared.
bool is_stepwise(const Program& program);

bool uses(const Program& program, Op op);

inline bool uses_mailboxes(const Program& program) {
  for (const Object& object : program.objects)
    if (object.kind == Kind::kMailbox) return true;
  return false;
}
// How many messages may be sent to a mailbox. As long as there is room for all, the native side takes it for unbounded.
int most_sent(const Program& program, size_t object);
inline bool is_bounded(const Program& program, size_t object) {
  const Object& box = program.objects[object];
  return box.initial != 0 && most_sent(program, object) > box.initial;
}

// For the driver.
std::string script_of(const Program& program);

// As std::memory_order has them.
constexpr bool is_acquire(int order) {
  return order == 2 || order >= 4;
}
constexpr bool is_release(int order) {
  return order >= 3;
}

// In the toy language. The registers o0, o1, ... of a thread are its first ones, and hold what its statements leave
// behind.
// All steps on a line of the text belong to one statement: `lines`, if given, gets its number for each line.
std::string toy_text_of(const Program& program, std::vector<int>* lines = nullptr);

}  // namespace mazurka::conformance
