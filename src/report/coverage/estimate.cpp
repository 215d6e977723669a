#include "report/coverage/estimate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace mazurka::report {

namespace {

constexpr double kYear = 365.25 * 86400;

// What the estimate still says after so many executions: there are not fewer than these.
struct Range {
  double least, likely, most;
};

Range range_after(const Estimate& estimate, uint64_t executions) {
  const double done = static_cast<double>(executions), most = std::max(done, estimate.most());
  const double likely = estimate.total() < done ? (done + most) / 2 : estimate.total();
  return {std::max(done, estimate.least()), likely, most};
}

bool is_refuted(const Estimate& estimate, const Pace& pace) {
  return static_cast<double>(pace.executions) > estimate.most();
}

double seconds_left(const Estimate& estimate, const Pace& pace) {
  const double left = range_after(estimate, pace.executions).likely - static_cast<double>(pace.executions);
  return pace.rate > 0 && !is_refuted(estimate, pace) ? left / pace.rate : INFINITY;
}

std::string words_of(const Range& range) {
  const std::string least = rough(range.least), most = rough(range.most);
  return fmt::format("{} executions{}", rough(range.likely),
                     least == most ? "" : fmt::format(" ({} to {})", least, most));
}

// With a comma before it; empty if nobody knows.
std::string time_left(const Estimate& estimate, const Pace& pace) {
  const double left = seconds_left(estimate, pace);
  return std::isfinite(left) ? fmt::format(", {} left", duration(left)) : "";
}

}  // namespace

double share_explored(const Estimate& estimate, uint64_t executions) {
  return static_cast<double>(executions) / range_after(estimate, executions).likely;
}

bool is_hopeless(const Estimate& estimate, const Pace& pace) {
  const double left = seconds_left(estimate, pace);
  return estimate.is_known() && std::isfinite(left) && left > kYear;
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
  if (is_refuted(estimate, pace)) return fmt::format("more than the est. {} executions", rough(estimate.total()));
  return fmt::format("est. {}{}", words_of(range_after(estimate, pace.executions)), time_left(estimate, pace));
}

std::string short_text_of(const Estimate& estimate, const Pace& pace) {
  if (!estimate.is_known()) return "";
  if (is_hopeless(estimate, pace)) return fmt::format("hopeless: {}", rough(estimate.total()));
  if (is_refuted(estimate, pace)) return fmt::format("est. over {}", rough(estimate.total()));
  return fmt::format("est. {}{}", rough(range_after(estimate, pace.executions).likely), time_left(estimate, pace));
}

nlohmann::ordered_json json_of(const Estimate& estimate, const Pace& pace) {
  if (!estimate.is_known()) return nullptr;
  const Range range = range_after(estimate, pace.executions);
  nlohmann::ordered_json json;
  json["executions"] = range.likely;
  json["least"] = range.least;
  json["most"] = range.most;
  json["explored_share"] = share_explored(estimate, pace.executions);
  json["probes"] = estimate.probes;
  const double left = seconds_left(estimate, pace);
  json["seconds_left"] = std::isfinite(left) ? nlohmann::ordered_json(left) : nlohmann::ordered_json();
  json["hopeless"] = is_hopeless(estimate, pace);
  return json;
}

}  // namespace mazurka::report
