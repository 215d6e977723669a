// Hand-made programs that are hard for exploration algorithms: each of them was lost or repeated by a form of some
// algorithm that looked right. The fuzzer mutates them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "toy/fuzz/features.hpp"
#include "toy/language/ast.hpp"

namespace mazurka::toy {

struct Seed {
  std::string_view objects;  // their declarations
  std::string_view threads;  // the bodies of T1, T2, ..., separated by |
  uint32_t traces = 0;       // how many maximal ones it has, shared updates commuting; 0: not known by other means
};

const std::vector<Seed>& all_seeds();

// The program in the toy language.
std::string text_of(const Seed& seed);
Source source_of(const Seed& seed);

// Those that use no other features.
std::vector<Source> seeds_with(Features allowed);

}  // namespace mazurka::toy
