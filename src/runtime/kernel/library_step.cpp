#include "runtime/kernel/library_step.hpp"

#include "runtime/kernel/files/file_names.hpp"
#include "runtime/kernel/files/open_files.hpp"

namespace mazurka::runtime {

namespace {

// Whose step it is; a thread that fails in it never comes to its end.
uint32_t thread_in_step = 0;
uint64_t execution_of_step = UINT64_MAX;

}  // namespace

bool in_library_step() {
  return execution_of_step == program->execution() && thread_in_step == program->current;
}

LibraryStep::LibraryStep(const char* name, uint64_t pc) : pc_(pc) {
  if (!is_checked() || in_library_step()) return;
  look_at(file_table, name, pc);
  begun_ = true;
  descriptors_ = descriptors_in_use();
  thread_in_step = program->current;
  execution_of_step = program->execution();
}

LibraryStep::~LibraryStep() {
  if (!begun_) return;
  execution_of_step = UINT64_MAX;
  if (descriptors_in_use() != descriptors_) report_unsupported("a library function that keeps a file open", pc_);
}

}  // namespace mazurka::runtime
