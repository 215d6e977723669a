// Explores a program with inputs one input after the other, each time by an algorithm that knows nothing of inputs.
//
// What all executions under an input u say of it holds of u and of every other input that makes no difference to any of
// them: these need not be explored. The next input is any that is not one of those, until there is none. Every
// execution is explored (up to equivalence), but some of them under several inputs. A program without inputs is left to
// the algorithm.
#pragma once

#include <memory>

#include "explore/explorer.hpp"

namespace mazurka {

class OuterLoop final : public Explorer {
 public:
  using Make = std::unique_ptr<Explorer> (*)(const Options& options);

  OuterLoop(Make make, const Options& options) : make_(make), options_(options) {}
  Statistics explore(Program& program, Observer& observer) override;

 private:
  Make make_;
  Options options_;
};

}  // namespace mazurka
