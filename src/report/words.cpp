#include "report/words.hpp"

#include <fmt/format.h>

#include <cctype>
#include <cmath>
#include <string_view>

namespace mazurka::report {

std::string grouped(uint64_t number) {
  std::string digits = std::to_string(number);
  for (size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, 1, ',');
  }
  return digits;
}

std::string counted(uint64_t number, const char* noun) {
  return fmt::format("{} {}{}", grouped(number), noun, number == 1 ? "" : "s");
}

std::string in_percent(double share) {
  if (share == 0) return "0 %";
  if (share >= 0.1) return fmt::format("{:.0f} %", 100 * share);
  if (share >= 0.001) return fmt::format("{:.2g} %", 100 * share);
  if (share < 1e-12) return fmt::format("10^{:.0f}", std::log10(share));
  return fmt::format("1 in {}", grouped(static_cast<uint64_t>(std::llround(1 / share))));
}

std::string all_traces(uint64_t number) {
  return number == 1 ? "the only trace" : fmt::format("all {} traces", grouped(number));
}

std::string bounded_by(uint32_t preemptions, uint32_t switches) {
  std::string what = switches == UINT32_MAX ? counted(preemptions, "preemption")
                     : switches == 1        ? "1 context switch"
                                            : grouped(switches) + " context switches";
  return "bounded: only executions with at most " + what + " were explored";
}

std::string shell_word(const std::string& word) {
  bool plain = !word.empty();
  for (char c : word)
    if (!std::isalnum(static_cast<unsigned char>(c)) &&
        std::string_view("_-./=+:,@%").find(c) == std::string_view::npos)
      plain = false;
  if (plain) return word;
  std::string quoted = "'";
  for (char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string block_in(const std::string& name) {
  const size_t number = name.find('#');
  const size_t end = number == std::string::npos ? number : name.find_first_not_of("0123456789", number + 1);
  return name.substr(0, end);
}

}  // namespace mazurka::report
