#include "report/coverage/estimate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace mazurka::report {

namespace {

constexpr double kYear = 365.25 * 86400;

double seconds_left(const Estimate& estimate, const Pace& pace) {
  const double left = std::max(0.0, estimate.total() - static_cast<double>(pace.executions));
  return pace.rate > 0 ? left / pace.rate : INFINITY;
}

std::string range_of(const Estimate& estimate) {
  const std::string least = rough(estimate.least()), most = rough(estimate.most());
  return least == most ? "" : fmt::format(" ({} to {})", least, most);
}

}  // namespace

double share_explored(const Estimate& estimate, uint64_t executions) {
  const double done = static_cast<double>(executions);
  return done / std::max(done, estimate.total());
}

bool is_hopeless(const Estimate& estimate, const Pace& pace) {
  return estimate.is_known() && pace.rate > 0 && seconds_left(estimate, pace) > kYear;
}

std::string rough(double number) {
  if (number < 999.5) return fmt::format("{:.0f}", number);
  if (number >= 1e15) return fmt::format("10^{:.0f}", std::log10(number));
  constexpr const char* kUnits[] = {" k", " M", " G", " T"};
  size_t unit = 0;
  for (number /= 1000; number >= 999.5 && unit + 1 < std::size(kUnits); unit++) number /= 1000;
  return fmt::format("{:.{}f}{}", number, number < 9.95 ? 1 : 0, kUnits[unit]);
}

std::string duration(double seconds) {
  if (seconds < 100) return fmt::format("{:.0f} s", seconds);
  if (seconds < 100 * 60) return fmt::format("{:.0f} min", seconds / 60);
  if (seconds < 48 * 3600) return fmt::format("{:.0f} h", seconds / 3600);
  if (seconds < kYear) return fmt::format("{:.0f} days", seconds / 86400);
  return fmt::format("{} years", rough(seconds / kYear));
}

std::string text_of(const Estimate& estimate, const Pace& pace) {
  if (!estimate.is_known()) return "";
  if (is_hopeless(estimate, pace)) return fmt::format("hopeless: about {} executions", rough(estimate.total()));
  const double left = seconds_left(estimate, pace);
  return fmt::format("est. {} executions{}{}", rough(estimate.total()), range_of(estimate),
                     std::isfinite(left) ? fmt::format(", {} left", duration(left)) : "");
}

nlohmann::ordered_json json_of(const Estimate& estimate, const Pace& pace) {
  if (!estimate.is_known()) return nullptr;
  nlohmann::ordered_json json;
  json["executions"] = estimate.total();
  json["least"] = estimate.least();
  json["most"] = estimate.most();
  json["explored_share"] = share_explored(estimate, pace.executions);
  json["probes"] = estimate.probes;
  const double left = seconds_left(estimate, pace);
  json["seconds_left"] = std::isfinite(left) ? nlohmann::ordered_json(left) : nlohmann::ordered_json();
  json["hopeless"] = is_hopeless(estimate, pace);
  return json;
}

}  // namespace mazurka::report
