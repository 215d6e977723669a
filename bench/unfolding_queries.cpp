// Two ways to decide for two events of an unfolding whether one is in the history of the other (causality) and whether
// they can be in one configuration (conflict):
//
// - As src/explore/unfolding does: a clock and the last event of each thread for each event; for causality the event at
//   some index of a thread by one further pointer for each event. For conflict, clocks tell which events the histories
//   do not share, and the accesses of these are compared.
// - As the Quasi-Optimal paper does: a tree of the events of each thread and of the writes of each object; for each
//   event a map to its last event in each thread and its last write of each object. Causality and conflict are ancestor
//   queries in these trees, by skip pointers: a node at depth d has a pointer to the ancestor s^i above if s^i divides
//   d. (Reads are not in the trees, so that conflicts between reads and writes are not found: the time is a lower
//   bound.)
#include "unfolding_queries.hpp"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <random>
#include <vector>

#include "explore/algorithms.hpp"
#include "explore/unfolding/qpor.hpp"

namespace mazurka {

namespace {

// Processor time in seconds: others may be using the machine.
double now() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

struct Nobody final : Observer {
  bool on_execution(const Execution&) override { return true; }
};

// A forest with skip pointers. Node 0 is no node.
class SkipForest {
 public:
  SkipForest(uint32_t step, size_t nodes) : step_(step), nodes_(nodes) {}

  void add(uint32_t node, uint32_t parent) {
    Node& n = nodes_[node];
    n.depth = parent == 0 ? 1 : nodes_[parent].depth + 1;
    n.parent = parent;
    n.first = static_cast<uint32_t>(skips_.size());
    for (uint32_t distance = step_; n.depth % distance == 0 && distance < n.depth; distance *= step_)
      skips_.push_back(ancestor(parent, n.depth - distance));
    n.count = static_cast<uint32_t>(skips_.size()) - n.first;
  }

  uint32_t ancestor(uint32_t node, uint32_t depth) const {
    while (nodes_[node].depth > depth) {
      steps++;
      const Node& n = nodes_[node];
      uint32_t next = n.parent;
      for (uint32_t k = n.count; k-- > 0;)
        if (nodes_[skips_[n.first + k]].depth >= depth) {
          next = skips_[n.first + k];
          break;
        }
      node = next;
    }
    return node;
  }
  // Is one of the two above the other, or is there none?
  bool related(uint32_t a, uint32_t b) const {
    if (a == 0 || b == 0) return true;
    if (nodes_[a].depth > nodes_[b].depth) std::swap(a, b);
    return ancestor(b, nodes_[a].depth) == a;
  }
  bool is_above(uint32_t a, uint32_t b) const {
    return b != 0 && nodes_[a].depth <= nodes_[b].depth && ancestor(b, nodes_[a].depth) == a;
  }
  size_t bytes() const { return nodes_.size() * sizeof(Node) + skips_.size() * 4; }
  mutable uint64_t steps = 0;

 private:
  struct Node {
    uint32_t depth = 0, parent = 0, first = 0, count = 0;
  };
  uint32_t step_;
  std::vector<Node> nodes_;
  std::vector<uint32_t> skips_;
};

// The paper's structures, made of an unfolding.
class Trees {
 public:
  Trees(const Unfolding& u, const std::vector<UnfoldingId>& events, uint32_t nodes, uint32_t objects, uint32_t step)
      : u_(u), objects_(objects), threads_(step, nodes), writes_(step, nodes), last_write_(size_t{nodes} * objects, 0) {
    for (UnfoldingId id : events) {
      const UnfoldingEvent& event = u[id];
      threads_.add(id.number, event.index == 1 ? 0 : event.previous.number);
      merge(id, event.previous);
      for (UnfoldingId cause : event.causes) merge(id, cause);
      for (uint32_t i = 0; i < event.access_count; i++) {
        if (event.mode[i] != Mode::kWrite) continue;
        uint32_t& last = last_write(id, event.object[i].number);
        writes_.add(id.number, last);
        last = id.number;
      }
    }
    threads_.steps = writes_.steps = 0;
  }

  bool causality(UnfoldingId a, UnfoldingId b) const {
    return threads_.is_above(a.number, u_.last(b, u_[a].thread.index()).number);
  }
  bool conflict(UnfoldingId a, UnfoldingId b) const {
    for (uint32_t t = 0; t < u_.width(); t++)
      if (!threads_.related(u_.last(a, t).number, u_.last(b, t).number)) return true;
    for (uint32_t o = 0; o < objects_; o++)
      if (!writes_.related(last_write_[size_t{a.number} * objects_ + o], last_write_[size_t{b.number} * objects_ + o]))
        return true;
    return false;
  }
  uint64_t steps() const { return threads_.steps + writes_.steps; }
  size_t bytes() const { return threads_.bytes() + writes_.bytes() + last_write_.size() * 4; }

 private:
  uint32_t& last_write(UnfoldingId id, uint32_t object) { return last_write_[size_t{id.number} * objects_ + object]; }
  void merge(UnfoldingId id, UnfoldingId from) {
    for (uint32_t o = 0; o < objects_ && from != UnfoldingId(); o++) {
      uint32_t& mine = last_write(id, o);
      uint32_t other = last_write(from, o);
      if (other != 0 && (mine == 0 || u_[UnfoldingId(other)].size > u_[UnfoldingId(mine)].size)) mine = other;
    }
  }

