#include "toy/language/lexer.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace mazurka::toy {

namespace {

constexpr std::string_view kKeywords[] = {
    "acquire",    "add",     "add2",      "assert",   "await",     "break",   "broadcast", "cas",       "cas2",
    "choose",     "close",   "cond",      "const",    "copy",      "else",    "exchange",  "fail",      "fetch_add",
    "for",        "if",      "input",     "join",     "load2",     "lock",    "mailbox",   "me",        "mutex",
    "plain",      "poll",    "rdlock",    "rdunlock", "receive",   "release", "repeat",    "return",    "rwlock",
    "sem",        "send",    "signal",    "spawn",    "store2",    "swap",    "thread",    "timedwait", "to",
    "tryacquire", "trylock", "tryrdlock", "trysend",  "trywrlock", "unlock",  "unread",    "var",       "wait",
    "weak_cas",   "while",   "wrlock",    "wrunlock",
};
static_assert(std::ranges::is_sorted(kKeywords));

constexpr std::string_view kTwoCharacterSymbols[] = {"==", "!=", "<=", ">=", "&&", "||", ".."};
constexpr std::string_view kOneCharacterSymbols = "=<>+-*/%!(){}[],";

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  Result<std::vector<Token>, ParseError> run() {
    while (at_ < text_.size()) {
      char c = text_[at_];
      if (c == '\n' || c == ';') {
        separator(c);
      } else if (c == ' ' || c == '\t' || c == '\r') {
        at_++;
      } else if (c == '#') {
        while (at_ < text_.size() && text_[at_] != '\n') at_++;
      } else if (is_letter(c)) {
        word();
      } else if (is_digit(c)) {
        if (!number()) return ParseError{position(), error_};
      } else if (!symbol()) {
        return ParseError{position(), "found " + shown(c) + ", which no statement or expression uses"};
      }
    }
    tokens_.push_back({Token::Kind::kEnd, "the end of the file", 0, position()});
    return std::move(tokens_);
  }

 private:
  Position position() const { return {line_, static_cast<uint32_t>(at_ - line_start_ + 1)}; }

  void push(Token::Kind kind, size_t length, uint64_t value = 0) {
    tokens_.push_back({kind, std::string(text_.substr(at_, length)), value, position()});
    at_ += length;
  }

  void separator(char c) {
    Position here = position();
    bool ends_statement = c == ';' || (open_ == 0 && !goes_on());
    if (ends_statement) tokens_.push_back({Token::Kind::kSeparator, c == ';' ? ";" : "the end of the line", 0, here});
    at_++;
    if (c == '\n') {
      line_++;
      line_start_ = at_;
    }
  }

  // The last token is an operator or a comma: the statement is not complete.
  bool goes_on() const {
    if (tokens_.empty() || tokens_.back().kind != Token::Kind::kSymbol) return false;
    const std::string& symbol = tokens_.back().text;
    return symbol != ")" && symbol != "]" && symbol != "{" && symbol != "}";
  }

  void word() {
    size_t length = 1;
    while (at_ + length < text_.size() && (is_letter(text_[at_ + length]) || is_digit(text_[at_ + length]))) length++;
    push(Token::Kind::kWord, length);
  }

  bool number() {
    constexpr uint64_t kLargest = uint64_t{1} << 63;  // -2^63 is a number too
    uint64_t value = 0;
    size_t length = 0;
    for (; at_ + length < text_.size() && is_digit(text_[at_ + length]); length++) {
      uint64_t digit = static_cast<uint64_t>(text_[at_ + length] - '0');
      if (value > (kLargest - digit) / 10) {
        error_ = "the number is too large; expected at most 9223372036854775807";
        return false;
      }
      value = value * 10 + digit;
    }
    if (at_ + length < text_.size() && is_letter(text_[at_ + length])) {
      error_ = "found a letter directly after a number; expected a space, an operator or, for a name, a letter first";
      return false;
    }
    push(Token::Kind::kNumber, length, value);
    return true;
  }

  bool symbol() {
    std::string_view two = text_.substr(at_, 2);
    if (std::ranges::find(kTwoCharacterSymbols, two) != std::end(kTwoCharacterSymbols)) {
      push(Token::Kind::kSymbol, 2);
      return true;
    }
    char c = text_[at_];
    if (kOneCharacterSymbols.find(c) == std::string_view::npos) return false;
    if (c == '(' || c == '[') open_++;
    if ((c == ')' || c == ']') && open_ > 0) open_--;
    // A brace cannot stand inside parentheses; without this one forgotten `)` would swallow all line ends to come.
    if (c == '{' || c == '}') open_ = 0;
    push(Token::Kind::kSymbol, 1);
    return true;
  }

  static std::string shown(char c) {
    if (c > ' ' && c < 127) return std::string("'") + c + "'";
    char hex[8];
    std::snprintf(hex, sizeof hex, "0x%02x", static_cast<unsigned>(static_cast<unsigned char>(c)));
    return std::string("the byte ") + hex;
  }

  std::string_view text_;
  size_t at_ = 0;
  size_t line_start_ = 0;
  uint32_t line_ = 1;
  uint32_t open_ = 0;  // parentheses and brackets
  std::string error_;
  std::vector<Token> tokens_;
};

}  // namespace

Result<std::vector<Token>, ParseError> tokenize(std::string_view text) {
  return Lexer(text).run();
}

bool is_keyword(std::string_view word) {
  return std::ranges::binary_search(kKeywords, word);
}

bool is_name(std::string_view word) {
  return !word.empty() && is_letter(word[0]) &&
         std::ranges::all_of(word, [](char c) { return is_letter(c) || is_digit(c); }) && !is_keyword(word);
}

}  // namespace mazurka::toy
