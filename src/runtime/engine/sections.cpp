#include "runtime/engine/sections.hpp"

namespace mazurka::runtime {

constinit Sections sections;
SectionOrder section_order;

namespace {
const Registration registered(sections);
}  // namespace

void Sections::open(uint64_t changes) {
  if (section_order.acquire != nullptr) section_order.acquire(object());
  note_change();
  open_ = true;
  functions_ = 0;
  changes_before_ = changes;
}

void Sections::close(uint64_t changes) {
  open_ = false;
  changing_ += changes != changes_before_;
  if (section_order.release != nullptr) section_order.release(object());
}

bool Sections::leave_function() {
  if (functions_ == 0) return false;
  functions_--;
  return true;
}

}  // namespace mazurka::runtime
