#include "report/documents/markup.hpp"

#include <fmt/format.h>

namespace mazurka::report {

namespace {

// How many bytes the character has that begins here; 0: it is none.
size_t utf8_length(std::string_view text) {
  const auto byte = [&](size_t k) { return static_cast<unsigned char>(text[k]); };
  const unsigned char first = byte(0);
  const size_t length = first < 0x80                    ? 1
                        : first >= 0xc2 && first < 0xe0 ? 2
                        : (first & 0xf0) == 0xe0        ? 3
                        : first >= 0xf0 && first < 0xf5 ? 4
                                                        : 0;
  if (length == 0 || length > text.size()) return 0;
  for (size_t k = 1; k < length; k++)
    if ((byte(k) & 0xc0) != 0x80) return 0;
  if (first == 0xe0 && byte(1) < 0xa0) return 0;
  if (first == 0xed && byte(1) >= 0xa0) return 0;
  if ((first == 0xf0 && byte(1) < 0x90) || (first == 0xf4 && byte(1) >= 0x90)) return 0;
  if (first == 0xef && byte(1) == 0xbf && byte(2) >= 0xbe) return 0;
  return length;
}

}  // namespace

std::string markup_of(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const size_t length = utf8_length(text);
    const char c = text[0];
    if (length == 0 || (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t'))
      result += "\xef\xbf\xbd";
    else if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '"')
      result += "&quot;";
    else if (c == '\n' || c == '\t')
      result += fmt::format("&#{};", static_cast<int>(c));
    else
      result += text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return result;
}

std::string markup_of_lines(std::string_view text) {
  std::string result = markup_of(text);
  for (size_t at = 0; (at = result.find("&#10;", at)) != result.npos;) result.replace(at, 5, "\n");
  return result;
}

std::string uri_of(const std::string& path) {
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("-._~/").find(c) != std::string_view::npos;
    uri += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri;
}

std::string without_colors(std::string_view text) {
  std::string result;
  for (size_t at = 0; at < text.size();) {
    const size_t end = text.substr(at).starts_with("\x1b[") ? text.find('m', at) : text.npos;
    if (end == text.npos)
      result += text[at++];
    else
      at = end + 1;
  }
  return result;
}

}  // namespace mazurka::report
