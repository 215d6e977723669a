#include "cli/manual.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string_view>
#include <vector>

#include "cli/verb.hpp"

namespace mazurka {

namespace {

namespace fs = std::filesystem;

std::vector<const CLI::App*> verbs_of(const CLI::App& app) {
  std::vector<const CLI::App*> verbs;
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App* one) { return !one->get_group().empty(); }))
    verbs.push_back(verb);
  return verbs;
}

std::vector<const CLI::Option*> options_of(const CLI::App& app, bool positional) {
  return app.get_options([positional](const CLI::Option* option) {
    return !option->get_group().empty() && option->get_positional() == positional;
  });
}

// ---- man

// As roff takes it.
std::string in_roff(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '\\')
      result += "\\e";
    else if (c == '-')
      result += "\\-";
    else
      result += c;
  }
  if (result.starts_with('.') || result.starts_with('\'')) result.insert(0, "\\&");
  return result;
}

std::string in_capitals(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::toupper(c); });
  return text;
}

std::string name_and_value(const CLI::Option& option) {
  std::string text = fmt::format("\\fB{}\\fR", in_roff(option.get_name(false, true)));
  if (!option.get_type_name().empty()) text += fmt::format(" \\fI{}\\fR", in_roff(option.get_type_name()));
  return text;
}

std::string options_in_roff(const CLI::App& verb) {
  std::string text, group;
  for (const bool positional : {true, false})
    for (const CLI::Option* option : options_of(verb, positional)) {
      const std::string heading = positional ? "Arguments" : option->get_group();
      if (heading != group) text += fmt::format(".SH {}\n", in_roff(in_capitals(heading)));
      group = heading;
      text +=
          fmt::format(".TP\n{}\n{}\n",
                      positional ? fmt::format("\\fI{}\\fR", in_roff(option->get_name(true))) : name_and_value(*option),
                      in_roff(option->get_description()));
    }
  return text;
}

// Lines that begin with two blanks are examples.
std::string footer_in_roff(const std::string& footer) {
  std::string text = ".SH NOTES\n";
  std::istringstream lines(footer);
  for (std::string line; std::getline(lines, line);)
    text += line.empty()             ? ".PP\n"
            : line.starts_with("  ") ? fmt::format(".br\n{}\n", in_roff(line))
                                     : in_roff(line) + "\n";
  return text;
}

// ---- completions

// "a|b|c" as words; none if it is a word like FILE.
std::vector<std::string> choices_of(const CLI::Option& option) {
  std::vector<std::string> words;
  std::istringstream parts(option.get_type_name());
  for (std::string word; std::getline(parts, word, '|');) words.push_back(word);
  const bool is_choice = words.size() > 1 && std::none_of(words.begin(), words.end(), [](const std::string& word) {
                           return word.empty() || std::any_of(word.begin(), word.end(), [](unsigned char c) {
                                    return std::isupper(c) != 0 || c == ':' || c == '{' || c == ',';
                                  });
                         });
  return is_choice ? words : std::vector<std::string>();
}

std::vector<std::string> names_of_option(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  return names;
}

bool takes_value(const CLI::Option& option) {
  return option.get_expected_max() > 0 && option.get_items_expected_min() > 0;
}

// In a word of zsh's _arguments within single quotes.
std::string in_zsh(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '\'')
      result += "'\\''";
    else if (c == '[' || c == ']' || c == ':' || c == '\\')
      result += std::string("\\") + c;
    else
      result += c;
  }
  return result;
}

bool write_text(const fs::path& path, const std::string& text) {
  std::error_code failure;
  fs::create_directories(path.parent_path(), failure);
  std::ofstream file(path);
  file << text;
  file.close();
  return file.good();
}

int write_manual(const CLI::App& app, const fs::path& folder) {
  bool written = write_text(folder / "man1/mazurka.1", man_page(app, nullptr, MAZURKA_VERSION));
  for (const CLI::App* verb : verbs_of(app))
    written &=
        write_text(folder / fmt::format("man1/mazurka-{}.1", verb->get_name()), man_page(app, verb, MAZURKA_VERSION));
  written &= write_text(folder / "mazurka.bash", bash_completion(app));
  written &= write_text(folder / "_mazurka", zsh_completion(app));
  return written ? 0 : complain(fmt::format("cannot write to '{}'", folder.string()));
}

}  // namespace

