#include "options/option.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>

#include "base/file_content.hpp"

namespace mazurka::options {

namespace {

using Given = std::span<const std::string>;
using Mistake = std::optional<std::string>;
using protocol::SymbolicSource;

Mistake expected(const std::string& found, const std::string& what) {
  return fmt::format("found '{}', expected {}", found, what);
}

std::string describe(const Number& number) {
  if (!number.none_word.empty()) return fmt::format("a number of at least {}, or {}", number.least, number.none_word);
  return number.least == 0 ? "a number" : "a number greater than 0";
}

std::vector<std::string_view> names_of(const std::vector<Word>& words) {
  std::vector<std::string_view> names;
  for (const Word& word : words) names.push_back(word.name);
  return names;
}

const Word* find(const std::vector<Word>& words, std::string_view name) {
  for (const Word& word : words)
    if (word.name == name) return &word;
  return nullptr;
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts(1);
  for (char c : text)
    if (c == ',')
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

template <class T>
bool parse(const std::string& text, T& value) {
  const char* end = text.data() + text.size();
  auto [rest, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && rest == end;
}

Mistake set_script(const std::string& text, Request& request) {
  if (std::string mistake = protocol::parse_peers(text).mistake; !mistake.empty()) return mistake;
  auto& script = request.settings.peer_script;
  std::fill(std::begin(script), std::end(script), 0);
  text.copy(script, sizeof script - 1);
  return std::nullopt;
}

// From the command line. Flags and options that may be bare get "true" if they stand alone.
struct FromTexts {
  Given texts;
  Request& request;

  Mistake operator()(const Flag& flag) const {
    const std::string& text = texts.back();
    if (text != "true" && text != "1" && text != "false" && text != "0")
      return expected(text, "nothing, as it is a flag");
    if (text == "true" || text == "1") flag.field.set(request, flag.value);
    return std::nullopt;
  }

  Mistake operator()(const Number& number) const {
    const std::string text = number.may_be_bare && texts.back() == "true" ? "1" : texts.back();
    if (!number.none_word.empty() && text == number.none_word) {
      number.field.set(request, *number.none);
      return std::nullopt;
    }
    if (text.empty() || text.find_first_not_of("0123456789") != std::string::npos)
      return expected(text, describe(number));
    const uint64_t most = (number.field.most - (number.none == number.field.most ? 1 : 0)) / number.unit;
    uint64_t value = 0;
    if (!parse(text, value) || value > most) return expected(text, fmt::format("a number up to {}", most));
    if (value < number.least) return expected(text, describe(number));
    number.field.set(request, value * number.unit);
    return std::nullopt;
  }

  Mistake operator()(const Seconds& seconds) const {
    // 90, 1.5m: seconds, or with a unit.
    std::string number = texts.back();
    double unit = 1;
    if (!number.empty() && std::string_view("smh").find(number.back()) != std::string_view::npos) {
      unit = number.back() == 's' ? 1 : number.back() == 'm' ? 60 : 3600;
      number.pop_back();
    }
    double value = 0;
    if (!parse(number, value) || !std::isfinite(value) || value <= 0)
      return expected(texts.back(), "a number of seconds greater than 0, or one with a unit: 10s, 2m, 1h");
    value *= unit;
    request.settings.*seconds.field = value;
    return std::nullopt;
  }

  Mistake operator()(const Choice& choice) const {
    const Word* word = find(choice.words, texts.back());
    if (word == nullptr)
      return expected(texts.back(), fmt::format("one of {}", fmt::join(names_of(choice.words), ", ")));
    choice.field.set(request, word->value);
    return std::nullopt;
  }

  Mistake operator()(const Set& set) const {
    uint64_t bits = 0;
    for (const std::string& text : texts)
      for (const std::string& part : split(text)) {
        const Word* word = find(set.words, part);
        if (word == nullptr) return expected(part, fmt::format("some of {}", fmt::join(names_of(set.words), ", ")));
        bits |= word->value;
      }
    set.field.set(request, bits);
    return std::nullopt;
  }

  Mistake operator()(const Text& text) const {
    request.*text.field = texts.back();
    return std::nullopt;
  }

  Mistake operator()(const Texts& list) const {
    std::vector<std::string>& values = request.*list.field;
    values.clear();
    for (const std::string& text : texts)
      for (const std::string& part : list.by_commas ? split(text) : std::vector<std::string>{text})
        values.push_back(part);
    return std::nullopt;
  }

  Mistake operator()(const Sources& sources) const {
    auto& all = request.settings.symbolic.sources;
    auto* end = std::stable_partition(std::begin(all), std::end(all), [&](const SymbolicSource& one) {
      return one.kind != sources.kind && one.kind != SymbolicSource::Kind::kNone;
    });
    std::fill(end, std::end(all), SymbolicSource{});
    if (texts.size() > 1 && !sources.may_be_several) return expected(texts.back(), "the option only once");
    for (const std::string& text : texts) {
      if (end == std::end(all)) return expected(text, fmt::format("at most {} of these options", std::size(all)));
      if (auto mistake = source_of(sources, text, *end++)) return mistake;
    }
    return std::nullopt;
  }

  Mistake operator()(const Script&) const {
    const std::string& path = texts.back();
    const std::optional<std::string> text = content_of_file(path);
    if (!text) return expected(path, "the path of a file of lines connect PORT, send \"TEXT\", expect \"TEXT\", close");
    if (Mistake mistake = set_script(*text, request)) return fmt::format("in '{}': {}", path, *mistake);
    return std::nullopt;
  }

 private:
  static Mistake source_of(const Sources& sources, const std::string& text, SymbolicSource& result) {
    const size_t colon = sources.has_path() ? text.rfind(':') : 0;
    const std::string what = fmt::format("{} of 1 to {} bytes", sources.has_path() ? "PATH:N, a file" : "a number",
                                         SymbolicSource::kMostBytes);
    if (colon == std::string::npos || (sources.has_path() && colon == 0)) return expected(text, what);
    result.kind = sources.kind;
    if (!parse(text.substr(sources.has_path() ? colon + 1 : 0), result.bytes) || result.bytes == 0 ||
        result.bytes > SymbolicSource::kMostBytes)
      return expected(text, what);
    if (!sources.has_path()) return std::nullopt;
    if (colon >= sizeof result.path) return expected(text, "a shorter path");
    text.copy(result.path, colon);
    return std::nullopt;
  }
};

struct ToJson {
  const Request& request;

  Json operator()(const Flag& flag) const { return flag.field.get(request) == flag.value; }
  Json operator()(const Number& number) const {
    const uint64_t value = number.field.get(request);
    return value == number.none ? Json() : Json(value / number.unit);
  }
  Json operator()(const Seconds& seconds) const {
    const double value = request.settings.*seconds.field;
    return value == 0 ? Json() : Json(value);
  }
  Json operator()(const Choice& choice) const {
    for (const Word& word : choice.words)
      if (word.value == choice.field.get(request)) return word.name;
    return Json();
  }
  Json operator()(const Set& set) const {
    Json names = Json::array();
    for (const Word& word : set.words)
      if ((set.field.get(request) & word.value) != 0) names.push_back(word.name);
    return names;
  }
  Json operator()(const Text& text) const { return request.*text.field; }
  Json operator()(const Texts& list) const { return request.*list.field; }
  Json operator()(const Sources& sources) const {
    Json texts = Json::array();
    for (const SymbolicSource& one : request.settings.symbolic.sources)
      if (one.kind == sources.kind)
        texts.push_back(sources.has_path() ? fmt::format("{}:{}", one.path, one.bytes) : fmt::format("{}", one.bytes));
    return texts;
  }
  Json operator()(const Script&) const { return std::string(request.settings.peer_script); }
};

// What a JSON value would be on the command line; nothing if it means that there is no such thing.
std::vector<std::string> texts_of(const Json& json) {
  if (json.is_string()) return {json.get<std::string>()};
  if (json.is_array()) return json.get<std::vector<std::string>>();
  return {json.dump()};
}

}  // namespace

std::string Option::key() const {
  std::string key(name.substr(name.find_first_not_of('-')));
  std::replace(key.begin(), key.end(), '-', '_');
  return key;
}

std::optional<std::string> set_from_texts(const Option& option, std::span<const std::string> texts, Request& request) {
  return std::visit(FromTexts{texts, request}, option.kind);
}

Json json_of(const Option& option, const Request& request) {
  return std::visit(ToJson{request}, option.kind);
}

bool set_from_json(const Option& option, const Json& json, Request& request) {
  // (There it is the script itself.)
  if (std::holds_alternative<Script>(option.kind)) {
    if (!json.is_string()) return false;
    request.settings.peer_script[0] = 0;
    const auto text = json.get<std::string>();
    return text.empty() || !set_script(text, request);
  }
  if (json.is_null()) {
    const auto* number = std::get_if<Number>(&option.kind);
    const auto* choice = std::get_if<Choice>(&option.kind);
    if (number != nullptr && number->none) number->field.set(request, *number->none);
    if (choice != nullptr && choice->none) choice->field.set(request, *choice->none);
    if (const auto* seconds = std::get_if<Seconds>(&option.kind)) request.settings.*seconds->field = 0;
    return std::holds_alternative<Seconds>(option.kind) || (number != nullptr && number->none) ||
           (choice != nullptr && choice->none);
  }
  if (json.is_array() && json.empty()) {
    if (const auto* set = std::get_if<Set>(&option.kind)) set->field.set(request, 0);
    if (std::holds_alternative<Sources>(option.kind)) return !set_from_texts(option, {}, request);
    return std::holds_alternative<Set>(option.kind);
  }
  return !set_from_texts(option, texts_of(json), request);
}

std::string placeholder_of(const Option& option) {
  struct Visitor {
    std::string operator()(const Flag&) const { return ""; }
    std::string operator()(const Number& number) const {
      if (number.may_be_bare) return "[=N]";
      return number.none_word.empty() ? "N" : fmt::format("N|{}", number.none_word);
    }
    std::string operator()(const Seconds&) const { return "TIME"; }
    std::string operator()(const Choice& choice) const {
      return fmt::format("{}", fmt::join(names_of(choice.words), "|"));
    }
    std::string operator()(const Set& set) const { return fmt::format("{}", fmt::join(names_of(set.words), ",")); }
    std::string operator()(const Text& text) const { return std::string(text.placeholder); }
    std::string operator()(const Texts& list) const { return std::string(list.placeholder); }
    std::string operator()(const Sources& sources) const { return sources.has_path() ? "PATH:N" : "N"; }
    std::string operator()(const Script&) const { return "FILE"; }
  };
  return std::visit(Visitor{}, option.kind);
}

std::string default_text(const Option& option) {
  if (const auto* choice = std::get_if<Choice>(&option.kind); choice != nullptr && !choice->otherwise.empty())
    return std::string(choice->otherwise);
  const auto* number = std::get_if<Number>(&option.kind);
  if (number != nullptr && number->may_be_bare) return "";
  if (std::holds_alternative<Flag>(option.kind) || std::holds_alternative<Texts>(option.kind)) return "";
  const Json value = json_of(option, Request{});
  if (value.is_null() && number != nullptr) return std::string(number->none_word);
  if (value.is_null() || value.is_array()) return "";
  return value.is_string() ? value.get<std::string>() : value.dump();
}

}  // namespace mazurka::options
