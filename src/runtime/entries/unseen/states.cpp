#include "runtime/entries/unseen/states.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include "base/check.hpp"

// Generated from the lists: HIDDEN(name) and ORDERED(name) for each.
#define ORDERED(name)
#define HIDDEN(name) char state_of_##name = 0;
#include "ledger/ledger_states.inc"
#undef HIDDEN

namespace mazurka::runtime {

namespace {

struct Hidden {
  std::string_view name;
  const void* variable;
};
// These have a name that the program knows, too.
const void* public_variable(std::string_view name) {
  if (name == "environ") return &environ;
  constexpr const char* kPublic[] = {"signgam", "optind", "optarg"};
  for (const char* known : kPublic)
    if (name == known) return dlsym(RTLD_DEFAULT, known);
  return nullptr;
}
#define HIDDEN(name) {#name, &state_of_##name},
constexpr Hidden kHidden[] = {
#include "ledger/ledger_states.inc"
};
#undef HIDDEN
#undef ORDERED

#define HIDDEN(name)
#define ORDERED(name) #name,
constexpr std::string_view kOrdered[] = {
#include "ledger/ledger_states.inc"
};
#undef ORDERED
constexpr uint32_t kOrderedStates = sizeof kOrdered / sizeof kOrdered[0];

// A number for each, in the order of the names.
uint32_t next_state = 0;
struct NumberedState {
  OrderedState state{Fact::kStateIsShared, next_state++};
};
NumberedState* const ordered_states = new NumberedState[kOrderedStates];

}  // namespace

uint16_t find_hidden_state(std::string_view name) {
  for (uint16_t k = 0; k < sizeof kHidden / sizeof kHidden[0]; k++)
    if (kHidden[k].name == name) return k;
  CHECK(false, "a state that the lists name");
}

uint16_t find_ordered_state(std::string_view name) {
  for (uint16_t k = 0; k < kOrderedStates; k++)
    if (kOrdered[k] == name) return k;
  CHECK(false, "a state that the lists name");
}

const void* hidden_state(uint16_t number) {
  if (const void* variable = public_variable(kHidden[number].name)) return variable;
  return kHidden[number].variable;
}
OrderedState& ordered_state(uint16_t number) {
  return ordered_states[number].state;
}

}  // namespace mazurka::runtime