std::string man_page(const CLI::App& app, const CLI::App* verb, const std::string& version) {
  const std::string name = verb == nullptr ? "mazurka" : "mazurka-" + verb->get_name();
  const std::string description = verb == nullptr ? "check multithreaded C and C++ programs" : verb->get_description();
  std::string text = fmt::format(".TH {} 1 \"\" \"mazurka {}\" \"Mazurka\"\n.SH NAME\n{} \\- {}\n.SH SYNOPSIS\n",
                                 in_roff(in_capitals(name)), version, in_roff(name), in_roff(description));
  if (verb == nullptr) {
    text += fmt::format("\\fBmazurka\\fR \\fIVERB\\fR [\\fIoptions\\fR]\n.SH DESCRIPTION\n{}\n.SH VERBS\n",
                        in_roff(app.get_description()));
    for (const CLI::App* one : verbs_of(app))
      text += fmt::format(".TP\n\\fB{}\\fR\n{}. See \\fBmazurka\\-{}\\fR(1).\n", in_roff(one->get_name()),
                          in_roff(one->get_description()), in_roff(one->get_name()));
    return text + options_in_roff(app) + footer_in_roff(app.get_footer());
  }
  text += fmt::format("\\fBmazurka {}\\fR [\\fIoptions\\fR]", in_roff(verb->get_name()));
  for (const CLI::Option* option : options_of(*verb, true))
    text += fmt::format(" \\fI{}\\fR", in_roff(option->get_name(true)));
  text += "\n" + options_in_roff(*verb);
  return verb->get_footer().empty() ? text : text + footer_in_roff(verb->get_footer());
}

std::string bash_completion(const CLI::App& app) {
  std::string verbs, options, values;
  for (const CLI::App* verb : verbs_of(app)) {
    verbs += fmt::format("{}{}", verbs.empty() ? "" : " ", verb->get_name());
    options += fmt::format("    {}) options=\"", verb->get_name());
    for (const CLI::Option* option : options_of(*verb, false))
      for (const std::string& name : names_of_option(*option))
        if (name.starts_with("--")) options += fmt::format("{}{} ", name, takes_value(*option) ? "=" : "");
    options += "\" ;;\n";
    for (const CLI::Option* option : options_of(*verb, false))
      if (const auto words = choices_of(*option); !words.empty())
        values += fmt::format("    {}:{}) words=\"{}\" ;;\n", verb->get_name(), names_of_option(*option).front(),
                              fmt::join(words, " "));
  }
  return fmt::format(R"(# Completion of mazurka in bash; made by `mazurka manual`.
_mazurka() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} verb=${{COMP_WORDS[1]}} options="" words="" option=""
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    mapfile -t COMPREPLY < <(compgen -W "{0} --help --version" -- "$current")
    return
  fi
  # bash makes three words of --option=value.
  if [[ $current == = ]]; then
    option=$before current=""
  elif [[ $before == = ]]; then
    option=${{COMP_WORDS[COMP_CWORD-2]}}
  elif [[ $before == --* ]]; then
    option=$before
  fi
  case $verb:$option in
{2}  esac
  if [[ -n $words ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
    return
  fi
  case $verb in
{1}  esac
  if [[ $current == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
    [[ ${{#COMPREPLY[@]}} == 1 && ${{COMPREPLY[0]}} == *= ]] && compopt -o nospace
    return
  fi
  compopt -o default
}}
complete -F _mazurka mazurka
)",
                     verbs, options, values);
}

std::string zsh_completion(const CLI::App& app) {
  std::string verbs, cases;
  for (const CLI::App* verb : verbs_of(app)) {
    verbs += fmt::format("    '{}:{}'\n", verb->get_name(), in_zsh(verb->get_description()));
    cases += fmt::format("    {}) _arguments \\\n", verb->get_name());
    for (const CLI::Option* option : options_of(*verb, false))
      for (const std::string& name : names_of_option(*option)) {
        if (!name.starts_with("--")) continue;
        const auto words = choices_of(*option);
        const std::string value = !takes_value(*option) ? ""
                                  : words.empty()       ? ":value:_files"
                                                        : fmt::format(":value:({})", fmt::join(words, " "));
        cases += fmt::format("      '{}{}[{}]{}' \\\n", name, value.empty() ? "" : "=",
                             in_zsh(option->get_description()), value);
      }
    cases += "      '*:file:_files' ;;\n";
  }
  return fmt::format(R"(#compdef mazurka
# Completion of mazurka in zsh; made by `mazurka manual`.
local -a verbs
verbs=(
{}  )
if ((CURRENT == 2)); then
  _describe verb verbs
else
  local verb=$words[2]
  shift words
  ((CURRENT--))
  case $verb in
{}  esac
fi
)",
                     verbs, cases);
}

void add_manual_verb(CLI::App& app, int& exit_code) {
  auto folder = std::make_shared<std::string>();
  CLI::App* verb = app.add_subcommand("manual", "Write manual pages and completions");
  verb->group("");
  verb->add_option("DIR", *folder, "Where")->required();
  verb->callback([&app, folder, &exit_code] { exit_code = write_manual(app, *folder); });
}

}  // namespace mazurka
