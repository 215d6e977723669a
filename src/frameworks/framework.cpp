#include "frameworks/framework.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <unordered_set>

#include "base/file_content.hpp"
#include "frameworks/answer.hpp"

namespace mazurka::frameworks {

namespace {

using Arguments = std::vector<std::string>;

template <class Function>
void for_each_line(const std::string& text, Function function) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.ends_with('\r')) line.pop_back();
    function(line);
  }
}

// A word that stands for itself: a backslash before each of these characters.
std::string escaped(const std::string& name, std::string_view special) {
  std::string result;
  for (const char c : name) {
    if (special.find(c) != special.npos) result += '\\';
    result += c;
  }
  return result;
}

// "Queue." or "Typed/0.  # TypeParam = int", and below it "  Fifo" or "  Fifo/2  # GetParam() = 3".
Listing read_googletest(const std::string& answer) {
  Listing listing;
  std::string suite;
  for_each_line(answer, [&](std::string line) {
    line = line.substr(0, line.find("  # "));
    const bool is_case = line.starts_with("  ");
    if (!is_case) {
      // (Only names of types can have blanks.)
      const bool is_suite = line.ends_with('.') && line.find(' ') >= std::min(line.find('/'), line.size());
      suite = is_suite ? line : "";
      return;
    }
    if (suite.empty()) return;
    const std::string name = line.substr(2);
    const bool is_disabled =
        suite.starts_with("DISABLED_") || suite.find("/DISABLED_") != suite.npos || name.starts_with("DISABLED_");
    (is_disabled ? listing.disabled : listing.names).push_back(suite + name);
  });
  return listing;
}
// What means something in a filter cannot be escaped. (Names of types can have it.)
Arguments select_googletest(const std::string& name) {
  std::string pattern = name;
  for (char& c : pattern)
    if (c == ':' || c == '-') c = '?';
  return {"--gtest_filter=" + pattern};
}

// A name on each line; in quotes if it begins with "#".
Listing read_catch2(const std::string& answer) {
  Listing listing;
  for_each_line(answer, [&](const std::string& line) {
    if (line.size() > 2 && line.starts_with("\"#") && line.ends_with('"'))
      listing.names.push_back(line.substr(1, line.size() - 2));
    else if (!line.empty())
      listing.names.push_back(line);
  });
  return listing;
}
Arguments select_catch2(const std::string& name) {
  std::string pattern = escaped(name, "\\,[\"");
  if (pattern.starts_with('~') || pattern.starts_with('-')) pattern.insert(0, "\\");
  // "exclude:" means all others, and cannot be escaped.
  if (pattern.starts_with("exclude:")) pattern[0] = '*';
  return {pattern};
}

// Names between lines of "=".
Listing read_doctest(const std::string& answer) {
  Listing listing;
  int rules = 0;
  for_each_line(answer, [&](const std::string& line) {
    if (line.starts_with("=====") && line.find_first_not_of('=') == line.npos)
      rules++;
    else if (rules == 1)
      listing.names.push_back(line);
  });
  return listing;
}
Arguments select_doctest(const std::string& name) {
  return {"--test-case=" + escaped(name, "\\,"), "--case-sensitive=true"};
}

// A tree, four columns for each level: "queue*", and below it "    fifo*: what it is about". Without the star it is
// disabled.
Listing read_boost(const std::string& answer) {
  struct Node {
    size_t depth;
    std::string path;
    bool enabled;
  };
  std::vector<Node> nodes;
  for_each_line(answer, [&](const std::string& line) {
    const size_t indent = line.find_first_not_of(' ');
    if (indent == line.npos || indent % 4 != 0) return;
    std::string name = line.substr(indent);
    name = name.substr(0, name.find(": "));
    const bool enabled = name.ends_with('*');
    if (enabled) name.pop_back();
    const size_t depth = indent / 4;
    std::string path = name;
    for (size_t k = nodes.size(); k > 0 && depth > 0; k--)
      if (nodes[k - 1].depth + 1 == depth) {
        path = nodes[k - 1].path + "/" + name;
        break;
      }
    nodes.push_back({depth, path, enabled});
  });
  Listing listing;
  for (size_t k = 0; k < nodes.size(); k++) {
    const bool is_suite = k + 1 < nodes.size() && nodes[k + 1].depth > nodes[k].depth;
    if (!is_suite) (nodes[k].enabled ? listing.names : listing.disabled).push_back(nodes[k].path);
  }
  return listing;
}
Arguments select_boost(const std::string& name) {
  return {"--run_test=" + name};
}

void keep_first_of_each(std::vector<std::string>& names) {
  std::unordered_set<std::string> known;
  std::erase_if(names, [&](const std::string& name) { return !known.insert(name).second; });
}

}  // namespace

std::span<const Framework> frameworks() {
  static const std::vector<Framework> rows = {
      {"gtest", "GoogleTest", "7testing8UnitTest", {{"--gtest_list_tests"}}, false, read_googletest, select_googletest},
      {"catch2",
       "Catch2",
       "N5Catch7Session",
       {{"--list-test-names-only"}, {"--list-tests", "--verbosity", "quiet"}},
       false,
       read_catch2,
       select_catch2},
      {"doctest",
       "doctest",
       "N7doctest7Context",
       {{"--list-test-cases", "--no-colors=true"}},
       false,
       read_doctest,
       select_doctest},
      {"boost", "Boost.Test", "5boost9unit_test", {{"--list_content"}}, true, read_boost, select_boost},
  };
  return rows;
}

const Framework* framework_named(std::string_view name) {
  for (const Framework& framework : frameworks())
    if (framework.name == name) return &framework;
  return nullptr;
}

const Framework* framework_of(const std::string& program) {
  const auto content = content_of_file(program);
  if (!content) return nullptr;
  for (const Framework& framework : frameworks())
    if (content->find(framework.symbol) != content->npos) return &framework;
  return nullptr;
}

Result<Listing, std::string> list_cases(const Framework& framework, const std::string& program,
                                        const Arguments& arguments) {
  std::string last;
  for (const Arguments& question : framework.questions) {
    Arguments words = question;
    words.insert(words.end(), arguments.begin(), arguments.end());
    auto answer = ask(program, words, framework.answers_on_stderr);
    if (!answer) return answer.error();
    Listing listing = framework.read(answer->text);
    keep_first_of_each(listing.names);
    const bool refused = answer->text.find("Unrecognised token") != std::string::npos;
    if (!refused && (answer->status == 0 || !listing.names.empty())) return listing;
    last = answer->how_it_ended;
  }
  return fmt::format("'{}' does not list its {} cases: '{} {}' {}", program, framework.title, program,
                     fmt::join(framework.questions.front(), " "), last);
}

bool matches(std::string_view pattern, std::string_view name) {
  if (pattern == name) return true;
  // Where to go on if what follows the last star does not match here.
  size_t p = 0, n = 0, star = pattern.npos, resume = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = n;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n])) {
      p++, n++;
    } else if (star != pattern.npos) {
      p = star + 1;
      n = ++resume;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == pattern.npos;
}

}  // namespace mazurka::frameworks
