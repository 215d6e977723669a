// What functions of the C++ library (libstdc++ and libc++) do, by their names, which tell their types.
//
// What the standard says of its classes is enough: a member function that is const reads its object, any other writes
// it, except where the class may be used by several threads at once. An argument by reference to a constant is read,
// any other is written; a pointer to characters is a text, or as many of them as the next argument says.
#pragma once

#include <string_view>

#include "runtime/entries/unseen/effects.hpp"

namespace mazurka::runtime {

// `function`: the symbol. Unknown for all that is not of the C++ library.
LedgerEntry rules_for_cxx(std::string_view function);

// Is it a function that the program may call by way of a table of virtual functions in the C++ library, without
// importing it, and that has effects?
bool is_called_virtually(std::string_view function);

}  // namespace mazurka::runtime
