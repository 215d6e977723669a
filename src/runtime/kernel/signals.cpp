#include "runtime/kernel/signals.hpp"

#include <signal.h>
#include <string.h>

#include "runtime/engine/native_program.hpp"
#include "runtime/engine/spin_loops.hpp"
#include "runtime/engine/thread_words.hpp"

namespace mazurka::runtime {

namespace {

SignalAction actions[kSignals + 1];
SignalAction actions_at_base[kSignals + 1];
bool changed = false;

}  // namespace

void save_signal_actions() {
  memcpy(actions_at_base, actions, sizeof actions);
  changed = false;
}
void restore_signal_actions() {
  if (changed) memcpy(actions, actions_at_base, sizeof actions);
  changed = false;
}
bool signal_actions_are_changed() {
  return changed;
}

const SignalAction& action_of(int number) {
  return actions[number];
}

void exchange_action(int number, const SignalAction* action, SignalAction* old) {
  if (number < 1 || number > kSignals) return;
  SignalAction before = actions[number];
  if (action != nullptr) {
    actions[number] = *action;
    changed = true;
  }
  if (old != nullptr) *old = before;
}

uint64_t changed_mask(uint64_t mask, int how, uint64_t set) {
  uint64_t result = how == SIG_BLOCK ? mask | set : how == SIG_UNBLOCK ? mask & ~set : set;
  return result & ~(bit_of(SIGKILL) | bit_of(SIGSTOP));
}

void exchange_mask(int how, const uint64_t* mask, uint64_t* old) {
  uint64_t& own = words_of(program->current).mask;
  uint64_t before = own;
  if (mask != nullptr) own = changed_mask(own, how, *mask);
  if (old != nullptr) *old = before;
}

void inherit_signal_mask(uint32_t creator) {
  uint64_t mask = words_of(creator).mask;
  if (mask != 0) words_of(program->current).mask = mask;
}

}  // namespace mazurka::runtime
