// What the ways to sample executions have in common: each says which thread takes the next step of a run.
//
// A strategy is a class behind this interface, in a file of its own, and a row in strategies.cpp. It may remember what
// it saw in earlier runs. The dice are of the run at hand: what a run does depends on its seed, and on what earlier
// runs taught.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/dice.hpp"
#include "explore/recorder.hpp"

namespace mazurka {

class Strategy {
 public:
  virtual ~Strategy() = default;

  virtual void begin(Dice& dice) { (void)dice; }
  // One of the enabled threads, of which there is at least one.
  virtual ThreadId pick(const Recorder& recorder, std::span<const ThreadId> enabled, Dice& dice) = 0;
  // It has made its step.
  virtual void after(const Event& event, const Recorder& recorder, Dice& dice) {
    (void)event, (void)recorder, (void)dice;
  }
  virtual void end(const Trace& trace) { (void)trace; }

  // What it remembers of earlier runs, as numbers; and back. No numbers: it remembers nothing. False: these are not
  // its.
  virtual void append_words(std::vector<uint32_t>& words) const { (void)words; }
  virtual bool from_words(std::span<const uint32_t> words) { return words.empty(); }
};

// A value for each thread, made when it is first asked for.
template <class T>
class ByThread {
 public:
  T& operator[](ThreadId thread) {
    if (thread.index() >= values_.size()) values_.resize(thread.index() + 1, T{});
    return values_[thread.index()];
  }
  void clear() { values_.assign(values_.size(), T{}); }
  const T* find(ThreadId thread) const { return thread.index() < values_.size() ? &values_[thread.index()] : nullptr; }
  uint32_t size() const { return static_cast<uint32_t>(values_.size()); }

 private:
  Vec<T> values_;
};

}  // namespace mazurka
