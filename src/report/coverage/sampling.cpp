#include "report/coverage/sampling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "explore/sample/strategies.hpp"
#include "report/words.hpp"

namespace mazurka::report {

namespace {

const StrategyRow& row_of(const SampleReport& report) {
  return strategies()[report.strategy - 1];
}

// Powers of ten, since 1/n^k may be too small for a number.
double exponent_of_guarantee(const SampleReport& report) {
  const double threads = static_cast<double>(std::max<uint64_t>(report.samples.threads, 1));
  const double steps = static_cast<double>(std::max<uint64_t>(report.samples.steps, 1));
  switch (row_of(report).guarantee) {
    case Guarantee::kDepth: return -std::log10(threads) - (report.depth - 1) * std::log10(steps);
    case Guarantee::kTrace: return -steps * std::log10(threads);
    case Guarantee::kNone: break;
  }
  return -INFINITY;
}

std::string probability(double exponent) {
  if (exponent < -15) return fmt::format("10^{:.0f}", exponent);
  return in_percent(std::pow(10, exponent));
}

// That at least one of the runs does it.
double chance_of_all(double exponent, uint64_t runs) {
  return -std::expm1(static_cast<double>(runs) * std::log1p(-std::pow(10, exponent)));
}

// How likely the next run shows something new.
std::string unseen(const Samples& samples) {
  if (samples.once == 0)
    return fmt::format("less than {}", in_percent(1 / std::max(1.0, static_cast<double>(samples.runs))));
  return "about " + in_percent(samples.unseen());
}

std::string different_traces(const Samples& samples) {
  return (samples.is_exact != 0 ? "" : "about ") + counted(samples.traces, "different trace");
}

std::string guarantee_of(const SampleReport& report) {
  const Samples& samples = report.samples;
  const double exponent = exponent_of_guarantee(report);
  const std::string measured =
      fmt::format("n = {}, k = {}, as measured{}", counted(samples.threads, "thread"), counted(samples.steps, "step"),
                  samples.outcomes == 0 ? "" : "; not counting that steps with several outcomes draw one");
  switch (row_of(report).guarantee) {
    case Guarantee::kDepth: {
      const double all = chance_of_all(exponent, samples.runs);
      return fmt::format(
          "a run finds a bug of depth {} with a probability of at least 1/(n k^{}) = {}, {} with {} ({})", report.depth,
          report.depth - 1, probability(exponent), counted(samples.runs, "run"),
          all > 0.9999 ? "more than 99.99 %" : in_percent(all), measured);
    }
    case Guarantee::kTrace:
      return fmt::format("a run shows any one trace with a probability of at least 1/n^k = {} ({})",
                         probability(exponent), measured);
    case Guarantee::kNone: break;
  }
  return "none: the runs are spread by how long threads were in the first ones";
}

}  // namespace

std::string name_of_strategy(uint32_t strategy) {
  return std::string(strategies()[strategy - 1].name);
}

std::string sentence_about(const SampleReport& report, const std::string& stop) {
  const Samples& samples = report.samples;
  return fmt::format("only a sample ({}): {} by {}, {}; the next run shows a new one with a probability of {}", stop,
                     counted(samples.runs, "run"), row_of(report).name, different_traces(samples), unseen(samples));
}

std::string text_of(const SampleReport& report) {
  const Samples& samples = report.samples;
  return fmt::format("sampled by {} with --seed={}: {}, {} of them seen once; unseen: {} of what runs show\n",
                     row_of(report).name, report.seed, different_traces(samples), grouped(samples.once),
                     unseen(samples)) +
         fmt::format("guarantee: {}\n", guarantee_of(report));
}

nlohmann::ordered_json json_of(const SampleReport& report) {
  const Samples& samples = report.samples;
  nlohmann::ordered_json json;
  json["strategy"] = row_of(report).name;
  json["seed"] = report.seed;
  if (row_of(report).guarantee == Guarantee::kDepth) json["depth"] = report.depth;
  json["runs"] = samples.runs;
  json["traces"] = samples.traces;
  json["traces_once"] = samples.once;
  json["traces_exact"] = samples.is_exact != 0;
  json["unseen_share"] = samples.unseen();
  json["threads"] = samples.threads;
  json["steps"] = samples.steps;
  json["guarantee"] = guarantee_of(report);
  if (row_of(report).guarantee != Guarantee::kNone) json["guarantee_log10"] = exponent_of_guarantee(report);
  return json;
}

}  // namespace mazurka::report
