#include "runtime/engine/threads/thread_data.hpp"

#include <cstddef>

#include "runtime/memory/rewind.hpp"

namespace mazurka::runtime {

namespace {

// Never destroyed: the program's exit handlers run ours too, in the middle of an exploration.
std::vector<ThreadData*>& now = *new std::vector<ThreadData*>;  // by thread
struct Saved {
  std::vector<ThreadData> at_base, at_prefix;
};
Saved& saved = *new Saved;
const ThreadData& nothing = *new ThreadData;

void put_back(ThreadData& into, const ThreadData& from) {
  auto copy = [](auto& to, const auto& other) {
    if (!to.empty() || !other.empty()) to = other;
  };
  copy(into.destructors, from.destructors);
  copy(into.specific, from.specific);
  copy(into.cleanups, from.cleanups);
}

class AllThreadData final : public Rewindable {
 public:
  constexpr AllThreadData() : Rewindable(Changes::kAreNoted) {}

  void save(Level level) override {
    std::vector<ThreadData>& into = level == Level::kBase ? saved.at_base : saved.at_prefix;
    into.clear();
    for (const ThreadData* data : now) into.push_back(data == nullptr ? nothing : *data);
  }

  // Always, once there is any: whoever has a reference may change the data at any time.
  void restore(Level level) override {
    const std::vector<ThreadData>& from = level == Level::kBase ? saved.at_base : saved.at_prefix;
    for (size_t thread = 0; thread < now.size(); thread++)
      if (now[thread] != nullptr) put_back(*now[thread], thread < from.size() ? from[thread] : nothing);
    may_be_changed_ = false;
  }
  void note_change() {
    may_be_changed_ = true;
    restore_always();
  }
  bool is_named() const override { return true; }
  bool allows_waypoint() const override { return !may_be_changed_; }

 private:
  bool may_be_changed_ = false;  // in this execution
};
constinit AllThreadData all_data;
const Registration registered(all_data);

}  // namespace

const ThreadData& data_of(uint32_t thread) {
  return thread < now.size() && now[thread] != nullptr ? *now[thread] : nothing;
}

ThreadData& change_data_of(uint32_t thread) {
  if (thread >= now.size()) now.resize(thread + 1, nullptr);
  if (now[thread] == nullptr) now[thread] = new ThreadData;
  all_data.note_change();
  return *now[thread];
}

}  // namespace mazurka::runtime
