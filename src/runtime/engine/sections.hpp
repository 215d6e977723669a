// Atomic sections: what a thread does in one is one step.
//
// What a section will touch is not known before it runs, so all memory that any section uses is one object, which a
// section writes. Memory found to be used in a section that was explored as an object of its own so far makes the
// exploration start again. Only one section can be open at a time, since its thread is not suspended in it.
#pragma once

#include <cstdint>

#include "runtime/engine/objects.hpp"
#include "runtime/memory/rewind.hpp"
#include "runtime/platform/own_variable.hpp"

namespace mazurka::runtime {

inline constexpr ObjectKind kSectionObject{.read = read_int32, .is_primitive = false};

class Sections final : public Rewindable {
 public:
  constexpr Sections() : Rewindable(Changes::kAreNoted) {}

  bool is_open() const { return open_; }
  // Has any execution so far?
  bool are_used() const { return used_; }
  void note_use() { used_ = true; }

  // `changes`: how often its thread has changed something so far.
  void open(uint64_t changes);
  void close(uint64_t changes);
  bool has_changed(uint64_t changes) const { return open_ && changes != changes_before_; }
  // Its thread stops in the middle.
  void abandon() { open_ = false; }

  // A function that is one step itself was entered in an open section; false on leaving: it was none of these.
  void enter_function() { functions_++; }
  bool leave_function();

  // What stands for all that sections use.
  void* object() { return &changing_; }

  void save(Level) override {}
  void restore(Level) override {
    open_ = false;
    changing_ = 0;
  }
  bool allows_waypoint() const override { return !used_; }

 private:
  bool open_ = false;
  bool used_ = false;
  int32_t changing_ = 0;  // sections of this execution that changed something
  uint32_t functions_ = 0;
  uint64_t changes_before_ = 0;  // of the thread in it
};
MAZURKA_OWN extern Sections sections;

// What happens in a section happens after what happened in the ones before. Called for the race detector, if there is
// one (races/race_detector.cpp).
struct SectionOrder {
  void (*acquire)(const void* object) = nullptr;
  void (*release)(const void* object) = nullptr;
};
MAZURKA_OWN extern SectionOrder section_order;

}  // namespace mazurka::runtime
