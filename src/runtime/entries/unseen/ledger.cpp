#include "runtime/entries/unseen/ledger.hpp"

#include "base/check.hpp"
#include "runtime/entries/unseen/coded_effects.hpp"
#include "runtime/entries/unseen/cxx_rules.hpp"
#include "runtime/entries/unseen/states.hpp"

// What join_ledger.sh makes of the lists.
#define LEDGER_TEXT(name)               \
  "mazurka_ledger_" #name               \
  ":\n"                                 \
  ".incbin \"" MAZURKA_LEDGER "/" #name \
  ".txt\"\n"                            \
  "mazurka_ledger_" #name "_end:\n"
asm(".section .rodata\n" LEDGER_TEXT(names) LEDGER_TEXT(patterns) LEDGER_TEXT(libraries) ".text\n");
#undef LEDGER_TEXT
extern "C" __attribute__((visibility("hidden"))) const char mazurka_ledger_names[], mazurka_ledger_names_end[],
    mazurka_ledger_patterns[], mazurka_ledger_patterns_end[], mazurka_ledger_libraries[],
    mazurka_ledger_libraries_end[];

namespace mazurka::runtime {

namespace {

using What = Effect::What;
using Extent = Effect::Extent;
using From = Effect::Amount::From;

// Takes words and characters from the front of a text.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  bool is_at_end() const { return rest_.empty(); }
  char peek() const { return rest_.empty() ? '\0' : rest_.front(); }
  bool take(char c) {
    if (peek() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  uint32_t number() {
    uint32_t value = 0;
    for (; peek() >= '0' && peek() <= '9'; rest_.remove_prefix(1))
      value = 10 * value + static_cast<uint32_t>(peek() - '0');
    return value;
  }
  std::string_view word(char end) {
    while (take(' ')) {
    }
    std::string_view found = rest_.substr(0, rest_.find(end));
    rest_.remove_prefix(found.size());
    while (!found.empty() && found.back() == ' ') found.remove_suffix(1);
    return found;
  }

 private:
  std::string_view rest_;
};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

Effect::Amount read_amount(Reader& text) {
  if (text.take('#')) return {.from = From::kArgument, .argument = static_cast<uint8_t>(text.number())};
  if (text.take('=')) return {.from = From::kResult};
  if (is_digit(text.peek())) return {.from = From::kConstant, .offset = text.number()};
  Effect::Amount amount;
  amount.from = text.take('-') ? From::kFell : From::kRose;
  if (amount.from == From::kRose && text.take('*')) {
    amount.from = From::kField;
    amount.argument = static_cast<uint8_t>(text.number());
    return amount;
  }
  bool is_signed = amount.from == From::kFell || text.take('+');
  if (is_signed && is_digit(text.peek())) {  // +5
    amount.from = From::kField;
    amount.argument = static_cast<uint8_t>(text.number());
    amount.bytes = 4;
    return amount;
  }
  if (!is_signed) amount.from = From::kField;
  CHECK(text.take('@'), "an amount of the ledger");
  amount.argument = static_cast<uint8_t>(text.number());
  CHECK(text.take('['), "an amount of the ledger");
  amount.offset = text.number();
  CHECK(text.take(':'), "an amount of the ledger");
  amount.bytes = static_cast<uint8_t>(text.number());
  CHECK(text.take(']'), "an amount of the ledger");
  return amount;
}

// What stands between the parentheses.
void read_extent(Reader& text, Effect& effect) {
  char first = text.peek();
  if (first == 's' || first == 'W' || first == 'v') {
    text.take(first);
    effect.extent = first == 'v' ? Extent::kVectors : Extent::kString;
    effect.unit = first == 'W' ? 4 : 1;
    if (text.take('<')) {
      effect.extent = text.take('=') ? Extent::kSpan : Extent::kFound;
      if (text.peek() != ')')
        effect.amounts[0] = {.from = From::kArgument, .argument = static_cast<uint8_t>(text.number())};
    } else if (text.take('|')) {
      effect.extent = Extent::kCompared;
      effect.amounts[0] = {.from = From::kArgument, .argument = static_cast<uint8_t>(text.number())};
    } else if (text.take(':')) {
      effect.extent = Extent::kLikeString;
      effect.amounts[0] = {.from = From::kArgument, .argument = static_cast<uint8_t>(text.number())};
    } else if (text.peek() != ')') {
      effect.amounts[0] = read_amount(text);
    }
    return;
  }
  if (first == 'n' || first == 'N') {
    text.take(first);
    effect.extent = Extent::kNumber;
    effect.unit = first == 'N' ? 4 : 1;
    return;
  }
  if (text.take('a')) {
    effect.extent = Extent::kTexts;
    return;
  }
  if (text.take('m')) {
    effect.extent = Extent::kMessage;
    return;
  }
  if (is_digit(first)) {
    effect.unit = text.number();
    if (!text.take('*')) return;
  }
  effect.amounts[0] = read_amount(text);
  if (text.take('*')) effect.amounts[1] = read_amount(text);
}

Effect::Condition read_condition(Reader& text) {
  using If = Effect::Condition::If;
  if (!text.take(':')) return {};
  if (text.take('p')) return {.only = If::kResultIsPointer};
  if (text.take('+')) return {.only = If::kResultIsNotNegative};
  auto number = static_cast<uint8_t>(text.number());
  if (text.take('!')) return {.only = If::kIsGiven, .argument = number};
  if (!text.take('=')) return {.only = If::kResultIsZero};
  return {.only = If::kArgumentIs, .argument = number, .value = text.number()};
}

bool needs_result(const Effect& effect) {
  using If = Effect::Condition::If;
  auto is_late = [](const Effect::Amount& amount) {
    return amount.from == From::kResult || amount.from == From::kFell || amount.from == From::kRose;
  };
  bool is_asked = effect.condition.only == If::kResultIsZero || effect.condition.only == If::kResultIsPointer ||
                  effect.condition.only == If::kResultIsNotNegative;
  if (effect.extent == Extent::kFound || effect.extent == Extent::kSpan) return true;
  return effect.argument == 0 || is_asked || is_late(effect.amounts[0]) || is_late(effect.amounts[1]);
}

// Something the program points to.
Effect read_access(std::string_view word) {
  Effect effect;
  Reader text(word);
  effect.after = text.take('>');
  effect.what = text.take('w') ? What::kWrite : What::kRead;
  if (effect.what == What::kRead) text.take('r');
  while (text.take('*')) effect.levels++;
  if (text.take('$')) {
    effect.argument = Effect::kVariable;
    effect.state = find_public_variable(text.word('('));
  } else if (!text.take('=')) {
    effect.argument = static_cast<uint8_t>(text.number());
  }
  while (text.take('[')) {
    CHECK(effect.levels < 2, "an effect of the ledger");
    effect.offsets[effect.levels++] = text.number();
    CHECK(text.take(']'), "an effect of the ledger");
  }
  CHECK(text.take('('), "an effect of the ledger");
  read_extent(text, effect);
  CHECK(text.take(')'), "an effect of the ledger");
  effect.condition = read_condition(text);
  CHECK(text.is_at_end(), "an effect of the ledger");
  effect.after |= needs_result(effect);
  return effect;
}

Effect read_effect(std::string_view word, std::string_view function) {
  Effect effect;
  effect.argument = 1;
  if (word == "alone" || word == "refuse") {
    effect.what = word == "alone" ? What::kAlone : What::kRefuse;
  } else if (word.starts_with("unseen")) {
    effect.what = What::kUnseen;
    Reader text(word.substr(6));
    effect.condition = read_condition(text);
  } else if (word == "code") {
    effect.what = What::kCode;
    effect.after = true;
    effect.state = find_coded_effect(function);
  } else if (word.front() == '~') {
    effect.what = What::kOrder;
    effect.state = find_ordered_state(word.substr(1));
  } else if (word.front() == '!' || word.front() == '?') {
    effect.what = word.front() == '!' ? What::kWriteHidden : What::kReadHidden;
    Reader text(word.substr(1));
    effect.state = find_hidden_state(text.word(':'));
    effect.condition = read_condition(text);
    effect.after = needs_result(effect);
  } else {
    return read_access(word);
  }
  return effect;
}

Effects read_effects(std::string_view text, std::string_view function) {
  Effects effects;
  uint8_t changes = 0;
  Reader words(text);
  while (!words.is_at_end()) {
    std::string_view word = words.word(' ');
    if (word.empty() || word == "nothing") continue;
    Effect effect = read_effect(word, function);
    // Nobody sees what happens to a variable that the program does not use.
    if (effect.argument == Effect::kVariable && public_variable(effect.state) == 0) continue;
    bool is_change = effect.amounts[0].from == From::kFell || effect.amounts[0].from == From::kRose;
    if (is_change) effect.kept = changes++;
    CHECK(changes <= 2, "two changes at most");
    effects.push_back(effect);
  }
  return effects;
}

// A name of a list.
struct Row {
  std::string_view name;  // without the star of a pattern
  std::string_view effects;
  std::string_view libraries;  // the beginnings of their names
};

std::string_view take_line(std::string_view& text) {
  std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(line.size() + 1);
  return line;
}

constexpr std::string_view between(const char* begin, const char* end) {
  return {begin, static_cast<size_t>(end - begin)};
}
std::string_view all_names() {
  return between(mazurka_ledger_names, mazurka_ledger_names_end);
}
std::string_view all_patterns() {
  return between(mazurka_ledger_patterns, mazurka_ledger_patterns_end);
}
std::string_view all_libraries() {
  return between(mazurka_ledger_libraries, mazurka_ledger_libraries_end);
}

bool is_for(std::string_view libraries, std::string_view library) {
  Reader names(libraries);
  while (!names.is_at_end())
    if (library.starts_with(names.word(' '))) return true;
  return false;
}

std::string_view libraries_of(uint32_t section) {
  std::string_view rest = all_libraries(), line;
  for (uint32_t k = 0; k <= section; k++) line = take_line(rest);
  return line;
}

Row read_row(std::string_view line) {
  Reader text(line);
  std::string_view name = text.word('\t');
  text.take('\t');
  uint32_t section = text.number();
  text.take('\t');
  return {name, text.word('\n'), libraries_of(section)};
}

std::string_view name_in(std::string_view line) {
  return line.substr(0, line.find('\t'));
}

// The lines from the first one on whose name is not less. All are searched as they lie there: to read them all would
// take longer than to explore a small program.
std::string_view lines_from(std::string_view text, std::string_view name) {
  size_t low = 0, high = text.size();  // beginnings of lines
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    size_t before = text.rfind('\n', middle - 1);
    size_t begin = middle == 0 || before == std::string_view::npos ? 0 : before + 1;
    if (name_in(text.substr(begin)) < name)
      low = text.find('\n', begin) + 1;
    else
      high = begin;
  }
  return text.substr(low);
}

// The longest pattern counts. No effects: there is none.
Row find_row(std::string_view function, std::string_view library) {
  if (function.empty()) return {};
  for (std::string_view rest = lines_from(all_names(), function); !rest.empty();) {
    std::string_view line = take_line(rest);
    if (name_in(line) != function) break;
    if (Row row = read_row(line); is_for(row.libraries, library)) return row;
  }
  Row best;
  for (std::string_view rest = lines_from(all_patterns(), function.substr(0, 1)); !rest.empty();) {
    if (rest.front() != function.front()) break;
    std::string_view line = take_line(rest);
    // A longer one that fits comes later.
    if (!function.starts_with(name_in(line))) continue;
    if (Row row = read_row(line); is_for(row.libraries, library)) best = row;
  }
  return best;
}

}  // namespace

LedgerEntry look_up(std::string_view function, std::string_view library) {
  Row row = find_row(function, library);
  if (row.effects.empty()) return rules_for_cxx(function);
  constexpr std::string_view kAs = "as ";
  if (row.effects.starts_with(kAs)) return {LedgerEntry::Kind::kAlias, {}, false, row.effects.substr(kAs.size())};
  Effects effects = read_effects(row.effects, function);
  return {effects.empty() ? LedgerEntry::Kind::kNothing : LedgerEntry::Kind::kEffects, effects, false, {}};
}

bool is_listed(std::string_view library) {
  for (std::string_view rest = all_libraries(); !rest.empty();)
    if (is_for(take_line(rest), library)) return true;
  return false;
}

}  // namespace mazurka::runtime
