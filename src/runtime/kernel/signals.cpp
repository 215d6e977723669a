#include "runtime/kernel/signals.hpp"

#include <signal.h>
#include <string.h>

#include "runtime/engine/thread_words.hpp"
#include "runtime/engine/threads/thread_hooks.hpp"
#include "runtime/engine/threads/user_side.hpp"
#include "runtime/memory/rewind.hpp"

namespace mazurka::runtime {

SignalSteps signal_steps;
bool actions_were_used = false;

namespace {

SignalAction actions[kSignals + 1];
SignalAction actions_at_base[kSignals + 1];

// What was set at the base is put back at every restart.
class SignalActions final : public Rewindable {
 public:
  constexpr SignalActions() : Rewindable(Changes::kAreNoted) {}
  void note_change() {
    changed_ = true;
    Rewindable::note_change();
  }

  void save(Level level) override {
    if (level == Level::kPrefix) return;
    memcpy(actions_at_base, actions, sizeof actions);
    changed_ = false;
  }
  void restore(Level) override {
    if (changed_) memcpy(actions, actions_at_base, sizeof actions);
    changed_ = false;
  }
  bool is_changed() const override { return changed_; }
  bool allows_waypoint() const override { return !changed_; }

 private:
  bool changed_ = false;
};
constinit SignalActions signal_actions;
const Registration registered(signal_actions);

// A new thread has its creator's mask.
void begin_mask(uint32_t creator) {
  if (current_thread() == 0) return;
  uint64_t mask = words_of(creator).mask;
  if (mask != 0) words_of(current_thread()).mask = mask;
}
const BeginHook mask_hook(begin_mask);

}  // namespace

const SignalAction& action_of(int number) {
  return actions[number];
}

void exchange_action(int number, const SignalAction* action, SignalAction* old) {
  if (number < 1 || number > kSignals) return;
  SignalAction before = actions[number];
  if (action != nullptr) {
    actions[number] = *action;
    signal_actions.note_change();
  }
  if (old != nullptr) *old = before;
}

uint64_t changed_mask(uint64_t mask, int how, uint64_t set) {
  uint64_t result = how == SIG_BLOCK ? mask | set : how == SIG_UNBLOCK ? mask & ~set : set;
  return result & ~(bit_of(SIGKILL) | bit_of(SIGSTOP));
}

void exchange_mask(int how, const uint64_t* mask, uint64_t* old) {
  uint64_t& own = words_of(current_thread()).mask;
  uint64_t before = own;
  if (mask != nullptr) own = changed_mask(own, how, *mask);
  if (old != nullptr) *old = before;
}

}  // namespace mazurka::runtime
