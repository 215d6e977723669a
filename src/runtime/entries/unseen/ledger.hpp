// The ledger: what is known of functions that are not instrumented. It consists of the lists in src/ledger, which are
// part of the runtime, and of rules for functions of the C++ library, whose names tell their types (cxx_rules.hpp).
#pragma once

#include <string_view>

#include "runtime/entries/unseen/effects.hpp"

namespace mazurka::runtime {

// `library`: the name of the file that the function is in, without its folder.
LedgerEntry look_up(std::string_view function, std::string_view library);

// Is there a list for this library?
bool is_listed(std::string_view library);

}  // namespace mazurka::runtime
