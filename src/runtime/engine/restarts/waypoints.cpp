#include "runtime/engine/restarts/waypoints.hpp"

#include <algorithm>

#include "runtime/memory/rewind.hpp"

namespace mazurka::runtime {

uint32_t Waypoints::find(std::span<const Event> events) {
  if (take_voided_waypoints()) used_ = 0;
  if (used_ == 0) return 0;
  size_t limit = std::min<size_t>(events.size(), waypoints_[used_ - 1].position);
  uint32_t same = 0;
  while (same < limit && events[same].thread == path_[same].thread && events[same].choice == path_[same].choice) same++;
  while (used_ != 0 && waypoints_[used_ - 1].position > same) used_--;
  return used_ == 0 ? 0 : waypoints_[used_ - 1].position;
}

std::vector<uint32_t> Waypoints::positions() const {
  std::vector<uint32_t> positions;
  for (uint32_t k = 0; k < used_; k++) positions.push_back(waypoints_[k].position);
  return positions;
}

void Waypoints::restore(ObjectTable& objects) {
  restore_all_at_waypoint(used_ - 1);
  // What was in use there is in use in this execution too.
  for (uint32_t k = 0; k < used_; k++)
    for (ObjectId object : waypoints_[k].objects) objects.note_use(object);
}

bool Waypoints::save(std::span<const Event> events, uint32_t position, uint32_t prefix) {
  if (!all_allow_waypoint()) return false;
  // (There is none that could be, if this is the first.)
  if (used_ == 0) take_voided_waypoints();
  const bool is_new = waypoints_.size() <= used_;
  if (is_new) waypoints_.emplace_back();
  Waypoint& waypoint = waypoints_[used_];
  waypoint.position = position;
  waypoint.objects.clear();
  const uint32_t begin = used_ == 0 ? 0 : waypoints_[used_ - 1].position;
  path_.resize(position);
  for (uint32_t k = begin; k < position; k++) path_[k] = {events[k].thread, events[k].choice};
  for (uint32_t k = std::max(begin, prefix); k < position; k++) {
    const Operation& op = events[k].op;
    const uint32_t objects = object_count(op.code);
    if (objects >= 1) waypoint.objects.push_back(op.object);
    if (objects == 2) waypoint.objects.push_back(op.object2);
  }
  std::sort(waypoint.objects.begin(), waypoint.objects.end(),
            [](ObjectId a, ObjectId b) { return a.number < b.number; });
  waypoint.objects.erase(std::unique(waypoint.objects.begin(), waypoint.objects.end()), waypoint.objects.end());
  save_all_at_waypoint(used_);
  used_++;
  return !is_new;
}

}  // namespace mazurka::runtime
