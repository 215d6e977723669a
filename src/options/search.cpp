#include "options/search.hpp"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "explore/sample/strategies.hpp"

namespace mazurka::options {

namespace {

constexpr uint32_t kMostHunt = 90;

// A sample has no algorithm, nor what belongs to one.
std::optional<std::string> mistake_in_sample(const Request& request, uint32_t sample) {
  const bool is_pct = sample != 0 && strategies()[sample - 1].guarantee == Guarantee::kDepth;
  if (request.has("--depth") && !is_pct) return "--depth is for --sample=pct";
  if (sample == 0) return std::nullopt;
  for (std::string_view other :
       {"--algorithm", "--scheduler", "--k", "--preemption-bound", "--context-bound", "--no-sleep-sets"})
    if (request.has(other))
      return fmt::format("{} is for exploring everything; it cannot be given with --sample={}", other,
                         strategies()[sample - 1].name);
  return std::nullopt;
}

std::optional<std::string> mistake_in(const Request& request, const Options& options, const Algorithm& algorithm) {
  if (request.has("--k") && !algorithm.takes_k)
    return fmt::format("--k={} is for --algorithm={}, and the algorithm is {}",
                       options.k == 0 ? "optimal" : fmt::to_string(options.k), those_with(&Algorithm::takes_k),
                       algorithm.name);
  if (request.has("--preemption-bound") && request.has("--context-bound"))
    return "--preemption-bound and --context-bound cannot be given together";
  for (std::string_view other : {"--check-states", "--fuse-sections"})
    if (request.has(other) && !algorithm.merges_states)
      return fmt::format("{} is for --algorithm={}", other, those_with(&Algorithm::merges_states));
  if (request.has("--fuse-sections") && request.settings.races != protocol::Races::kReport)
    return "--fuse-sections needs --races=report: the accesses of a critical section are told by the race detector";
  if (options.has_bound() && !algorithm.takes_bounds)
    return fmt::format("{} would lose executions within a bound; --algorithm={} takes --{}-bound", algorithm.name,
                       default_algorithm(true).name, request.has("--context-bound") ? "context" : "preemption");
  return std::nullopt;
}

}  // namespace

std::string those_with(bool Algorithm::*property) {
  std::vector<std::string_view> names;
  for (const Algorithm& algorithm : algorithms())
    if (algorithm.*property) names.push_back(algorithm.name);
  std::string result;
  for (size_t k = 0; k < names.size(); k++)
    result += fmt::format("{}{}", k == 0 ? "" : k + 1 < names.size() ? ", " : " and ", names[k]);
  return result;
}

std::optional<std::string> settle_search(Request& request) {
  protocol::Settings& settings = request.settings;
  const Options options = explorer_options(settings);
  request.goes_over_to_states |= !request.has("--algorithm") || settings.algorithm == kAuto;
  if (!request.has("--algorithm") || settings.algorithm == kAuto)
    settings.algorithm = index_of(default_algorithm(options.has_bound()));
  const Algorithm& algorithm = algorithm_at(settings.algorithm);
  if (!request.has("--scheduler")) settings.policy = static_cast<uint32_t>(algorithm.policy);
  if (request.hunt > kMostHunt)
    return fmt::format("--hunt={} is too much: at most {} percent", request.hunt, kMostHunt);
  if (auto mistake = mistake_in_sample(request, settings.sample)) return mistake;
  return mistake_in(request, options, algorithm);
}

std::string why_only_traces(const Request& request) {
  const protocol::Settings& settings = request.settings;
  const protocol::Environment& environment = settings.environment;
  if (settings.sample != 0) return "samples are no exploration";
  if (settings.preemption_bound != kNoBound || settings.context_bound != kNoBound) return "there is a bound";
  if (settings.symbolic.has_inputs != 0) return "there are symbolic inputs";
  if (settings.restart == protocol::Restart::kFork) return "each execution has a process of its own";
  for (std::string_view other : {"--digest", "--keep-going", "--max-executions", "--store", "--resume", "--detach"})
    if (request.has(other)) return fmt::format("{} is about executions, and not about states", other);
  if (settings.races == protocol::Races::kExplore || settings.unroll != 0 || settings.memory_errors == 0 ||
      environment.max_spurious_wakeups != 0)
    return "states have no names with --races=explore, --unroll, --memory-errors=ignore or spurious wakeups";
  return "";
}

Options explorer_options(const protocol::Settings& settings) {
  Options options;
  options.policy = static_cast<Policy>(settings.policy);
  options.seed = settings.seed;
  options.sleep_sets = settings.sleep_sets != 0;
  options.k = settings.k;
  options.preemption_bound = settings.preemption_bound;
  options.context_bound = settings.context_bound;
  options.sample = settings.sample;
  options.depth = settings.depth;
  options.outer_loop = settings.outer_loop != 0;
  return options;
}

}  // namespace mazurka::options
