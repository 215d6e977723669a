#include "runtime/main/probe_notes.hpp"

#include <algorithm>

#include "runtime/engine/native_program.hpp"
#include "runtime/platform/supervisor_log.hpp"
#include "runtime/platform/text.hpp"

namespace mazurka::runtime {

using protocol::RecordKind;

namespace {
constexpr size_t kMostPlaces = 4096;
}  // namespace

void ProbeNotes::add_reversal(const Event& event, ThreadId thread, double weight) {
  if (event.access_count == 0) return;
  const ObjectInfo& object = program->info(event.access[0].object);
  const uint64_t address = object.kind->has_place ? object.address : 0;
  const Thread& head = program->thread(thread.number);
  for (protocol::ReversalRecord& known : reversals_) {
    if (known.pc != head.pc || known.address != address) continue;
    known.weight += weight;
    return;
  }
  if (reversals_.size() >= kMostPlaces) return;
  protocol::ReversalRecord record = {};
  record.header = {RecordKind::kReversal, sizeof record};
  record.address = address;
  record.pc = head.pc;
  record.callers = head.callers;
  record.bytes = object.kind->is_memory ? object.bytes : 0;
  record.weight = weight;
  copy_text(record.name, sizeof record.name, head.name);
  reversals_.push_back(record);
}

void ProbeNotes::add_execution(std::span<const Event> events) {
  if (shortest_ == 0 || events.size() < shortest_) shortest_ = events.size();
  if (events.size() > longest_.size()) longest_.assign(events.begin(), events.end());
}

void ProbeNotes::tell_reversals() {
  std::sort(reversals_.begin(), reversals_.end(), [](const auto& a, const auto& b) { return a.weight > b.weight; });
  reversals_.resize(std::min(reversals_.size(), protocol::kMostReversals));
  for (const protocol::ReversalRecord& record : reversals_) append_record(&record, sizeof record);
}

}  // namespace mazurka::runtime
