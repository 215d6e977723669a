// How `--help` looks.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace mazurka {

// Wraps the lines, and leaves out the names of environment variables: the footer tells how they are formed.
class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter();

  std::string make_option(const CLI::Option* option, bool is_positional) const override;
  std::string make_option_opts(const CLI::Option* option) const override;
};

}  // namespace mazurka
