// What a parser needs to go over tokens: looking ahead, taking, and stopping with an error.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "toy/language/lexer.hpp"
#include "toy/language/parse_error.hpp"

namespace mazurka::toy {

// Thrown and caught by the parser.
struct ParseStop {
  ParseError error;
};

class TokenReader {
 protected:
  explicit TokenReader(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

  // Tokens.
  const Token& peek(size_t ahead = 0) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }
  const Token& take() {
    const Token& token = peek();
    if (at_ + 1 < tokens_.size()) at_++;
    return token;
  }
  bool at_symbol(std::string_view symbol, size_t ahead = 0) const {
    return peek(ahead).kind == Token::Kind::kSymbol && peek(ahead).text == symbol;
  }
  bool at_word(std::string_view word) const { return peek().kind == Token::Kind::kWord && peek().text == word; }
  bool at_end_of_statement() const {
    return peek().kind == Token::Kind::kSeparator || peek().kind == Token::Kind::kEnd || at_symbol("}");
  }
  void skip_separators() {
    while (peek().kind == Token::Kind::kSeparator) take();
  }

  // Errors.
  [[noreturn]] static void stop(Position position, std::string message) {
    throw ParseStop{{position, std::move(message)}};
  }
  static std::string shown(const Token& token) {
    bool quoted = token.kind == Token::Kind::kWord || token.kind == Token::Kind::kNumber ||
                  token.kind == Token::Kind::kSymbol || token.text == ";";
    return quoted ? "'" + token.text + "'" : token.text;
  }
  [[noreturn]] void expected(const std::string& what) const {
    const Token& token = peek();
    stop(token.position, "found " + shown(token) + "; expected " + what);
  }
  void take_symbol(std::string_view symbol, const std::string& where) {
    if (!at_symbol(symbol)) expected("'" + std::string(symbol) + "' " + where);
    take();
  }
  std::string take_name(const std::string& what) {
    const Token& token = peek();
    if (token.kind != Token::Kind::kWord) expected(what);
    if (is_keyword(token.text)) {
      stop(token.position, "'" + token.text + "' is a word of the language; expected " + what);
    }
    return take().text;
  }
  // A block ends its statement; everything else needs a separator.
  void take_end_of_statement() {
    if (at_ > 0 && tokens_[at_ - 1].kind == Token::Kind::kSymbol && tokens_[at_ - 1].text == "}") return;
    if (!at_end_of_statement()) expected("the end of the statement (a new line or ';')");
    if (peek().kind == Token::Kind::kSeparator) take();
  }

  std::vector<Token> tokens_;
  size_t at_ = 0;
};

}  // namespace mazurka::toy
