#include "report/unfolding_figures.hpp"

#include <fmt/format.h>

#include "report/words.hpp"

namespace mazurka::report {

namespace {

double ratio(uint64_t part, uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

uint64_t all_ticks(const protocol::Unfolding& u) {
  return u.program_ticks + u.extension_ticks + u.comb_ticks + u.pruning_ticks;
}

}  // namespace

std::string text_of(const protocol::Unfolding& u) {
  if (u.created == 0) return "";
  double percent = 100.0 / static_cast<double>(all_ticks(u) == 0 ? 1 : all_ticks(u));
  return fmt::format(
      "unfolding: {} made, at most {} at a time, {} deep by thread, {} by object; {} queries of {:.1f} events on "
      "average\n"
      "time: program {:.0f} %, extensions {:.0f} %, alternatives {:.0f} %, pruning {:.0f} %\n",
      counted(u.created, "event"), grouped(u.peak), grouped(u.thread_depth), grouped(u.object_depth),
      grouped(u.queries), ratio(u.query_steps, u.queries), percent * static_cast<double>(u.program_ticks),
      percent * static_cast<double>(u.extension_ticks), percent * static_cast<double>(u.comb_ticks),
      percent * static_cast<double>(u.pruning_ticks));
}

nlohmann::ordered_json json_of(const protocol::Unfolding& u) {
  return {{"events_made", u.created},
          {"peak_events", u.peak},
          {"thread_depth", u.thread_depth},
          {"object_depth", u.object_depth},
          {"queries", u.queries},
          {"events_per_query", ratio(u.query_steps, u.queries)},
          {"program_share", ratio(u.program_ticks, all_ticks(u))},
          {"extensions_share", ratio(u.extension_ticks, all_ticks(u))},
          {"alternatives_share", ratio(u.comb_ticks, all_ticks(u))},
          {"pruning_share", ratio(u.pruning_ticks, all_ticks(u))}};
}

}  // namespace mazurka::report
