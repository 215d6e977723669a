#include "cli/terminal/help_formatter.hpp"

#include <sstream>

namespace mazurka {

namespace {

constexpr size_t kColumn = 30;
constexpr size_t kWidth = 100;

}  // namespace

HelpFormatter::HelpFormatter() {
  label("SUBCOMMAND", "VERB");
}

std::string HelpFormatter::make_option(const CLI::Option* option, bool is_positional) const {
  std::string line = "  " + make_option_name(option, is_positional) + make_option_opts(option);
  std::string text;
  if (line.size() + 2 > kColumn) text.swap(line), text += '\n';
  line.resize(kColumn, ' ');
  std::istringstream words(make_option_desc(option));
  for (std::string word; words >> word;) {
    if (line.size() + word.size() > kWidth) {
      text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
      line.assign(kColumn, ' ');
    }
    line += word + ' ';
  }
  return text + line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
}

std::string HelpFormatter::make_option_opts(const CLI::Option* option) const {
  std::string text;
  if (!option->get_type_name().empty()) text += " " + option->get_type_name();
  if (!option->get_default_str().empty()) text += "=" + option->get_default_str();
  if (option->get_expected_max() > 1) text += " ...";
  return text;
}

}  // namespace mazurka
