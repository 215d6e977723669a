// A tree of executions in parts that several processes explore.
//
// A Unit is a part of the tree: a path from the root, and for each node on it the children that belong to the part, as
// a range of the list that the execution of the node gives. Nothing else is needed to explore it: whoever takes a unit
// runs the executions on the path again and has then all that was known of them. The children are explored from the
// last to the first. So a unit is an interval of the order in which one process would explore the tree, and what is
// given away, the first children of the shallowest node, comes after all that is kept.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace mazurka {

struct Unit {
  struct Level {
    uint32_t begin = 0;  // these children of the node are part of the unit
    uint32_t end = 0;
    uint32_t taken = 0;  // the child that is the next node, if there is a next level
    uint32_t check = 0;  // tells it from other children: what it reverses
    // Its input, if it runs with another one than the node (InputSpace::append_words).
    std::vector<uint32_t> input;
    friend bool operator==(const Level&, const Level&) = default;
  };
  std::vector<Level> levels;  // none: the whole tree

  bool is_whole() const { return levels.empty(); }
  friend bool operator==(const Unit&, const Unit&) = default;
};

// A node of the tree: which child was taken at each node on the way.
using TreePath = std::vector<uint32_t>;

// Is the node explored before the other one, if one process explores all?
bool is_before(const TreePath& node, const TreePath& other);

// Is there nothing to explore in it?
bool is_empty(const Unit& unit);

// The path of a unit: its deepest node.
TreePath path_of(const Unit& unit);
// The node of the unit that is explored first. The unit must not be empty.
TreePath first_of(const Unit& unit);

// As numbers, to be sent and kept; and back. False: this is no unit.
void append_words(const Unit& unit, std::vector<uint32_t>& words);
bool from_words(std::span<const uint32_t> words, Unit& unit);

// What an explorer is told of a divided exploration, and tells.
class Division {
 public:
  virtual ~Division() = default;

  // What is to be explored.
  virtual const Unit& unit() const = 0;

  enum class Wish : uint8_t {
    kNothing,
    kRest,   // to know what is left
    kShare,  // and to get a part of it
  };
  // Looked at between two executions. It is fulfilled by answer().
  virtual Wish wish() const = 0;

  // `kept` is what is left of the unit without `given`, which is empty if there is nothing to give away. False: the
  // exploration ends here, and nothing of `kept` is explored.
  virtual bool answer(const Unit& kept, const Unit& given) = 0;

  // The exploration was stopped at this execution, by the observer or by an answer: a unit that has the node's path and
  // is empty. `rest` is what was not explored.
  virtual void note_stop(const Unit& node, const Unit& rest) = 0;

  // Of a series of units (series.hpp): what came of the unit so far. The last word counts.
  virtual void tell(const std::vector<uint32_t>& words) { (void)words; }
};

}  // namespace mazurka
