#include "runtime/entries/unseen/states.hpp"

#include <unistd.h>

#include <iterator>
#include <string>

#include "base/check.hpp"
#include "runtime/entries/unseen/modules.hpp"
#include "runtime/platform/next_function.hpp"

// Generated from the lists: HIDDEN(name), ORDERED(name) and PUBLIC(name) for each.
#define PUBLIC(name)
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
#undef PUBLIC

#define PUBLIC(name) {#name, false, 0},
#define ORDERED(name)
struct PublicVariable {
  const char* name;
  bool was_looked_for;
  uintptr_t address;
};
PublicVariable public_variables[] = {
#include "ledger/ledger_states.inc"
};
#undef PUBLIC
#undef ORDERED
#undef HIDDEN

// Many have a second name.
std::string second_name(const std::string& name) {
  if (name == "program_invocation_name") return "__progname_full";
  if (name == "program_invocation_short_name") return "__progname";
  return "__" + name;
}

uintptr_t find_in_program(const std::string& name) {
  for (const std::string& symbol : {name, second_name(name)})
    if (program_imports(symbol)) return reinterpret_cast<uintptr_t>(symbol_of_program(symbol.c_str()));
  return 0;
}

constexpr uint32_t kOrderedStates = sizeof kOrdered / sizeof kOrdered[0];

// A number for each, in the order of the names.
uint32_t next_state = 0;
struct NumberedState {
  OrderedState state{Fact::kStateIsShared, next_state++};
};
NumberedState* const ordered_states = new NumberedState[kOrderedStates];

}  // namespace

uint16_t find_hidden_state(std::string_view name) {
  for (size_t k = 0; k < std::size(kHidden); k++)
    if (kHidden[k].name == name) return static_cast<uint16_t>(k);
  CHECK(false, "a state that the lists name");
}

uint16_t find_ordered_state(std::string_view name) {
  for (uint16_t k = 0; k < kOrderedStates; k++)
    if (kOrdered[k] == name) return k;
  CHECK(false, "a state that the lists name");
}

const void* hidden_state(uint16_t number) {
  if (kHidden[number].name == "environ") return &environ;
  return kHidden[number].variable;
}

uint16_t find_public_variable(std::string_view name) {
  for (size_t k = 0; k < std::size(public_variables); k++)
    if (public_variables[k].name == name) return static_cast<uint16_t>(k);
  CHECK(false, "a variable that the lists name");
}

uintptr_t public_variable(uint16_t number) {
  PublicVariable& variable = public_variables[number];
  if (!variable.was_looked_for) variable.address = find_in_program(variable.name);
  variable.was_looked_for = true;
  return variable.address;
}

OrderedState& ordered_state(uint16_t number) {
  return ordered_states[number].state;
}

}  // namespace mazurka::runtime
