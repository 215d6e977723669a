#include "runtime/entries/unseen/unseen_functions.hpp"

#include <string.h>

#include <vector>

#include "runtime/engine/callers.hpp"
#include "runtime/platform/supervisor_log.hpp"

namespace mazurka::runtime {

namespace {

// Never destroyed, as all that lives until the last execution.
std::vector<uint64_t>& told = *new std::vector<uint64_t>;  // a hash of each

bool was_told(const char* name, uint64_t pc) {
  uint64_t hash = pc;
  for (const char* c = name; *c != 0; c++) hash = hash * 31 + static_cast<unsigned char>(*c);
  for (uint64_t one : told)
    if (one == hash) return true;
  told.push_back(hash);
  return false;
}

void tell(const char* name, const char* library, uint64_t pc, uint32_t callers) {
  protocol::UnseenRecord record = {};
  size_t name_bytes = strlen(name) + 1, library_bytes = strlen(library) + 1;
  std::vector<char> texts((name_bytes + library_bytes + 7) / 8 * 8, '\0');
  memcpy(texts.data(), name, name_bytes);
  memcpy(texts.data() + name_bytes, library, library_bytes);
  record.callers = callers;
  record.pc = pc;
  record.header = {protocol::RecordKind::kUnseen, static_cast<uint32_t>(sizeof record + texts.size())};
  append_record(&record, sizeof record, texts.data(), texts.size());
}

}  // namespace

void note_unseen(const char* name, const char* library, uint64_t pc) {
  if (!is_replay() && !was_told(name, pc)) tell(name, library, pc, tell_callers());
}

void note_unseen_variable(const char* name, const char* library) {
  if (!is_replay() && !was_told(name, 0)) tell(name, library, 0, 0);
}

}  // namespace mazurka::runtime
