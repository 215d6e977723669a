// Wakeup trees: for each state on the current execution, the ordered tree of step sequences still to be explored from
// it.
//
// All trees share one pool of nodes. A branch is explored from its first child on; a child that is taken leaves the
// tree, and its children become the tree of the next state.
#pragma once

#include <cstdint>

#include "base/metered.hpp"
#include "explore/reversal.hpp"
#include "explore/step.hpp"

namespace mazurka {

class WakeupForest {
 public:
  // The children of a node, or the top of a tree: a list. 0 is the empty list.
  using List = uint32_t;

  // Inserts v into the tree, unless something in it leads to v already. False: it does.
  bool insert(List& tree, const Reversal& v);

  // Takes the first branch away: returns its step and leaves its children in `children`.
  Step take_first(List& tree, List& children);

  // The tree has no node twice and none that is free. For debug builds and tests.
  void check_invariants(List tree) const;

  size_t size() const { return nodes_.size() - 1 - free_.size(); }

 private:
  struct Node {
    Step step;
    List children = 0;
    uint32_t next = 0;
  };
  uint32_t new_node(const Step& step);
  void append(List& list, uint32_t node);
  // If the step can begin what is left of v: the position there of what it takes away, or the size if it takes nothing.
  bool matches(const Step& step, const Reversal& v, size_t& taken) const;

  Vec<Node> nodes_{Node{}};
  Vec<uint32_t> free_;
  Vec<Reversal::Member> rest_;
  Vec<uint32_t> counts_;
};

}  // namespace mazurka
