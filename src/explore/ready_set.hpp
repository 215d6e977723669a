// Which threads may run next, sorted by what is known of their next operation without looking at values.
#pragma once

#include <bit>
#include <cstdint>

#include "base/metered.hpp"
#include "explore/program.hpp"

namespace mazurka {

// Kept up to date by the Recorder: after a step only the stepped thread and the one it may have spawned need a new
// look.
class ReadySet {
 public:
  enum class Class : uint8_t {
    kRead,      // enabled for sure, and changes no object
    kWrite,     // enabled for sure, and changes one
    kMayRead,   // may be disabled; changes no object
    kMayWrite,  // may be disabled; changes one
    kDepends,   // what it does depends on values, too
    kNone,      // has no next operation
  };

  // Looks at all threads.
  void assign(const Program& program) {
    uint32_t threads = program.thread_count();
    words_.assign((threads + 63) / 64, Word{});
    for (uint32_t t = 0; t < threads; t++)
      if (program.status(ThreadId(t)) == ThreadStatus::kReady)
        words_[t / 64].masks[static_cast<size_t>(class_of(program.next(ThreadId(t)).code))] |= uint64_t{1} << t % 64;
  }

  // Looks at the thread's status and next operation again.
  void update(const Program& program, ThreadId thread) {
    size_t at = thread.index() / 64;
    if (at >= words_.size()) words_.resize(at + 1, Word{});
    uint64_t bit = uint64_t{1} << thread.index() % 64;
    Word& word = words_[at];
    for (uint64_t& mask : word.masks) mask &= ~bit;
    if (program.status(thread) == ThreadStatus::kReady)
      word.masks[static_cast<size_t>(class_of(program.next(thread).code))] |= bit;
  }

  // Calls visit(thread) for the threads of a class (or of all) until it returns true.
  template <class Visit>
  bool ascending(Class which, Visit&& visit) const {
    return ascending(which, which, visit);
  }
  // ... or of one of two.
  template <class Visit>
  [[gnu::always_inline]] bool ascending(Class one, Class other, Visit&& visit) const {
    for (size_t at = 0; at < words_.size(); at++)
      for (uint64_t mask = words_[at].of(one) | words_[at].of(other); mask != 0; mask &= mask - 1)
        if (visit(ThreadId(at * 64 + static_cast<size_t>(std::countr_zero(mask))))) return true;
    return false;
  }
  template <class Visit>
  bool ascending(Visit&& visit) const {
    for (size_t at = 0; at < words_.size(); at++)
      for (uint64_t mask = words_[at].any(); mask != 0; mask &= mask - 1)
        if (visit(ThreadId(at * 64 + static_cast<size_t>(std::countr_zero(mask))))) return true;
    return false;
  }
  template <class Visit>
  bool descending(Visit&& visit) const {
    for (size_t at = words_.size(); at-- > 0;)
      for (uint64_t mask = words_[at].any(); mask != 0;) {
        uint32_t top = 63 - static_cast<uint32_t>(std::countl_zero(mask));
        mask &= ~(uint64_t{1} << top);
        if (visit(ThreadId(at * 64 + top))) return true;
      }
    return false;
  }

  static Class class_of(OpCode code);

 private:
  struct Word {
    uint64_t masks[static_cast<size_t>(Class::kNone)] = {};
    uint64_t of(Class which) const { return masks[static_cast<size_t>(which)]; }
    uint64_t any() const { return masks[0] | masks[1] | masks[2] | masks[3] | masks[4]; }
  };
  Vec<Word> words_;
};

}  // namespace mazurka