  const Unfolding& u_;
  uint32_t objects_;
  SkipForest threads_;
  SkipForest writes_;
  std::vector<uint32_t> last_write_;
};

bool causality_by_clocks(const Unfolding& u, UnfoldingId a, UnfoldingId b) {
  const UnfoldingEvent& first = u[a];
  size_t t = first.thread.index();
  return u.clock(b)[t] >= first.index && u.ancestor(u.last(b, t), first.index) == a;
}

// Calls visit(event) for the events of a's history that are not in b's, as far as the clocks tell.
template <class Visit>
bool any_not_shared(const Unfolding& u, UnfoldingId a, UnfoldingId b, Visit&& visit) {
  for (uint32_t t = 0; t < u.width(); t++) {
    UnfoldingId event = u.last(a, t);
    for (uint32_t index = u.clock(a)[t]; index > u.clock(b)[t]; index--) {
      if (visit(event)) return true;
      event = u[event].previous;
    }
  }
  return false;
}

bool conflict_by_clocks(const Unfolding& u, UnfoldingId a, UnfoldingId b) {
  for (uint32_t t = 0; t < u.width(); t++) {
    uint32_t common = std::min(u.clock(a)[t], u.clock(b)[t]);
    if (common != 0 && u.ancestor(u.last(a, t), common) != u.ancestor(u.last(b, t), common)) return true;
  }
  return any_not_shared(u, a, b, [&](UnfoldingId e) {
    return u[e].access_count != 0 &&
           any_not_shared(u, b, a, [&](UnfoldingId f) { return u.accesses_conflict(u[e], u[f]); });
  });
}

struct Result {
  double nanoseconds = 0;
  uint64_t yes = 0;
};

template <class Query>
Result time_queries(const std::vector<std::pair<UnfoldingId, UnfoldingId>>& pairs, Query&& query) {
  Result result;
  double start = now();
  for (const auto& [a, b] : pairs) result.yes += query(a, b);
  double seconds = now() - start;
  result.nanoseconds = seconds * 1e9 / static_cast<double>(pairs.size());
  return result;
}

// What the search for alternatives asks: do events that are known to be in conflict with an event of a configuration
// fit it? Gives nanoseconds for each question, and for each event of a thread or access that it looks at.
std::pair<double, double> time_fits(Unfolding& u, const std::vector<UnfoldingId>& events) {
  for (UnfoldingId id : events) u[id].excluded_at = UnfoldingEvent::kNowhere;
  Exclusions exclusions(u);
  Configuration configuration(u, exclusions);
  std::mt19937_64 random(2);
  Vec<UnfoldingId> history, missing;
  double seconds = 0;
  for (int round = 0; round < 2'000; round++) {
    UnfoldingId top = events[random() % events.size()];
    history.clear();
    any_not_shared(u, top, UnfoldingId(), [&](UnfoldingId id) { return history.push_back(id), false; });
    std::sort(history.begin(), history.end(), [&](UnfoldingId a, UnfoldingId b) { return u[a].size < u[b].size; });
    for (UnfoldingId id : history) configuration.push(id);
    double start = now();
    for (UnfoldingId id : history)
      for (UnfoldingId candidate : u[id].conflicts) configuration.fits(candidate, missing);
    seconds += now() - start;
    while (configuration.size() != 0) configuration.pop();
  }
  return {seconds * 1e9 / static_cast<double>(configuration.queries()),
          seconds * 1e9 / static_cast<double>(configuration.query_steps())};
}

}  // namespace

void print_queries(const std::string& name, toy::Machine& machine) {
  Options options;
  options.policy = algorithm_named("qpor").policy;
  options.few_events = UINT64_MAX;
  Qpor qpor(options);
  Nobody nobody;
  qpor.explore(machine, nobody);
  Unfolding& u = qpor.unfolding();
  std::vector<UnfoldingId> events;
  for (uint32_t k = 1; k <= u.size(); k++) events.push_back(UnfoldingId(k));
  std::sort(events.begin(), events.end(), [&](UnfoldingId a, UnfoldingId b) { return u[a].size < u[b].size; });
  std::mt19937_64 random(1);
  std::vector<std::pair<UnfoldingId, UnfoldingId>> pairs;
  for (int k = 0; k < 1'000'000; k++)
    pairs.emplace_back(events[random() % events.size()], events[random() % events.size()]);

  auto row = [&](const std::string& how, Result causality, Result conflict, double steps, double bytes) {
    fmt::print("| {} | {} | {} | {:.0f} | {:.0f} | {:.1f} | {:.1f} | {:.2f} | {:.0f} |\n", name, u.size(), how,
               causality.nanoseconds, conflict.nanoseconds, 100.0 * static_cast<double>(causality.yes) / 1e6,
               100.0 * static_cast<double>(conflict.yes) / 1e6, steps, bytes);
    std::fflush(stdout);
  };
  row("clocks", time_queries(pairs, [&](auto a, auto b) { return causality_by_clocks(u, a, b); }),
      time_queries(pairs, [&](auto a, auto b) { return conflict_by_clocks(u, a, b); }), 0, 8.0 * u.width() + 4);
  auto [per_query, per_step] = time_fits(u, events);
  fmt::print(
      "| {} | {} | clocks, against a configuration: {:.0f} ns a question, {:.1f} ns each event looked at | | | | | | "
      "|\n",
      name, u.size(), per_query, per_step);
  uint32_t nodes = static_cast<uint32_t>(u.size()) + 1;
  for (uint32_t step : {2, 4, 8, 1'000'000}) {
    Trees trees(u, events, nodes, machine.object_count(), step);
    Result causality = time_queries(pairs, [&](auto a, auto b) { return trees.causality(a, b); });
    Result conflict = time_queries(pairs, [&](auto a, auto b) { return trees.conflict(a, b); });
    row(step == 1'000'000 ? "trees, parents only" : fmt::format("trees, step {}", step), causality, conflict,
        static_cast<double>(trees.steps()) / 2e6, static_cast<double>(trees.bytes()) / nodes + 4.0 * u.width());
  }
}

}  // namespace mazurka
