#include "runtime/engine/learned_facts.hpp"

#include "runtime/engine/failure.hpp"
#include "runtime/engine/run.hpp"
#include "runtime/memory/rewind.hpp"
#include "runtime/platform/layout.hpp"

namespace mazurka::runtime {

namespace {

constexpr uint32_t kFacts = static_cast<uint32_t>(Fact::kCount);
// In the place of a thread's number.
constexpr uint32_t kFirstFact = 0xffff0000;

bool known[kFacts][kMaxThreads];

}  // namespace

bool is_known(Fact fact, uint32_t thread) {
  return known[static_cast<uint32_t>(fact)][thread];
}

void note_fact(Fact fact, uint32_t thread) {
  bool& entry = known[static_cast<uint32_t>(fact)][thread];
  if (entry) return;
  entry = true;
  learn();
}

void learn_fact(Fact fact, uint32_t thread) {
  bool& entry = known[static_cast<uint32_t>(fact)][thread];
  if (entry) return;
  entry = true;
  if (!at_base()) return;
  learn();
  abandon_execution();
}

std::vector<protocol::ScheduleStep> known_facts() {
  std::vector<protocol::ScheduleStep> steps;
  for (uint32_t fact = 0; fact < kFacts; fact++)
    for (uint32_t thread = 0; thread < kMaxThreads; thread++)
      if (known[fact][thread]) steps.push_back({kFirstFact + fact, thread});
  return steps;
}

bool take_fact(const protocol::ScheduleStep& step) {
  if (step.thread < kFirstFact || step.thread >= kFirstFact + kFacts || step.choice >= kMaxThreads) return false;
  known[step.thread - kFirstFact][step.choice] = true;
  return true;
}

}  // namespace mazurka::runtime
