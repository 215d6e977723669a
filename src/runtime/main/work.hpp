// The runtime's side of an exploration that several processes share: it takes units of work from the supervisor,
// answers what is left of them, and keeps in mind where it learned what it knows.
//
// What is learned changes what the executions are, and so the tree. A unit means nothing without it: with each comes
// its history, the nodes at which something was learned, one for each time that the exploration started again. Who does
// not know that yet goes to these nodes one after the other, and learns the same. Checker's side.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "explore/division.hpp"
#include "protocol/channel.hpp"

namespace mazurka::runtime {

class Work final : public Division {
 public:
  // Waits for a unit. False: there are no more.
  bool take();

  // Nodes of the history that are still to be learned from, and the next one learned.
  bool has_more_to_learn() const { return known_ < history_.size(); }
  Unit next_to_learn() const;
  void note_learned() {
    known_++;
    taught_.clear();
  }

  // Something was learned while nobody else has a part: the exploration starts again here, with the whole tree.
  bool is_alone() const;
  void start_again();

  // Of samples: Options::taught, as long as nothing is learned.
  std::vector<uint32_t>& taught() { return taught_; }

  void finish(protocol::UnitEnd end);
  bool was_given_up() const { return given_up_; }

  const Unit& unit() const override { return unit_; }
  Wish wish() const override;
  bool answer(const Unit& kept, const Unit& given) override;
  void note_stop(const Unit& node, const Unit& rest) override {
    stopped_at_ = node;
    rest_ = rest;
  }
  void tell(const std::vector<uint32_t>& words) override { told_ = words; }

 private:
  void write(const Unit& kept, const Unit& given);

  Unit unit_;
  Unit stopped_at_;
  Unit rest_;  // what was left then
  std::vector<uint32_t> told_;
  std::vector<uint32_t> taught_;
  bool given_up_ = false;
  std::vector<std::vector<uint32_t>> history_;
  size_t known_ = 0;  // of the history
};

// Goes to one node, and nowhere else.
class Detour final : public Division {
 public:
  explicit Detour(Unit node) : node_(std::move(node)) {}
  const Unit& unit() const override { return node_; }
  Wish wish() const override { return Wish::kNothing; }
  bool answer(const Unit&, const Unit&) override { return true; }
  void note_stop(const Unit&, const Unit&) override {}

 private:
  Unit node_;
};

}  // namespace mazurka::runtime
