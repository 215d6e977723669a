#include "runtime/entries/unseen/unseen_functions.hpp"

#include <string.h>

#include <vector>

#include "runtime/engine/callers.hpp"
#include "runtime/platform/supervisor_log.hpp"

namespace mazurka::runtime {

namespace {

// Never destroyed, as all that lives until the last execution.
std::vector<uint64_t>& told = *new std::vector<uint64_t>;  // a hash of each

}  // namespace

void note_unseen(const char* name, const char* library, uint64_t pc) {
  if (is_replay()) return;
  uint64_t hash = pc;
  for (const char* c = name; *c != 0; c++) hash = hash * 31 + static_cast<unsigned char>(*c);
  for (uint64_t one : told)
    if (one == hash) return;
  told.push_back(hash);
  protocol::UnseenRecord record = {};
  size_t name_bytes = strlen(name) + 1, library_bytes = strlen(library) + 1;
  std::vector<char> texts((name_bytes + library_bytes + 7) / 8 * 8, '\0');
  memcpy(texts.data(), name, name_bytes);
  memcpy(texts.data() + name_bytes, library, library_bytes);
  record.callers = tell_callers();
  record.pc = pc;
  record.header = {protocol::RecordKind::kUnseen, static_cast<uint32_t>(sizeof record + texts.size())};
  append_record(&record, sizeof record, texts.data(), texts.size());
}

}  // namespace mazurka::runtime
