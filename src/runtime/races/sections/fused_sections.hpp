// Critical sections of the checked program that are one event (explore/critical_sections.hpp), if that is asked for.
//
// A section is one if, from the lock of its mutex to the unlock, the thread has called nothing of ours or of any
// library but the compiler's callbacks of plain accesses (foreign_calls(), engine/states/naming.hpp). The race detector
// tells what it has accessed.
//
// Not all of that must be said. A granule that a single thread uses, or that nobody writes, makes no difference to the
// order of sections. Nor does one if all sections that conflict there conflict at another one, too. So a section is
// said to access only some of its granules: as many as are needed for any two sections that conflict to have one of
// them in common (section_uses.hpp). If it turns out that more are needed, all begins again.
//
// For data races, the mutex has a clock for each of these and for each kind of access, instead of its own. A section is
// ordered as a whole: what seems to race in it is looked at once more at its end.
#pragma once

#include <cstdint>

#include "runtime/engine/states/naming.hpp"
#include "runtime/races/race_detector.hpp"

namespace mazurka::runtime {

// Checker's side, after begin_to_name_races().
void begin_to_fuse();

// ---- user thread's side

// The thread has locked the mutex. A section may begin only where the program itself goes on from there.
void begin_section(const void* mutex);
// It is about to unlock it; and it has.
void reach_end_of_section(const void* mutex);
void end_section(const void* mutex);

enum class AfterLock : uint8_t { kProgram, kOurs };
inline void hb_lock(const void* mutex, AfterLock next) {
  hb_acquire(mutex);
  if (fused_sections != nullptr && next == AfterLock::kProgram) [[unlikely]]
    begin_section(mutex);
}
inline void end_of_accesses(const void* mutex) {
  if (fused_sections != nullptr) [[unlikely]]
    reach_end_of_section(mutex);
}
inline void hb_unlock(const void* mutex) {
  if (fused_sections != nullptr) [[unlikely]]
    return end_section(mutex);
  hb_release(mutex);
}

}  // namespace mazurka::runtime
