#include "explore/sample/strategies.hpp"

#include "explore/sample/pct.hpp"
#include "explore/sample/pos.hpp"
#include "explore/sample/random_walk.hpp"
#include "explore/sample/surw.hpp"

namespace mazurka {

namespace {

template <class T>
std::unique_ptr<Strategy> new_strategy(uint32_t) {
  return std::make_unique<T>();
}

constexpr StrategyRow kStrategies[] = {
    {.name = "random",
     .summary = "any enabled thread takes the next step",
     .make = new_strategy<RandomWalk>,
     .guarantee = Guarantee::kTrace},
    {.name = "pct",
     .summary = "random priorities of threads, changed at a few random steps",
     .make = [](uint32_t depth) -> std::unique_ptr<Strategy> { return std::make_unique<Pct>(depth); },
     .guarantee = Guarantee::kDepth},
    {.name = "pos",
     .summary = "random priorities of operations, drawn again after each race",
     .make = new_strategy<Pos>,
     .guarantee = Guarantee::kTrace},
    {.name = "surw", .summary = "threads in proportion to what they have still to do", .make = new_strategy<Surw>},
};

}  // namespace

std::span<const StrategyRow> strategies() {
  return kStrategies;
}

}  // namespace mazurka
