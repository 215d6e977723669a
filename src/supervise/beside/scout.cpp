#include "supervise/beside/scout.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/dice.hpp"

namespace mazurka {

namespace {

// It takes about 2 % of the time: 3 % each time, and then waits.
constexpr double kShareOfTime = 0.03;
constexpr double kLeastSeconds = 0.03;
constexpr double kThoroughSeconds = 0.4;
constexpr double kMostSeconds = 2;
constexpr double kLeastSecondsForUnit = 0.005;
constexpr double kPatience = 20;  // times what it was given, and a second: others compute too

}  // namespace

void Scout::begin(std::vector<Unit> units, size_t all, const std::vector<Words>& history, uint64_t explored,
                  double seconds, bool thorough) {
  next_at_ = kPauseFactor * seconds;
  growing_ = {};
  growing_.explored = explored;
  variance_ = 0;
  all -= std::erase_if(units, [](const Unit& unit) { return is_empty(unit); });
  if (units.empty()) return;
  auto process = Process::start(request_);
  if (!process) return;
  const size_t given = units.size();
  Dice dice(explored);
  for (size_t k = 0; k < std::min(given, kMostUnits); k++) std::swap(units[k], units[k + dice.below(given - k)]);
  units.resize(std::min(given, kMostUnits));
  all_ = all;
  units_ = std::move(units);
  history_ = history;
  next_ = done_ = 0;
  const double budget = thorough ? kThoroughSeconds : std::clamp(kShareOfTime * seconds, kLeastSeconds, kMostSeconds);
  const double each = std::max(kLeastSecondsForUnit, budget / static_cast<double>(units_.size()));
  milliseconds_ = static_cast<uint32_t>(each * 1000);
  give_up_at_ = monotonic_now() + kPatience * each * static_cast<double>(units_.size()) + 1;
  worker_ = std::make_unique<Worker>(std::move(*process));
  give_next();
}

void Scout::give_next() {
  worker_->process().channel().work.probe_milliseconds = milliseconds_;
  Task task;
  task.unit = units_[next_++];
  worker_->give(std::move(task), history_, false, false);
}

bool Scout::look() {
  if (!is_out()) return false;
  if (!worker_->has_ended_unit()) {
    if (worker_->process().has_ended() || monotonic_now() > give_up_at_) call_back();
    return false;
  }
  const Estimate found = worker_->process().progress().insight.estimate;
  // What it learned makes it another tree; and a unit for which there was too little time spoils the sum.
  if (worker_->end() != protocol::UnitEnd::kExplored || !found.is_known()) {
    call_back();
    return false;
  }
  growing_.probes += found.probes;
  growing_.left += found.left;
  variance_ += found.deviation * found.deviation;
  done_++;
  if (next_ < units_.size()) {
    give_next();
    return false;
  }
  findings_ = worker_->process().collect().log;
  call_back();
  keep_estimate();
  return true;
}

bool Scout::call_back_with_findings() {
  call_back();
  if (done_ == 0 || estimate_for(history_).is_known()) return false;
  keep_estimate();
  return true;
}

// Of a sample in any order its beginning is one, too.
void Scout::keep_estimate() {
  const double share = static_cast<double>(done_) / static_cast<double>(all_);
  generation_ = history_.size();
  estimate_ = growing_;
  estimate_.left /= share;
  estimate_.deviation = std::sqrt(variance_) / share;
}

}  // namespace mazurka
