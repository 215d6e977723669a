#include "runtime/entries/unseen/states.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include "base/check.hpp"
#include "runtime/entries/unseen/modules.hpp"

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
// These have a name that the program knows, too. Whoever does not use it, sees nothing of them.
struct PublicVariable {
  std::string_view name;
  std::string_view symbol;  // that the program may have instead
  bool was_found;
  const void* address;
};
PublicVariable public_variables[] = {{"signgam", "__signgam", false, nullptr},
                                     {"optind", "optind", false, nullptr},
                                     {"optarg", "optarg", false, nullptr}};

const void* find_public(PublicVariable& variable) {
  if (!variable.was_found && (program_imports(variable.name) || program_imports(variable.symbol)))
    variable.address = dlsym(RTLD_DEFAULT, variable.name.data());
  variable.was_found = true;
  return variable.address;
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
  if (kHidden[number].name == "environ") return &environ;
  for (PublicVariable& variable : public_variables)
    if (variable.name == kHidden[number].name) return find_public(variable);
  return kHidden[number].variable;
}
OrderedState& ordered_state(uint16_t number) {
  return ordered_states[number].state;
}

}  // namespace mazurka::runtime
