#include "explore/optimal/wakeup_tree.hpp"

#include <vector>

#include "base/check.hpp"

namespace mazurka {

uint32_t WakeupForest::new_node(const Step& step) {
  uint32_t node;
  if (free_.empty()) {
    node = static_cast<uint32_t>(nodes_.size());
    nodes_.emplace_back();
  } else {
    node = free_.back();
    free_.pop_back();
  }
  nodes_[node] = Node{step, 0, 0};
  return node;
}

void WakeupForest::append(List& list, uint32_t node) {
  if (list == 0) {
    list = node;
    return;
  }
  uint32_t last = list;
  while (nodes_[last].next != 0) last = nodes_[last].next;
  nodes_[last].next = node;
}

bool WakeupForest::matches(const Step& step, const Reversal& v, size_t& taken) const {
  for (taken = 0; taken < rest_.size(); taken++)
    if (rest_[taken].event->thread == step.thread)
      return rest_[taken].event->choice == step.choice && v.is_initial(rest_[taken], counts_.data());
  for (const Reversal::Member& member : rest_)
    if (!step.independent_of(*member.event)) return false;
  return true;
}

bool WakeupForest::insert(List& tree, const Reversal& v) {
  rest_ = v.members();
  counts_.assign(v.counts(), v.counts() + v.width());
  uint32_t parent = 0;
  for (List list = tree;; list = nodes_[parent].children) {
    if (parent != 0 && list == 0) return false;  // a leaf leads to v
    uint32_t child = list;
    size_t taken = 0;
    while (child != 0 && !matches(nodes_[child].step, v, taken)) child = nodes_[child].next;
    if (child == 0) break;
    counts_[nodes_[child].step.thread.index()]++;
    if (taken < rest_.size()) rest_.erase(rest_.begin() + static_cast<ptrdiff_t>(taken));
    parent = child;
  }
  for (const Reversal::Member& member : rest_) {
    uint32_t node = new_node(Step(*member.event));
    append(parent == 0 ? tree : nodes_[parent].children, node);
    parent = node;
  }
  return true;
}

Step WakeupForest::take_first(List& tree, List& children) {
  uint32_t node = tree;
  Step step = nodes_[node].step;
  children = nodes_[node].children;
  tree = nodes_[node].next;
  free_.push_back(node);
  return step;
}

void WakeupForest::check_invariants(List tree) const {
  std::vector<bool> seen(nodes_.size(), false);
  for (uint32_t node : free_) seen[node] = true;
  std::vector<List> todo{tree};
  while (!todo.empty()) {
    List list = todo.back();
    todo.pop_back();
    for (uint32_t node = list; node != 0; node = nodes_[node].next) {
      CHECK(!seen[node], "a node is in one place of one wakeup tree");
      seen[node] = true;
      todo.push_back(nodes_[node].children);
    }
  }
}

}  // namespace mazurka
