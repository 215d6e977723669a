#include "runtime/kernel/files/outside_files.hpp"

#include <errno.h>

#include <algorithm>
#include <vector>

#include "runtime/kernel/pass_to_kernel.hpp"
#include "runtime/memory/snapshot.hpp"
#include "runtime/platform/layout.hpp"
#include "runtime/platform/raw_syscall.hpp"
#include "runtime/platform/supervisor_log.hpp"

namespace mazurka::runtime {

namespace {

// Never destroyed: the program's exit handlers run ours too.
std::vector<int>& opened = *new std::vector<int>;  // since the base

class OutsideFiles final : public Rewindable {
 public:
  constexpr OutsideFiles() : Rewindable(Changes::kAreNoted) {}
  void add(int kernel_number) {
    opened.push_back(kernel_number);
    note_change();
  }
  void save(Level) override {}
  void restore(Level) override {
    // With one process for each execution, they went with the process.
    if (!forks_to_restart())
      for (int file : opened) raw_syscall(SYS_close, file);
    opened.clear();
  }
  bool allows_waypoint() const override { return opened.empty(); }
};
constinit OutsideFiles outside_files;
const Registration registered(outside_files);

}  // namespace

void note_outside(int kernel_number) {
  if (at_base()) outside_files.add(kernel_number);
}

long give_outside(long kernel_number, int flags, bool close_on_exec, const char* name, uint64_t pc) {
  if (kernel_number < 0) return kernel_number;
  note_outside(static_cast<int>(kernel_number));
  int number = reserve_descriptor(0);
  if (number < 0) return number;
  OpenFile* file = make_open_file(FileKind::kOutside, flags);
  file->state.get().kernel_number = static_cast<int>(kernel_number);
  file->state.get().descriptors = 1;
  return install_descriptor(number, file, close_on_exec, name, pc);
}

void close_outside(int kernel_number) {
  auto found = std::find(opened.begin(), opened.end(), kernel_number);
  // One from before the base is there for the next execution.
  if (found == opened.end()) return;
  opened.erase(found);
  kernel(SYS_close, kernel_number);
}

long pass_outside(const SystemCall& call, const OpenFileState& file) {
  long a[6] = {file.kernel_number, call.a[1], call.a[2], call.a[3], call.a[4], call.a[5]};
  bool has_buffer = call.number == SYS_read || call.number == SYS_recvfrom;
  if (has_buffer) heat_range(static_cast<uintptr_t>(a[1]), static_cast<size_t>(a[2]));
  return pass_to_kernel(call.number, a);
}

}  // namespace mazurka::runtime
