#include "supervise/series/dividing.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "explore/algorithms.hpp"

namespace mazurka {

bool is_in_series(const protocol::Settings& settings) {
  return settings.sample != 0 || !algorithm_at(settings.algorithm).divides;
}

void share_memory(uint32_t jobs, protocol::Settings& settings) {
  if (jobs == 1) return;
  if (settings.max_memory == 0) {
    const auto pages = static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES));
    settings.max_memory = pages * static_cast<uint64_t>(sysconf(_SC_PAGESIZE)) / 2;
  }
  settings.max_memory /= jobs;
}

std::string why_not_divided(const protocol::Settings& settings) {
  const Algorithm& algorithm = algorithm_at(settings.algorithm);
  const bool has_bound = settings.preemption_bound != kNoBound || settings.context_bound != kNoBound;
  if (settings.restart == protocol::Restart::kFork) return "an exploration by --restart=fork cannot be divided";
  if (settings.sample != 0) return "";
  if (!algorithm.divides && !algorithm.divides_in_series(has_bound))
    return fmt::format("the algorithm {} cannot be divided", algorithm.name);
  if (static_cast<Policy>(settings.policy) == Policy::kRandom) return "a random scheduler cannot be divided";
  if (is_in_series(settings) && settings.symbolic.has_inputs != 0)
    return fmt::format("with symbolic inputs, the algorithm {} cannot be divided", algorithm.name);
  return "";
}

std::string why_not_kept(const protocol::Settings& settings) {
  return settings.sample != 0 ? "samples are not kept" : why_not_divided(settings);
}

std::string why_not_shared(const protocol::Settings& settings) {
  std::string why = why_not_kept(settings);
  if (!why.empty() || !is_in_series(settings)) return why;
  const Algorithm& algorithm = algorithm_at(settings.algorithm);
  return algorithm.all_interleavings ? fmt::format("the algorithm {} is not shared between machines", algorithm.name)
                                     : "an exploration within a bound is not shared between machines";
}

}  // namespace mazurka
