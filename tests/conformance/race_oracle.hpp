// Data races by the book: C++20's happens-before, computed step by step along an execution, with every access compared
// with every other one. Shares nothing with the runtime's detector.
#pragma once

#include <array>
#include <map>
#include <span>
#include <vector>

#include "conformance/program.hpp"
#include "model/event.hpp"
#include "toy/machine.hpp"

namespace mazurka::conformance {

class RaceOracle {
 public:
  // `lines`: as toy_text_of() tells them. The program must be one that is compared step by step, if it has plain
  // memory.
  RaceOracle(const Program& program, const toy::Machine& machine, std::vector<int> lines)
      : program_(program), machine_(machine), lines_(std::move(lines)) {}

  bool are_watched() const {
    return !program_.explores_races && !program_.counts_plain &&
           (uses(program_, Op::kPlainRead) || uses(program_, Op::kPlainWrite));
  }
  // Do two accesses of this execution race?
  bool has_race(std::span<const Event> events);

 private:
  // How much of each thread happens before.
  using Clock = std::array<uint32_t, kMaxThreads>;
  struct Thread {
    Clock clock = {};
    Clock seen_relaxed = {};  // what an acquire fence would acquire
    Clock fence = {};         // of the last release fence
    size_t statements = 0;    // that were looked at
  };
  struct Access {
    size_t thread;
    uint32_t time;  // of the thread
    bool writes;
    bool atomic;
  };

  static void join(Clock& into, const Clock& from);
  bool counts_writers(ObjectId object) const;
  void synchronise(const Event& event);
  void synchronise_atomic(Thread& self, const Event& event, int order);
  void acquire(Thread& self, const Clock& clock, int order);
  // What the thread has done between its last event and its next one.
  void look_at_thread(size_t thread);
  void fence(size_t thread, int order);
  void note_access(int object, const Access& access);

  const Program& program_;
  toy::Machine machine_;
  std::vector<int> lines_;
  std::array<Thread, kMaxThreads> threads_;
  std::map<uint32_t, Clock> released_;           // by object: what the next to acquire gets
  std::map<uint32_t, Clock> left_by_readers_;    // of a read-write lock: for writers
  std::map<int, std::vector<Access>> accesses_;  // by object of the program
  bool found_ = false;
};

}  // namespace mazurka::conformance
