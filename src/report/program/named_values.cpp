#include "report/program/named_values.hpp"

#include <dwarf.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>
#include <string_view>

#include "report/program/members.hpp"
#include "report/variable_path.hpp"

namespace mazurka::report {

namespace {

using Part = NamedThing::Part;

bool begins_name(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}
bool is_in_name(char c) {
  return begins_name(c) || std::isdigit(static_cast<unsigned char>(c)) != 0;
}

// Reads an expression from left to right.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::vector<NamedThing> read() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '"' || c == '\'')
        skip_literal(c);
      else if (std::isdigit(static_cast<unsigned char>(c)) != 0)
        while (at_ < text_.size() && (is_in_name(text_[at_]) || text_[at_] == '.' || text_[at_] == '\'')) at_++;
      else if (begins_name(c))
        read_thing();
      else
        at_++;
    }
    return std::move(things_);
  }

 private:
  void skip_literal(char end) {
    for (at_++; at_ < text_.size() && text_[at_] != end; at_++)
      if (text_[at_] == '\\') at_++;
    at_++;
  }
  void skip_blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') at_++;
  }
  bool follows(std::string_view what) {
    skip_blanks();
    if (!text_.substr(at_).starts_with(what)) return false;
    at_ += what.size();
    skip_blanks();
    return true;
  }
  std::string name() {
    const size_t begin = at_;
    while (at_ < text_.size() && is_in_name(text_[at_])) at_++;
    return std::string(text_.substr(begin, at_ - begin));
  }
  bool is_called() {
    skip_blanks();
    return at_ < text_.size() && text_[at_] == '(';
  }
  // What stands between brackets, up to the one that belongs to the first.
  std::string between_brackets() {
    const size_t begin = at_;
    for (int depth = 1; at_ < text_.size(); at_++) {
      if (text_[at_] == '[') depth++;
      if (text_[at_] == ']' && --depth == 0) break;
    }
    std::string inside(text_.substr(begin, at_ - begin));
    at_ = std::min(at_ + 1, text_.size());
    return inside;
  }

  void read_thing() {
    NamedThing thing;
    thing.root = name();
    while (follows("::")) thing.root = name();
    if (is_called() || thing.root.empty()) return;
    thing.text = thing.root;
    while (true) {
      if (follows("[")) {
        const std::string index = between_brackets();
        for (NamedThing& inner : Reader(index).read()) add(std::move(inner));
        thing.parts.push_back({Part::Kind::kElement, index});
        thing.text += "[" + index + "]";
        continue;
      }
      const bool through = follows("->");
      if (!through && !(at_ + 1 < text_.size() && follows("."))) break;
      const std::string member = name();
      // What a function returns, and what comes after it, is not known.
      if (member.empty() || is_called()) break;
      thing.parts.push_back({through ? Part::Kind::kThrough : Part::Kind::kMember, member});
      thing.text += (through ? "->" : ".") + member;
    }
    add(std::move(thing));
  }

  void add(NamedThing thing) {
    if (std::none_of(things_.begin(), things_.end(), [&](const NamedThing& other) { return other.text == thing.text; }))
      things_.push_back(std::move(thing));
  }

  std::string_view text_;
  size_t at_ = 0;
  std::vector<NamedThing> things_;
};

std::optional<TypedPlace> behind_reference(std::optional<TypedPlace> place, const ReadMemory& read) {
  if (!place) return place;
  const int tag = dwarf_tag(&place->type);
  return tag == DW_TAG_reference_type || tag == DW_TAG_rvalue_reference_type ? target_of(*place, read) : place;
}

class Finder {
 public:
  Finder(const ActiveFrame& frame, Symbolizer& symbolizer)
      : frame_(frame), symbolizer_(symbolizer), read_(frame.read()) {}

  std::optional<TypedPlace> find(const NamedThing& thing) {
    auto place = behind_reference(symbolizer_.find_named(thing.root, frame_), read_);
    for (const Part& part : thing.parts) {
      if (!place) return place;
      std::optional<TypedPlace> next;
      if (part.kind == Part::Kind::kElement) {
        if (auto index = number_of(part.text)) next = element_of(*place, *index, read_);
      } else {
        if (part.kind == Part::Kind::kThrough) place = target_of(*place, read_);
        if (place) next = member_of(*place, part.text.c_str());
      }
      place = behind_reference(next, read_);
    }
    return place;
  }

 private:
  // Of an index: a number, or a variable.
  std::optional<uint64_t> number_of(const std::string& text) {
    uint64_t value = 0;
    const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
    if (!text.empty() && end.ec == std::errc() && end.ptr == text.data() + text.size()) return value;
    const auto things = things_named(text);
    if (things.size() != 1 || things.front().text != text) return std::nullopt;
    auto place = find(things.front());
    auto bytes = place && dwarf_tag(&place->type) == DW_TAG_base_type ? size_of(&place->type) : std::nullopt;
    if (!bytes || *bytes > sizeof value || !read_(place->address, &value, *bytes)) return std::nullopt;
    return value;
  }

  const ActiveFrame& frame_;
  Symbolizer& symbolizer_;
  const ReadMemory& read_;
};

}  // namespace

std::vector<NamedThing> things_named(const std::string& expression) {
  return Reader(expression).read();
}

NameOfTarget names_of_targets(Symbolizer& symbolizer) {
  return [&symbolizer](uint64_t address) -> std::string {
    auto target = symbolizer.find_variable(address);
    if (!target || target->name.find_first_of(" @") != std::string::npos) return "";
    return target->whole.empty() ? target->name : target->whole;
  };
}

std::vector<ReadValue> values_at(const std::string& expression, const ActiveFrame& frame, Symbolizer& symbolizer) {
  std::vector<ReadValue> values;
  Finder finder(frame, symbolizer);
  const NameOfTarget name_of_target = names_of_targets(symbolizer);
  for (const NamedThing& thing : things_named(expression)) {
    const auto place = finder.find(thing);
    if (!place) continue;
    if (std::string text = contents_of(*place, frame.read(), name_of_target); !text.empty())
      values.push_back({thing.text, place->address, std::move(text)});
  }
  return values;
}

}  // namespace mazurka::report
