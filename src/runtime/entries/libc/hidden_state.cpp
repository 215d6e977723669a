#include "runtime/entries/libc/hidden_state.hpp"

#include <unistd.h>

#include "runtime/races/race_detector.hpp"
#include "runtime/races/shared_memory.hpp"

namespace mazurka::runtime {

void write_hidden(const void* state, uint64_t pc) {
  if (!is_checked()) return;
  note_change();
  make_primitive(state, pc);
}

void read_hidden(const void* state, uint64_t pc) {
  if (is_checked()) look_at_primitive(state, pc);
}

// (With --races=explore memory that plain accesses are explored of is no business of the C library's.)
void write_result(const void* memory, size_t bytes, uint64_t pc) {
  if (is_checked() && watching && memory != nullptr && !explores_plain)
    access_range(reinterpret_cast<uintptr_t>(memory), bytes, kPlainWrite, pc);
}

void read_environment(uint64_t pc) {
  read_hidden(&environ, pc);
}

void write_environment(uint64_t pc) {
  write_hidden(&environ, pc);
}

void OrderedState::use(const char* name, uint64_t pc) {
  if (!is_checked()) return;
  note_change();
  if (!at_base()) return;
  users_.add(current_thread());
  if (users_.are_several()) learn_fact(fact_, number_);
  if (is_known(fact_, number_)) change(object_, name, pc);
}

}  // namespace mazurka::runtime
