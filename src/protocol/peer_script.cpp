#include "protocol/peer_script.hpp"

#include <algorithm>

namespace mazurka::protocol {

namespace {

constexpr std::string_view kBlanks = " \t\r";

std::string_view trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// What a character behind a backslash stands for, but for \xHH; -1: nothing.
int escaped(char c) {
  switch (c) {
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    case '0': return 0;
    case '\\':
    case '"': return c;
    default: return -1;
  }
}

// A text in quotation marks, with nothing behind it but a remark.
bool read_text(std::string_view quoted, std::string& text) {
  if (quoted.size() < 2 || quoted.front() != '"') return false;
  size_t k = 1;
  for (; k < quoted.size() && quoted[k] != '"'; k++) {
    if (quoted[k] != '\\') {
      text += quoted[k];
      continue;
    }
    if (++k == quoted.size()) return false;
    if (quoted[k] == 'x' && k + 2 < quoted.size() && digit_of(quoted[k + 1]) >= 0 && digit_of(quoted[k + 2]) >= 0) {
      text += static_cast<char>(digit_of(quoted[k + 1]) * 16 + digit_of(quoted[k + 2]));
      k += 2;
    } else if (const int c = escaped(quoted[k]); c >= 0) {
      text += static_cast<char>(c);
    } else {
      return false;
    }
  }
  if (k == quoted.size()) return false;
  const std::string_view rest = trimmed(quoted.substr(k + 1));
  return !text.empty() && (rest.empty() || rest.front() == '#');
}

bool read_port(std::string_view text, uint16_t& port) {
  uint32_t number = 0;
  for (const char c : text) {
    if (c < '0' || c > '9' || number > UINT16_MAX) return false;
    number = number * 10 + static_cast<uint32_t>(c - '0');
  }
  port = static_cast<uint16_t>(number);
  return number > 0 && number <= UINT16_MAX;
}

std::string_view without_remark(std::string_view text) {
  return trimmed(text.substr(0, text.find('#')));
}

// A line that is not empty.
bool read_step(std::string_view line, PeerStep& step) {
  const size_t end = line.find_first_of(kBlanks);
  const std::string_view verb = line.substr(0, end);
  const std::string_view rest = end == std::string_view::npos ? std::string_view{} : trimmed(line.substr(end));
  if (verb == "connect") {
    step.kind = PeerStep::Kind::kConnect;
    return read_port(without_remark(rest), step.port);
  }
  if (verb == "close") {
    step.kind = PeerStep::Kind::kClose;
    return without_remark(rest).empty();
  }
  if (verb == "expect" && without_remark(rest) == "end") {
    step.kind = PeerStep::Kind::kExpectEnd;
    return true;
  }
  step.kind = verb == "send" ? PeerStep::Kind::kSend : PeerStep::Kind::kExpect;
  return (verb == "send" || verb == "expect") && read_text(rest, step.text);
}

// What must be so where the step is; null if it is.
const char* missing_at(const PeerStep& step, bool is_connected) {
  if (step.kind == PeerStep::Kind::kConnect) return is_connected ? "a close before the peer connects again" : nullptr;
  return is_connected ? nullptr : "a connect before this line";
}

std::string at_line(uint32_t number, std::string_view line, std::string_view what) {
  return "line " + std::to_string(number) + " is '" + std::string(line) + "', expected " + std::string(what);
}

}  // namespace

PeerScript parse_peers(std::string_view text) {
  PeerScript script;
  if (text.size() > kLongestScript) script.mistake = "it is longer than " + std::to_string(kLongestScript) + " bytes";
  if (std::any_of(text.begin(), text.end(), [](char c) { return c <= 0; }))
    script.mistake = "it has a byte that is no character of ASCII; \\xHH stands for such a byte";
  bool is_connected = false;
  uint32_t number = 0;
  for (size_t begin = 0; begin < text.size() && script.mistake.empty();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = trimmed(text.substr(begin, end - begin));
    begin = end + 1;
    number++;
    if (line.empty() || line.front() == '#') continue;
    if (without_remark(line) == "peer") {
      if (!script.peers.empty() && script.peers.back().empty()) continue;
      script.peers.emplace_back();
      is_connected = false;
      continue;
    }
    PeerStep step;
    step.line = number;
    if (!read_step(line, step)) {
      script.mistake = at_line(number, line, "connect PORT, send \"TEXT\", expect \"TEXT\", expect end, close or peer");
      break;
    }
    if (const char* missing = missing_at(step, is_connected); missing != nullptr)
      script.mistake = at_line(number, line, missing);
    is_connected = step.kind != PeerStep::Kind::kClose;
    if (script.peers.empty()) script.peers.emplace_back();
    script.peers.back().push_back(std::move(step));
  }
  while (!script.peers.empty() && script.peers.back().empty()) script.peers.pop_back();
  if (script.mistake.empty() && script.peers.empty()) script.mistake = "it has no line 'connect PORT'";
  if (script.peers.size() > kMostPeers) script.mistake = "it has more than " + std::to_string(kMostPeers) + " peers";
  return script;
}

}  // namespace mazurka::protocol
