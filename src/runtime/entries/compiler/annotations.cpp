// What programs tell the ThreadSanitizer, if they think that they are built for it: <sanitizer/tsan_interface.h> and
// the older annotations. That one thing happens before another is believed. All else has no effect: locks of the
// program's own are seen by the atomic operations that they are made of, and a race that is said to be benign is one.
#include "runtime/engine/threads/user_side.hpp"
#include "runtime/platform/stand_in.hpp"
#include "runtime/races/race_detector.hpp"

using namespace mazurka::runtime;

MAZURKA_STAND_IN(void, __tsan_acquire, (void* address)) {
  if (is_checked()) hb_acquire(address);
}
MAZURKA_STAND_IN(void, __tsan_release, (void* address)) {
  if (is_checked()) hb_release(address);
}
MAZURKA_STAND_IN(void, AnnotateHappensBefore, (const char*, int, void* address)) {
  if (is_checked()) hb_release(address);
}
MAZURKA_STAND_IN(void, AnnotateHappensAfter, (const char*, int, void* address)) {
  if (is_checked()) hb_acquire(address);
}

#define NO_EFFECT(name)              \
  MAZURKA_STAND_IN(long, name, ()) { \
    return 0;                        \
  }
NO_EFFECT(__tsan_mutex_create)
NO_EFFECT(__tsan_mutex_destroy)
NO_EFFECT(__tsan_mutex_pre_lock)
NO_EFFECT(__tsan_mutex_post_lock)
NO_EFFECT(__tsan_mutex_pre_unlock)
NO_EFFECT(__tsan_mutex_post_unlock)
NO_EFFECT(__tsan_mutex_pre_signal)
NO_EFFECT(__tsan_mutex_post_signal)
NO_EFFECT(__tsan_mutex_pre_divert)
NO_EFFECT(__tsan_mutex_post_divert)
NO_EFFECT(__tsan_get_current_fiber)
NO_EFFECT(__tsan_create_fiber)
NO_EFFECT(__tsan_destroy_fiber)
NO_EFFECT(__tsan_switch_to_fiber)
NO_EFFECT(__tsan_set_fiber_name)
NO_EFFECT(__tsan_flush_memory)
NO_EFFECT(AnnotateCondVarSignal)
NO_EFFECT(AnnotateCondVarSignalAll)
NO_EFFECT(AnnotateCondVarWait)
NO_EFFECT(AnnotateMutexIsNotPHB)
NO_EFFECT(AnnotateMutexIsUsedAsCondVar)
NO_EFFECT(AnnotateRWLockCreate)
NO_EFFECT(AnnotateRWLockCreateStatic)
NO_EFFECT(AnnotateRWLockDestroy)
NO_EFFECT(AnnotateRWLockAcquired)
NO_EFFECT(AnnotateRWLockReleased)
NO_EFFECT(AnnotateBenignRace)
NO_EFFECT(AnnotateBenignRaceSized)
NO_EFFECT(AnnotateIgnoreReadsBegin)
NO_EFFECT(AnnotateIgnoreReadsEnd)
NO_EFFECT(AnnotateIgnoreWritesBegin)
NO_EFFECT(AnnotateIgnoreWritesEnd)
NO_EFFECT(AnnotateIgnoreSyncBegin)
NO_EFFECT(AnnotateIgnoreSyncEnd)
NO_EFFECT(AnnotateNewMemory)
NO_EFFECT(AnnotatePublishMemoryRange)
NO_EFFECT(AnnotateUnpublishMemoryRange)
NO_EFFECT(AnnotateThreadName)
NO_EFFECT(AnnotateEnableRaceDetection)
NO_EFFECT(AnnotateFlushState)
NO_EFFECT(AnnotateTraceMemory)
NO_EFFECT(AnnotateNoOp)
NO_EFFECT(WTFAnnotateBenignRaceSized)
NO_EFFECT(RunningOnValgrind)
