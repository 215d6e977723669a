// What of an event matters to sleep sets and wakeup trees: who does it, with which outcome, and what it touches how.
#pragma once

#include <cstdint>

#include "model/event.hpp"

namespace mazurka {

struct Step {
  ThreadId thread;
  Choice choice = 0;
  bool has_choices = false;  // its operation may have other outcomes
  uint8_t access_count = 0;
  Mode mode[2] = {};
  ObjectId object[2];
  Mail mail;  // if it touches a mailbox

  Step() = default;
  explicit Step(const Event& event)
      : thread(event.thread),
        choice(event.choice),
        has_choices(mazurka::has_choices(event.op.code)),
        access_count(static_cast<uint8_t>(event.access_count)) {
    for (uint32_t i = 0; i < event.access_count; i++) {
      mode[i] = event.access[i].mode;
      object[i] = event.access[i].object;
    }
    if (access_count == 1 && is_of_mailbox(mode[0])) mail = mail_of(event);
  }

  // Two steps of different threads that are both possible: may they be swapped? This must agree exactly with
  // happens-before (an operation that finds another value may have another mode: a coarser answer loses or repeats
  // traces).
  bool independent_of(const Event& event) const {
    for (uint32_t i = 0; i < access_count; i++)
      for (uint32_t k = 0; k < event.access_count; k++)
        if (object[i] == event.access[k].object && conflict(mode[i], event.access[k].mode) &&
            (!is_of_mailbox(mode[i]) || !is_of_mailbox(event.access[k].mode) || mails_conflict(mail, mail_of(event))))
          return false;
    return true;
  }

  bool same_choice(const Event& event) const { return thread == event.thread && choice == event.choice; }
};

// The steps that need not be taken from a state, since what follows them was explored from there or from an earlier
// state.
class SleepSet {
 public:
  void clear() { steps_.clear(); }
  bool empty() const { return steps_.empty(); }
  void add(const Step& step) { steps_.push_back(step); }

  bool has(const Event& event) const {
    for (const Step& step : steps_)
      if (step.same_choice(event)) return true;
    return false;
  }
  // Does some outcome of the thread's next operation sleep?
  bool has_thread(ThreadId thread) const { return find(thread) != nullptr; }
  // Do all of them, as far as can be said without looking at the state?
  bool has_all_of(ThreadId thread) const {
    const Step* step = find(thread);
    return step != nullptr && !step->has_choices;
  }

  // Becomes what still sleeps after `event` in a state where `before` sleeps.
  void assign_after(const SleepSet& before, const Event& event) {
    steps_.clear();
    for (const Step& step : before.steps_)
      if (step.thread != event.thread && step.independent_of(event)) steps_.push_back(step);
  }

  auto begin() const { return steps_.begin(); }
  auto end() const { return steps_.end(); }

 private:
  const Step* find(ThreadId thread) const {
    for (const Step& step : steps_)
      if (step.thread == thread) return &step;
    return nullptr;
  }

  Vec<Step> steps_;
};

}  // namespace mazurka
