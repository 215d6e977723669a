#include "options/search.hpp"

#include <fmt/format.h>

namespace mazurka::options {

namespace {

Algorithm default_algorithm(const Options& options) {
  return options.has_bound() ? Algorithm::kClassic : Algorithm::kPop;
}

std::optional<std::string> mistake_in(const Request& request, const Options& options, Algorithm algorithm) {
  if (request.has("--k") && algorithm != Algorithm::kQpor)
    return fmt::format("--k={} is for --algorithm=qpor, and the algorithm is {}",
                       options.k == 0 ? "optimal" : fmt::to_string(options.k), name_of(algorithm));
  if (request.has("--preemption-bound") && request.has("--context-bound"))
    return "--preemption-bound and --context-bound cannot be given together";
  if (options.has_bound() && !takes_bounds(algorithm))
    return fmt::format(
        "{} would lose executions within a bound; --algorithm=classic takes --{}-bound, and so does naive",
        name_of(algorithm), request.has("--context-bound") ? "context" : "preemption");
  return std::nullopt;
}

}  // namespace

std::optional<std::string> settle_search(Request& request) {
  protocol::Settings& settings = request.settings;
  const Options options = explorer_options(settings);
  if (!request.has("--algorithm")) settings.algorithm = static_cast<uint32_t>(default_algorithm(options));
  const auto algorithm = static_cast<Algorithm>(settings.algorithm);
  if (!request.has("--scheduler")) settings.policy = static_cast<uint32_t>(default_policy(algorithm));
  return mistake_in(request, options, algorithm);
}

Options explorer_options(const protocol::Settings& settings) {
  Options options;
  options.policy = static_cast<Policy>(settings.policy);
  options.seed = settings.seed;
  options.sleep_sets = settings.sleep_sets != 0;
  options.k = settings.k;
  options.preemption_bound = settings.preemption_bound;
  options.context_bound = settings.context_bound;
  return options;
}

}  // namespace mazurka::options
