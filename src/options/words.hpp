// Words of a command line, before they are parsed: which of them are options, with their values.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "options/option.hpp"
#include "options/table.hpp"

namespace mazurka::options {

struct OptionWords {
  const Option* option = nullptr;  // of the table; none: an unknown one
  size_t count = 0;                // so many words; 0: this is no option
};

// The option that begins with the first of these words.
OptionWords option_at(std::span<char* const> words, Verb verb, std::span<const Option> rows = table());

}  // namespace mazurka::options
