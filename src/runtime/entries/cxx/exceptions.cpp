// Exceptions. What is thrown, and how it is caught, is the business of the C++ library: it only matters to whoever
// wants to know all that a thread did.
#include "runtime/entries/cxx/exceptions.hpp"

#include <string_view>

#include "runtime/engine/foresight/foresight.hpp"
#include "runtime/entries/pass_through.hpp"

using namespace mazurka::runtime;

namespace {

void note_exception(const PassedArguments&) {
  note_unforeseeable();
}

}  // namespace

MAZURKA_PASS_FROM_SLOT(note_exception, _ZSt17__throw_bad_allocv)
MAZURKA_PASS_FROM_SLOT(note_exception, _ZSt20__throw_length_errorPKc)
MAZURKA_PASS_FROM_SLOT(note_exception, _ZSt20__throw_system_errori)
MAZURKA_PASS_FROM_SLOT(note_exception, _ZSt28__throw_bad_array_new_lengthv)
MAZURKA_PASS_FROM_SLOT(note_exception, __cxa_begin_catch)
MAZURKA_PASS_FROM_SLOT(note_exception, __cxa_end_catch)
MAZURKA_PASS_FROM_SLOT(note_exception, __cxa_rethrow)

namespace mazurka::runtime {

const char* way_that_notes_exceptions(std::string_view symbol) {
  constexpr struct {
    std::string_view symbol;
    const char* way;
  } kWays[] = {
      {"_ZSt17__throw_bad_allocv", mazurka_way_to__ZSt17__throw_bad_allocv},
      {"_ZSt20__throw_length_errorPKc", mazurka_way_to__ZSt20__throw_length_errorPKc},
      {"_ZSt20__throw_system_errori", mazurka_way_to__ZSt20__throw_system_errori},
      {"_ZSt28__throw_bad_array_new_lengthv", mazurka_way_to__ZSt28__throw_bad_array_new_lengthv},
      {"__cxa_begin_catch", mazurka_way_to___cxa_begin_catch},
      {"__cxa_end_catch", mazurka_way_to___cxa_end_catch},
      {"__cxa_rethrow", mazurka_way_to___cxa_rethrow},
  };
  for (const auto& way : kWays)
    if (way.symbol == symbol) return way.way;
  return nullptr;
}

}  // namespace mazurka::runtime
