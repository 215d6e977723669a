#include "report/text/stacks.hpp"

#include <fmt/format.h>

#include "report/words.hpp"

namespace mazurka::report {

namespace {

// "std::vector<int>::push_back" of "void std::vector<int, std::allocator<int> >::push_back(...)": up to its parameters,
// shortened.
std::string short_name(const std::string& function) {
  constexpr size_t kLongestName = 60;
  int depth = 0;
  size_t end = function.size();
  for (size_t k = 0; k < function.size(); k++) {
    if (function[k] == '<') depth++;
    if (function[k] == '>' && k > 0 && function[k - 1] != '-') depth--;
    if (function[k] == '(' && depth <= 0 && k > 0 && function.compare(k, 2, "()") != 0 &&
        function.compare(k, 11, "(anonymous ") != 0) {
      end = k;
      break;
    }
  }
  return fitted(function.substr(0, end), kLongestName);
}

std::string frame_line(size_t number, const Frame& frame, size_t times, const TextStyle& style) {
  const std::string position = position_of(frame);
  const std::string tail =
      fmt::format("{}{}{}{}", position.empty() ? "" : " at ", position, frame.inlined ? " (inlined)" : "",
                  times == 1 ? "" : fmt::format(", {} times", times));
  const std::string function = frame.function.empty() ? "?" : frame.function;
  const size_t used = 6 + tail.size();
  return fmt::format("  {:>2}  {}{}\n", number,
                     style.full ? function : fitted(function, style.width > used + 20 ? style.width - used : 20), tail);
}

}  // namespace

size_t frames_to_show(const std::vector<Frame>& stack) {
  size_t count = stack.size();
  while (count > 0 && stack[count - 1].system) count--;
  return count == 0 ? stack.size() : count;
}

std::string stack_text(const std::vector<Frame>& stack, const TextStyle& style) {
  constexpr size_t kMostFrames = 24;
  const size_t count = style.full ? stack.size() : frames_to_show(stack);
  bool has_own = false;
  for (size_t k = 0; k < count; k++) has_own |= !stack[k].system;
  std::string out;
  size_t shown = 0;
  for (size_t k = 0, next = 0; k < count; k = next, shown++) {
    const Frame& frame = stack[k];
    if (shown == kMostFrames && !style.full)
      return out + fmt::format("      ... {}\n", counted(count - k, "more frame"));
    next = k;
    while (next < count && stack[next] == frame) next++;
    const bool folds = !style.full && has_own && frame.system;
    if (!folds) {
      out += frame_line(k, frame, next - k, style);
      continue;
    }
    while (next < count && stack[next].system) next++;
    out += next - k == 1 ? fmt::format("      {}\n", short_name(frame.function))
                         : fmt::format("      {}, and {} of libraries\n", short_name(stack[next - 1].function),
                                       counted(next - k - 1, "more frame"));
  }
  return out;
}

}  // namespace mazurka::report
