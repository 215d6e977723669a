// What an option is: a row of the table says its name, what it takes, which field of a Request it fills, and who else
// needs to know it. The command line, the JSON document of `mazurka check` and trace files iterate the rows.
#pragma once

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "options/request.hpp"

namespace mazurka::options {

using Json = nlohmann::ordered_json;

// A field that holds a number, a truth value or one of an enum's, by the way of members that leads to it.
struct NumberField {
  uint64_t (*get)(const Request&);
  void (*set)(Request&, uint64_t);
  uint64_t most;
};

template <auto... Members>
constexpr NumberField number() {
  using T = std::remove_reference_t<decltype((std::declval<Request&>().*....*Members))>;
  return {[](const Request& request) { return static_cast<uint64_t>((request.*....*Members)); },
          [](Request& request, uint64_t value) { (request.*....*Members) = static_cast<T>(value); },
          sizeof(T) == sizeof(uint32_t) ? std::numeric_limits<uint32_t>::max() : std::numeric_limits<uint64_t>::max()};
}

// A number of the process's settings.
template <auto... Members>
constexpr NumberField setting() {
  return number<&Request::settings, Members...>();
}

struct Word {
  std::string_view name;
  uint64_t value;
};

struct Flag {  // --leaks
  NumberField field;
  uint64_t value = 1;  // of the field if the flag is given
};
struct Number {  // --max-steps=100
  NumberField field;
  uint64_t least = 0;
  std::optional<uint64_t> none = {};  // the field's value if there is no number
  std::string_view none_word{};       // and how to ask for that
  uint64_t unit = 1;                  // what one stands for in the field
  bool may_be_bare = false;           // without a number it means 1
};
struct Seconds {  // --max-time=0.5; 0 in the field: none
  double protocol::Settings::*field;
};
struct Choice {  // --races=explore
  NumberField field;
  std::vector<Word> words;
  std::string otherwise{};            // what it is if it is not given, where other options decide that
  std::optional<uint64_t> none = {};  // the field's value if it is none of them
};
struct Set {  // --allow=sockets,devices: a bit for each word
  NumberField field;
  std::vector<Word> words;
};
struct Text {  // --out=DIR
  std::string Request::*field;
  std::string_view placeholder;
};
struct Texts {  // --trust=a,b or -Dx -Dy
  std::vector<std::string> Request::*field;
  std::string_view placeholder;
  bool by_commas = false;  // one text may hold several
};
struct Sources {  // --symbolic-arg=8, --symbolic-file=PATH:8: of this kind
  protocol::SymbolicSource::Kind kind;
  bool may_be_several = true;
  bool has_path() const { return kind == protocol::SymbolicSource::Kind::kFile; }
};
struct Script {};  // --peer=FILE: what is in the file becomes Settings::peer_script
using Kind = std::variant<Flag, Number, Seconds, Choice, Set, Text, Texts, Sources, Script>;

// Verbs that take an option, as bits.
enum Verb : uint32_t { kCheck = 1, kToy = 2, kReplay = 4, kDoctor = 8 };

// Who else gets to know the value.
enum class Keep : uint8_t {
  kNowhere,
  kReport,  // "options" of the JSON document
  kTrace,   // and trace files: a schedule means nothing without it
};

struct Option {
  std::string_view name;  // "--max-steps", "-D"
  uint32_t verbs;
  std::string_view group;  // the heading in the help
  Keep keep;
  Kind kind;
  std::string help;
  std::string_view letter{};  // "-j": how it may be given, too

  // In JSON: "max_steps".
  std::string key() const;
};

// Sets the field from what stands on the command line. Nothing, or what was expected: "found '0', expected ...".
std::optional<std::string> set_from_texts(const Option& option, std::span<const std::string> texts, Request& request);

// The value of the field, and back. False: this is not a value of the option.
Json json_of(const Option& option, const Request& request);
bool set_from_json(const Option& option, const Json& json, Request& request);

// "report|ignore|explore", "N", "DIR"; empty for flags.
std::string placeholder_of(const Option& option);
// What it is if it is not given, as on the command line; empty if there is nothing to say.
std::string default_text(const Option& option);

}  // namespace mazurka::options
