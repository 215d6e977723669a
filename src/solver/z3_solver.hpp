// Z3 answers queries. The only file of the project that knows it.
#pragma once

#include "concolic/query.hpp"

namespace mazurka::solver {

// Each question has a context of its own: an answer depends on its question alone, not on those before.
class Z3Solver final : public concolic::Solver {
 public:
  concolic::Answer solve(const concolic::Query& query) override;
};

}  // namespace mazurka::solver
