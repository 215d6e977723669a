#include "runtime/main/input_report.hpp"

#include <time.h>

#include "base/hash.hpp"
#include "concolic/words.hpp"
#include "protocol/symbolic_records.hpp"
#include "runtime/engine/native_program.hpp"
#include "runtime/engine/symbolic/followed_values.hpp"
#include "runtime/platform/raw_syscall.hpp"
#include "runtime/platform/supervisor_log.hpp"
#include "runtime/platform/text.hpp"

namespace mazurka::runtime {

namespace {

using concolic::SymbolicInputs;

double seconds_now() {
  timespec time;
  raw_syscall(SYS_clock_gettime, CLOCK_MONOTONIC, as_word(&time));
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

constexpr double kSecondsForSmaller = 1;

}  // namespace

std::vector<protocol::InputValue> values_of_inputs() {
  std::vector<protocol::InputValue> result;
  if (!followed_values().is_begun()) return result;
  SymbolicInputs& inputs = followed_values().inputs();
  InputId input = followed_values().input();
  if (!is_replay() && !followed_values().has_lost()) {
    const double end = seconds_now() + kSecondsForSmaller;
    input = inputs.smaller(program->path(), input, [end] { return seconds_now() > end; });
  }
  for (const auto& [key, value] : inputs.values(input)) result.push_back({key, value});
  return result;
}

void use_values(const std::vector<protocol::InputValue>& values) {
  if (!followed_values().is_begun()) return;
  SymbolicInputs::Values given;
  for (const protocol::InputValue& one : values) given.emplace_back(one.key, one.value);
  program->use_input(followed_values().inputs().intern(std::move(given)));
}

// Thread by thread: their order in time does not count.
uint64_t with_name_of_path(uint64_t outcome, const Execution& execution) {
  if (execution.path.empty()) return outcome;
  concolic::SymbolicInputs& inputs = followed_values().inputs();
  std::vector<uint64_t> names;  // by thread
  for (uint32_t k = 0; k < execution.events.size(); k++) {
    const Event& event = execution.events[k];
    if (event.thread.index() >= names.size()) names.resize(event.thread.index() + 1);
    uint64_t& name = names[event.thread.index()];
    for (const ConstraintId id : execution.path.of(k))
      name = combine_hashes(combine_hashes(name, event.index), inputs.name_of(id));
  }
  uint64_t sum = 0;
  for (const uint64_t name : names) sum += name;
  return sum == 0 ? outcome : combine_hashes(outcome, sum);
}

void append_inputs() {
  if (!followed_values().is_begun()) return;
  SymbolicInputs& inputs = followed_values().inputs();
  const concolic::InputTable& table = inputs.table();
  const concolic::Assignment values = inputs.assignment(followed_values().input());
  for (uint32_t number = 0; number < table.size(); number++) {
    protocol::InputRecord record = {};
    record.header = {protocol::RecordKind::kInput, sizeof record};
    record.value = {table[number].key, number < values.size() ? values[number] : 0};
    record.width = concolic::InputKey::unpack(table[number].key).width;
    record.is_signed = table[number].is_signed;
    copy_text(record.name, sizeof record.name, concolic::name_of_input(table, number).c_str());
    append_record(&record, sizeof record);
  }
  const auto path = program->path();
  for (uint32_t k = 0; k < path.size(); k++) {
    protocol::ConstraintRecord record = {};
    record.header = {protocol::RecordKind::kConstraint, sizeof record};
    record.pc = followed_values().place_of(k);
    const std::string text = concolic::text_of(inputs.expressions(), table, inputs.condition(path[k]));
    copy_text(record.text, sizeof record.text, text.c_str());
    append_record(&record, sizeof record);
  }
}

}  // namespace mazurka::runtime
