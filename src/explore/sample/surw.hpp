// Selectively uniform random walk: threads weighed by what they have still to do. See surw.cpp.
#pragma once

#include <cstdint>
#include <vector>

#include "explore/sample/strategy.hpp"

namespace mazurka {

class Surw final : public Strategy {
 public:
  void begin(Dice& dice) override;
  ThreadId pick(const Recorder& recorder, std::span<const ThreadId> enabled, Dice& dice) override;
  void after(const Event& event, const Recorder& recorder, Dice& dice) override;
  void end(const Trace& trace) override;
  void append_words(std::vector<uint32_t>& words) const override;
  bool from_words(std::span<const uint32_t> words) override;

 private:
  // Over the runs that were measured.
  struct Profile {
    ObjectId object;
    ByThread<uint32_t> events;  // that touch it
    uint32_t threads = 0;       // that do
  };
  struct ThreadFacts {
    uint32_t events = 0;  // that touch any object, over the runs that were measured
    bool has_parent = false;
    ThreadId parent;
  };
  // Of the run at hand.
  struct ThreadState {
    double left = 0;  // events that count
    bool begun = false;
  };
  static constexpr uint32_t kEveryObject = UINT32_MAX;

  void measure(const Event& event);
  void enter(ObjectId object);
  void choose_object(Dice& dice);
  bool counts(const Operation& op) const;
  double weight(ThreadId thread, const Program& program);
  void draw(const Program& program, std::span<const ThreadId> from, Dice& dice);

  ByThread<ThreadFacts> facts_;
  std::vector<Profile> profiles_;  // of the objects that were seen
  Vec<uint32_t> place_of_;         // by object: its place there, plus one
  uint32_t measured_ = 0;          // runs

  ByThread<ThreadState> state_;
  uint32_t object_ = kEveryObject;  // whose events count
  bool has_drawn_ = false;
  ThreadId drawn_;  // the thread that does the next event that counts
  Vec<double> weights_;
  Vec<ThreadId> free_;  // threads that may run before it does
};

}  // namespace mazurka
