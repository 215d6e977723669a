#include "runtime/engine/rwlock_preference.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/fixture.hpp"

namespace mazurka::runtime {
namespace {

using protocol::RwlockPreference;

class RwlockPreferenceTest : public RuntimeTest {
 protected:
  // Does the preference matter after this? What is learned is kept for the whole run: each answer comes from a process
  // of its own.
  template <class Function>
  void expect_learned(bool expected, Function function) {
    pid_t child = fork();
    if (child == 0) {
      function();
      _exit(counts_waiting_writers() ? 1 : 0);
    }
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFEXITED(status)) << "the child ended with status " << status;
    EXPECT_EQ(WEXITSTATUS(status), expected ? 1 : 0);
  }
  static constexpr LockCount kMutex{1, 0}, kReadLock{1, 1};
};

TEST_F(RwlockPreferenceTest, Settings_SayIt) {
  settings().environment.rwlock_preference = RwlockPreference::kWriters;
  EXPECT_TRUE(counts_waiting_writers());
  settings().environment.rwlock_preference = RwlockPreference::kReaders;
  EXPECT_FALSE(counts_waiting_writers());
}

TEST_F(RwlockPreferenceTest, LeftOpen_IsNotCountedAtFirst) {
  EXPECT_FALSE(counts_waiting_writers());
}

TEST_F(RwlockPreferenceTest, ReaderThatWaitsForAnything_AndAnotherThatMayDependOnIt_Matter) {
  expect_learned(true, [] {
    note_wait(OpCode::kLock, kReadLock);
    note_wait(OpCode::kReadLock, kMutex);
  });
  expect_learned(true, [] { note_wait(OpCode::kSemAcquire, kReadLock); });
  expect_learned(true, [] { note_wait(OpCode::kReadLock, kReadLock); });
}

TEST_F(RwlockPreferenceTest, WaitsWithoutAReadLock_DoNotMatter) {
  expect_learned(false, [] {
    note_wait(OpCode::kReadLock, kMutex);
    note_wait(OpCode::kSemAcquire, kMutex);
  });
}

// Whoever holds a mutex or writes needs no reader that is kept out.
TEST_F(RwlockPreferenceTest, WaitsForMutexesAndWriteLocksAlone_DoNotMatter) {
  expect_learned(false, [] {
    note_wait(OpCode::kLock, kReadLock);
    note_wait(OpCode::kWriteLock, kReadLock);
  });
}

TEST_F(RwlockPreferenceTest, NothingIsLearned_IfTheSettingsSayIt) {
  settings().environment.rwlock_preference = RwlockPreference::kReaders;
  expect_learned(false, [] { note_wait(OpCode::kSemAcquire, kReadLock); });
}

TEST_F(RwlockPreferenceTest, ThreadsThatWaitForEver_MatterOnceThereAreReadLocks) {
  expect_learned(false, [] { note_waiting_for_ever(); });
  expect_learned(true, [] {
    before_read_lock();
    note_waiting_for_ever();
  });
}

TEST_F(RwlockPreferenceTest, Operation_IsLookedAtIfItMayWaitWithALock) {
  expect_learned(false, [] { before_operation(OpCode::kSemAcquire, LockCount{}); });
  expect_learned(false, [] { before_operation(OpCode::kStore, kReadLock); });
  expect_learned(true, [] { before_operation(OpCode::kSemAcquire, kReadLock); });
  expect_learned(true, [] { before_operation(OpCode::kJoin, kReadLock); });
}

}  // namespace
}  // namespace mazurka::runtime
