#include "runtime/main/covered_classes.hpp"

#include <algorithm>
#include <vector>

#include "base/hash.hpp"
#include "protocol/symbolic_records.hpp"
#include "runtime/engine/native_program.hpp"
#include "runtime/engine/symbolic/followed_values.hpp"
#include "runtime/platform/supervisor_log.hpp"
#include "runtime/platform/text.hpp"

namespace mazurka::runtime {

namespace {
constexpr size_t kMostClasses = 10000;
}  // namespace

void CoveredClasses::tell_objects() {
  const concolic::InputTable& table = followed_values().inputs().table();
  for (; told_ < table.size(); told_++) {
    const concolic::InputKey key = concolic::InputKey::unpack(table[told_].key);
    if (key.part != 0) continue;
    protocol::ObjectRecord record = {};
    record.header = {protocol::RecordKind::kObject, sizeof record};
    record.key = table[told_].key;
    record.bytes = table[told_].object_bytes;
    record.width = key.width;
    copy_text(record.name, sizeof record.name, table[told_].name.c_str());
    append_record(&record, sizeof record);
  }
}

void CoveredClasses::add(bool fails) {
  if (!followed_values().is_begun() || known_.size() >= kMostClasses) return;
  concolic::SymbolicInputs& inputs = followed_values().inputs();
  const auto path = program->path();
  std::vector<ConstraintId> constraints(path.begin(), path.end());
  std::sort(constraints.begin(), constraints.end());
  constraints.erase(std::unique(constraints.begin(), constraints.end()), constraints.end());
  uint64_t name = constraints.size();
  for (const ConstraintId id : constraints) name += combine_hashes(inputs.name_of(id), 1);
  if (!known_.insert(name).second) return;
  tell_objects();
  std::vector<protocol::InputValue> values;
  for (const auto& [key, value] : inputs.values(followed_values().input())) values.push_back({key, value});
  const size_t bytes = values.size() * sizeof(protocol::InputValue);
  protocol::TestRecord record = {};
  record.header = {protocol::RecordKind::kTest, static_cast<uint32_t>(sizeof record + bytes)};
  record.name = name;
  record.fails = fails ? 1 : 0;
  record.inputs = static_cast<uint32_t>(values.size());
  append_record(&record, sizeof record, values.data(), bytes);
}

}  // namespace mazurka::runtime
