#include "toy/fuzz/parts.hpp"

#include <utility>
#include <vector>

#include "base/check.hpp"
#include "base/dice.hpp"

namespace mazurka::toy {

namespace {

// Asks for a share every few executions; sometimes takes everything.
class Splitter final : public Division {
 public:
  Splitter(Unit unit, Dice& dice, std::vector<Unit>& open) : unit_(std::move(unit)), dice_(dice), open_(open) {
    decide();
  }

  const Unit& unit() const override { return unit_; }
  Wish wish() const override { return wish_; }

  bool answer(const Unit& kept, const Unit& given) override {
    if (!given.levels.empty()) {
      CHECK(is_before(first_of(kept), first_of(given)), "what is given away comes after all that is kept");
      open_.push_back(given);
    }
    ends_here_ = dice_.below(3) == 0;
    if (ends_here_ && !is_empty(kept)) open_.push_back(sent(kept));
    decide();
    return !ends_here_;
  }

  void note_stop(const Unit&, const Unit&) override { stopped_ = !ends_here_; }
  bool was_stopped_by_observer() const { return stopped_; }

 private:
  void decide() { wish_ = static_cast<Wish>(dice_.below(3)); }

  // As a unit is that comes out of a store.
  static Unit sent(const Unit& unit) {
    std::vector<uint32_t> words;
    append_words(unit, words);
    Unit result;
    CHECK(from_words(words, result), "what was a unit is one");
    return result;
  }

  Unit unit_;
  Dice& dice_;
  std::vector<Unit>& open_;
  Wish wish_ = Wish::kNothing;
  bool ends_here_ = false;
  bool stopped_ = false;
};

}  // namespace

Statistics explore_in_parts(Options options, const std::function<Statistics(const Options&)>& explore) {
  // A part is taken up by repeating its path: the policy must do the same again.
  if (options.policy == Policy::kRandom) options.policy = Policy::kInOrder;
  Dice dice(options.seed);
  std::vector<Unit> open(1);
  Statistics sum;
  while (!open.empty() && !sum.diverged) {
    std::swap(open[dice.below(open.size())], open.back());
    Unit unit = std::move(open.back());
    open.pop_back();
    Splitter splitter(std::move(unit), dice, open);
    options.division = &splitter;
    sum.add(explore(options));
    if (splitter.was_stopped_by_observer()) return sum;
  }
  sum.complete = !sum.diverged;
  return sum;
}

}  // namespace mazurka::toy
