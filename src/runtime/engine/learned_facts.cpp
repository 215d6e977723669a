#include "runtime/engine/learned_facts.hpp"

#include "runtime/engine/failure.hpp"
#include "runtime/engine/loops/rounds.hpp"
#include "runtime/engine/loops/tallies.hpp"
#include "runtime/engine/run.hpp"
#include "runtime/engine/threads/shared_frames.hpp"
#include "runtime/memory/rewind.hpp"
#include "runtime/platform/layout.hpp"

namespace mazurka::runtime {

namespace detail {
bool facts_known[static_cast<uint32_t>(Fact::kCount)][kMaxThreads];
}  // namespace detail

namespace {

using detail::facts_known;
constexpr uint32_t kFacts = static_cast<uint32_t>(Fact::kCount);

void tell_rounds(Fact fact) {
  if (fact == Fact::kRoundsAreWatched) rounds.watch();
  if (fact == Fact::kRoundsAreKept) rounds.keep();
}

}  // namespace

void note_fact(Fact fact, uint32_t thread) {
  bool& entry = facts_known[static_cast<uint32_t>(fact)][thread];
  if (entry) return;
  entry = true;
  tell_rounds(fact);
  learn();
}

void learn_fact(Fact fact, uint32_t thread) {
  bool& entry = facts_known[static_cast<uint32_t>(fact)][thread];
  if (entry) return;
  entry = true;
  tell_rounds(fact);
  if (!at_base()) return;
  learn();
  abandon_execution();
}

std::vector<protocol::LearnedFact> known_facts() {
  std::vector<protocol::LearnedFact> facts;
  for (uint32_t fact = 0; fact < kFacts; fact++)
    for (uint32_t thread = 0; thread < kMaxThreads; thread++)
      if (facts_known[fact][thread]) facts.push_back({static_cast<Fact>(fact), thread});
  for (uint32_t name : tallies.names()) facts.push_back({Fact::kIsTally, name});
  for (const protocol::LearnedFact& fact : known_shared_frames()) facts.push_back(fact);
  return facts;
}

void take_fact(const protocol::LearnedFact& fact) {
  if (fact.fact == Fact::kIsTally) return tallies.take(fact.thread);
  if (fact.fact == Fact::kFramesAreSharedFrom || fact.fact == Fact::kFramesAreSharedTo) return take_shared_frames(fact);
  const uint32_t number = static_cast<uint32_t>(fact.fact);
  if (number < kFacts && fact.thread < kMaxThreads) facts_known[number][fact.thread] = true;
  tell_rounds(fact.fact);
}

}  // namespace mazurka::runtime
