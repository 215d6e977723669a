// The state of a machine, as words and as a name.
#include <algorithm>

#include "base/hash.hpp"
#include "toy/machine.hpp"

namespace mazurka::toy {

void Machine::append_state_of(ThreadId thread, std::vector<Value>& words) const {
  const ThreadView& view = threads_[thread.index()];
  const Frame& frame = frames_[thread.index()];
  words.push_back(static_cast<Value>(view.status));
  if (view.status != ThreadStatus::kReady) return;
  const Operation& op = view.next;
  words.insert(words.end(), {frame.visible, op.object.number, op.object2.number, op.partner.number, op.a, op.b});
  const size_t t = thread.index();
  const size_t end = t + 1 < frames_.size() ? frames_[t + 1].first_register : registers_.size();
  words.insert(words.end(), registers_.begin() + frame.first_register,
               registers_.begin() + static_cast<std::ptrdiff_t>(end));
}

void Machine::append_state(std::vector<Value>& words) const {
  const bool counts_steps = steps_count_ && step_limit_ != std::numeric_limits<uint32_t>::max();
  for (uint32_t o = 0; o < object_count(); o++) {
    append_value(ObjectId(o), words);
    // (A mailbox has as many as it has messages.)
    if (!mailboxes_.empty()) words.push_back(static_cast<Value>(words.size()));
  }
  for (uint32_t t = 0; t < thread_count(); t++) {
    append_state_of(ThreadId(t), words);
    words.push_back(threads_[t].woken);
    if (counts_steps) words.push_back(frames_[t].steps);
  }
  words.insert(words.end(), held_.begin(), held_.end());
  // Not in which order they came.
  std::vector<Value> failed;
  for (const Failure& failure : failures_)
    failed.push_back(static_cast<Value>(uint64_t{failure.thread.number} << 32 | failure.site));
  std::sort(failed.begin(), failed.end());
  words.insert(words.end(), failed.begin(), failed.end());
  words.push_back(cut_);
}

std::optional<Fingerprint> Machine::name_of_state(std::vector<char>* whole) {
  if (space_ != nullptr) return std::nullopt;
  std::vector<Value> words;
  append_state(words);
  if (whole != nullptr) {
    const uint64_t head[2] = {0, words.size() * sizeof(Value)};
    const auto *bytes = reinterpret_cast<const char*>(words.data()), *first = reinterpret_cast<const char*>(head);
    whole->assign(first, first + sizeof head);
    whole->insert(whole->end(), bytes, bytes + words.size() * sizeof(Value));
  }
  Fingerprint name{words.size(), 1};
  for (Value word : words) {
    name.high = combine_hashes(name.high, static_cast<uint64_t>(word));
    name.low = combine_hashes(name.low, static_cast<uint64_t>(word), 0xc2b2ae3d27d4eb4fULL);
  }
  return name;
}

}  // namespace mazurka::toy
