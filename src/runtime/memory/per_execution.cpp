#include "runtime/memory/per_execution.hpp"

namespace mazurka::runtime {

namespace {

class UnseenChange final : public Rewindable {
 public:
  constexpr UnseenChange() : Rewindable(Changes::kAreNoted) {}
  void note() {
    noted_ |= at_base();
    note_change();
  }
  void save(Level) override {}
  void restore(Level) override { noted_ = false; }
  bool is_changed() const override { return noted_; }
  bool allows_waypoint() const override { return !noted_; }

 private:
  bool noted_ = false;
};
constinit UnseenChange unseen_change;
const Registration registered(unseen_change);

}  // namespace

void note_unseen_change() {
  unseen_change.note();
}

}  // namespace mazurka::runtime
