#include "runtime/kernel/library_step.hpp"

#include "runtime/engine/failure.hpp"
#include "runtime/engine/threads/user_side.hpp"
#include "runtime/kernel/files/file_names.hpp"
#include "runtime/kernel/files/open_files.hpp"
#include "runtime/races/race_detector.hpp"

namespace mazurka::runtime {

LibraryStep::LibraryStep(const char* name, uint64_t pc) : pc_(pc) {
  if (!is_checked() || is_silent()) return;
  look_at(file_table, name, pc);
  begun_ = true;
  descriptors_ = descriptors_in_use();
  be_silent(true);
  hb_enter_library();
}

LibraryStep::~LibraryStep() {
  if (!begun_) return;
  hb_leave_library();
  be_silent(false);
  if (descriptors_in_use() != descriptors_) report_unsupported("a library function that keeps a file open", pc_);
}

}  // namespace mazurka::runtime
