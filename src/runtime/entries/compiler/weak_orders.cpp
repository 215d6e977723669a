#include "runtime/entries/compiler/weak_orders.hpp"

#include <vector>

#include "runtime/engine/callers.hpp"
#include "runtime/engine/loops/rounds.hpp"
#include "runtime/engine/native_program.hpp"
#include "runtime/platform/own_code.hpp"
#include "runtime/platform/supervisor_log.hpp"

namespace mazurka::runtime {

// The last one that was met, by a hash of it.
uint64_t weak_places[kWeakPlaces];

namespace {

// Never destroyed: the program's exit handlers run ours too.
std::vector<uint64_t>& told = *new std::vector<uint64_t>;

bool is_told(uint64_t pc) {
  for (uint64_t known : told)
    if (known == pc) return true;
  return false;
}

}  // namespace

void tell_weak_place(uint64_t pc, const volatile void* address) {
  // What main does before its first thread is alone.
  if (!at_base() || is_replay()) return;
  weak_place_for(pc) = pc;
  rounds.note_unordered();
  if (told.size() >= protocol::kMostWeakPlaces || is_told(pc)) return;
  told.push_back(pc);
  protocol::WeakOrderRecord record = {};
  record.header = {protocol::RecordKind::kWeakOrder, sizeof record};
  record.address = reinterpret_cast<uint64_t>(address);
  record.pcs[record.count++] = pc;
  // A function of the library's that was not inlined is told by its caller.
  for_each_frame(reinterpret_cast<uint64_t>(__builtin_frame_address(0)), [&](uint64_t caller) {
    if (!is_own_code(caller) && caller != pc) record.pcs[record.count++] = caller;
    return record.count < std::size(record.pcs);
  });
  append_record(&record, sizeof record);
}

}  // namespace mazurka::runtime
