#include "runtime/entries/stdio/stream_memory.hpp"

#include <algorithm>
#include <vector>

#include "runtime/memory/per_execution.hpp"
#include "runtime/races/plain_operations.hpp"
#include "runtime/races/race_detector.hpp"

namespace mazurka::runtime {

namespace {

struct Lent {
  const FILE* file;
  uintptr_t memory;
  size_t bytes;
  AccessKind kind;
  size_t character = 0;            // not 0: `memory` is a pointer to a text
  const size_t* length = nullptr;  // of that text
};
// Never destroyed: the program's exit handlers run ours too.
PerExecution<std::vector<Lent>>& lent = *new PerExecution<std::vector<Lent>>;
bool is_any_lent = false;  // in whatever execution

// Where the C library has the text now: in the buffer of the FILE, or in that for wide characters, which begins with
// the same eight pointers as the FILE behind its flags.
struct Room {
  uintptr_t begin, end;
};
Room room_of(const FILE* file, bool wide) {
  const void* pointers = wide ? reinterpret_cast<const void*>(file->_wide_data) : &file->_IO_read_ptr;
  const auto* all = static_cast<const uintptr_t*>(pointers);
  return {all[6], all[7]};
}

// As it was when the FILE was flushed last. Before that the variables may tell of another text, and later of one that
// the C library has moved.
void touch_text(const Lent& one, uint64_t pc) {
  const uintptr_t text = *reinterpret_cast<const uintptr_t*>(one.memory);
  const Room room = room_of(one.file, one.character > 1);
  if (text == 0 || text != room.begin) return;
  plain_access_by_library(text, std::min((*one.length + 1) * one.character, room.end - room.begin), one.kind, pc);
}

}  // namespace

void lend_memory(const FILE* file, const void* memory, size_t bytes, bool only_read) {
  if (!is_checked() || file == nullptr || memory == nullptr || bytes == 0) return;
  note_unseen_change();
  is_any_lent = true;
  lent.get().push_back({file, reinterpret_cast<uintptr_t>(memory), bytes, only_read ? kPlainRead : kPlainWrite});
}

void lend_text(const FILE* file, const void* text, const size_t* length, size_t character) {
  lend_memory(file, length, sizeof *length);
  lend_memory(file, text, sizeof text);
  if (!is_checked() || file == nullptr || text == nullptr) return;
  lent.get().back().character = character;
  lent.get().back().length = length;
}

void give_back_memory(const FILE* file) {
  if (is_any_lent) std::erase_if(lent.get(), [file](const Lent& one) { return one.file == file; });
}

void touch_lent_memory(const FILE* file, uint64_t pc) {
  if (!is_any_lent || !watching) return;
  for (const Lent& one : lent.get())
    if (one.file == file) {
      plain_access_by_library(one.memory, one.bytes, one.kind, pc);
      if (one.character != 0) touch_text(one, pc);
    }
}

}  // namespace mazurka::runtime
