// What functions of libstdc++ do with parts of streams that functions in its headers use, too.
#pragma once

#include <cstdint>

#include "runtime/entries/unseen/cxx_classes.hpp"
#include "runtime/entries/unseen/cxx_name.hpp"
#include "runtime/entries/unseen/effects.hpp"

namespace mazurka::runtime {

// Of a member function of a class; `self`: the argument that is the object.
void add_stream_parts(const CxxName& name, const ClassRule& rule, uint8_t self, Effects& effects);

}  // namespace mazurka::runtime
