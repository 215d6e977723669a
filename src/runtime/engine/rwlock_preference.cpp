#include "runtime/engine/rwlock_preference.hpp"

#include "protocol/channel.hpp"
#include "runtime/engine/learned_facts.hpp"
#include "runtime/engine/loops/spin_loops.hpp"
#include "runtime/platform/supervisor_log.hpp"

namespace mazurka::runtime {

namespace {

using protocol::RwlockPreference;

// In some execution.
bool has_read_locks;
bool readers_wait;         // for anything, with their locks
bool others_wait_for_all;  // with a lock, for a read lock or for something that any thread could have to do

bool is_open() {
  return channel->settings.environment.rwlock_preference == RwlockPreference::kAny;
}

}  // namespace

bool counts_waiting_writers() {
  return is_open() ? is_known(Fact::kRwlockPreferenceMatters, 0)
                   : channel->settings.environment.rwlock_preference == RwlockPreference::kWriters;
}

void learn_that_preference_matters() {
  // A replay goes by what the schedule says was known.
  if (is_open() && !is_replay()) learn_fact(Fact::kRwlockPreferenceMatters, 0);
}

void note_wait(OpCode code, LockCount locks) {
  readers_wait |= locks.read != 0;
  others_wait_for_all |= code != OpCode::kLock && code != OpCode::kWriteLock;
  if (readers_wait && others_wait_for_all) learn_that_preference_matters();
}

void note_waiting_for_ever() {
  if (has_read_locks && is_open()) note_fact(Fact::kRwlockPreferenceMatters, 0);
}

void before_read_lock() {
  has_read_locks = true;
  // A thread in a spin loop waits without an operation of its own.
  if (knows_spin_loops) learn_that_preference_matters();
}

}  // namespace mazurka::runtime
