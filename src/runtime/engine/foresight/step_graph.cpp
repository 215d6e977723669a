#include "runtime/engine/foresight/step_graph.hpp"

namespace mazurka::runtime {

void StepGraph::clear() {
  states_.assign(1, KnownState{});
  outcomes_.assign(1, KnownOutcome{});
  values_.clear();
  nodes_.assign(256, kNone);
  places_.assign(256, 0);
}

void StepGraph::grow_nodes() {
  nodes_.assign(nodes_.size() * 2, kNone);
  for (Node node = 1; node < states_.size(); node++) {
    size_t at = states_[node].state.name.low & (nodes_.size() - 1);
    while (nodes_[at] != kNone) at = (at + 1) & (nodes_.size() - 1);
    nodes_[at] = node;
  }
}

StepGraph::Node StepGraph::node_of(const State& state) {
  size_t at = state.name.low & (nodes_.size() - 1);
  for (; nodes_[at] != kNone; at = (at + 1) & (nodes_.size() - 1))
    if (states_[nodes_[at]].state.name == state.name) return nodes_[at];
  states_.push_back({state, 0});
  const auto node = static_cast<Node>(states_.size() - 1);
  nodes_[at] = node;
  if (states_.size() * 2 > nodes_.size()) grow_nodes();
  return node;
}

void StepGraph::grow_places() {
  places_.assign(places_.size() * 2, 0);
  for (uint32_t k = 1; k < outcomes_.size(); k++) {
    const KnownOutcome& known = outcomes_[k];
    size_t at = place_of(known.from, known.outcome.choice, known.found);
    while (places_[at] != 0) at = (at + 1) & (places_.size() - 1);
    places_[at] = k;
  }
}

void StepGraph::add(Node from, const Outcome& outcome) {
  const Value found = states_[from].state.view.next.code == OpCode::kStore ? 0 : outcome.before;
  outcomes_.push_back({from, found, outcome});
  if (outcomes_.size() * 2 > places_.size()) return grow_places();
  size_t at = place_of(from, outcome.choice, found);
  while (places_[at] != 0) at = (at + 1) & (places_.size() - 1);
  places_[at] = static_cast<uint32_t>(outcomes_.size() - 1);
}

uint32_t StepGraph::keep(std::span<const PlaceValue> values) {
  const auto first = static_cast<uint32_t>(values_.size());
  values_.insert(values_.end(), values.begin(), values.end());
  return first;
}

}  // namespace mazurka::runtime
