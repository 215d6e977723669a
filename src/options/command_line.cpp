#include "options/command_line.hpp"

#include <fmt/format.h>

namespace mazurka::options {

void add_options(CLI::App& app, Verb verb, Request& request, std::span<const Option> rows) {
  for (const Option& row : rows) {
    if ((row.verbs & verb) == 0) continue;
    CLI::callback_t set = [&row, &request](const CLI::results_t& texts) {
      if (auto mistake = set_from_texts(row, texts, request))
        throw CLI::ValidationError(std::string(row.name), *mistake);
      request.given.push_back(row.name);
      return true;
    };
    const auto* number = std::get_if<Number>(&row.kind);
    const bool is_flag = std::holds_alternative<Flag>(row.kind) || (number != nullptr && number->may_be_bare);
    const bool is_list = std::holds_alternative<Set>(row.kind) || std::holds_alternative<Texts>(row.kind) ||
                         std::holds_alternative<Sources>(row.kind);
    const std::string otherwise = default_text(row);
    CLI::Option* option =
        app.add_option(row.letter.empty() ? std::string(row.name) : fmt::format("{},{}", row.letter, row.name), set,
                       otherwise.empty() ? row.help : fmt::format("{} (default: {})", row.help, otherwise));
    option->group(std::string(row.group));
    if (is_flag) option->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)->expected(0);
    if (is_list) option->expected(1)->take_all();
    if (std::string placeholder = placeholder_of(row); !placeholder.empty()) option->type_name(placeholder);
  }
}

}  // namespace mazurka::options
