// The conflicting extensions of a maximal configuration: events that are not in it though their history is.
//
// Not all of them, but one for each race: the event e' as it would be if the event e that it races with had not come
// before it, its history without e. It excludes e. The races are those of races.hpp, of operations still disabled at
// the end too; of an operation on a mailbox, several events may have to be without. Other outcomes of an event exclude
// it as well. The extensions that are left out come up as those of other configurations.
#pragma once

#include <cstdint>
#include <vector>

#include "explore/recorder.hpp"
#include "explore/unfolding/configuration.hpp"
#include "explore/unfolding/unfolding.hpp"

namespace mazurka {

class Extensions {
 public:
  Extensions(const Recorder& recorder, Unfolding& unfolding, const Configuration& configuration)
      : recorder_(recorder), unfolding_(unfolding), configuration_(configuration) {}

  // The event of the unfolding that a previewed step would be, after the configuration.
  UnfoldingId next(const Event& preview);

  // The recorder's trace is maximal, and the configuration holds its events: finds the extensions of those from
  // position `from` on, and of operations that are still disabled, and enters them as conflicts.
  void find(uint32_t from);

 private:
  void find_races(const Event& second, ConstClock past, bool disabled);
  void find_outcomes(uint32_t position);
  void add_late(const Event& second, const std::vector<uint32_t>& late);
  void add_reversed(uint32_t reversed, const Event& second, const Event& head);
  void oppose_reading_outcomes(Event event, UnfoldingId id, uint32_t without);
  // `stays(position)`: is it before the event?
  template <class Stays>
  void collect_causes(const Event& event, Stays&& stays);
  void collect_causes(const Event& event, uint32_t without);
  UnfoldingId intern(const Event& event);

  static constexpr uint32_t kNone = UINT32_MAX;

  const Recorder& recorder_;
  Unfolding& unfolding_;
  const Configuration& configuration_;
  Vec<UnfoldingId> causes_;
  Vec<PositionPlusOne> mail_causes_;
  Mailbox mailbox_;
};

}  // namespace mazurka
