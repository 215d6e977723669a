// Call stacks as text: the user's own frames, each run of library frames in one line.
#pragma once

#include <string>
#include <vector>

#include "report/symbolizer.hpp"
#include "report/text/style.hpp"

namespace mazurka::report {

// How many frames matter: how the library calls the user's outermost function is of no interest.
size_t frames_to_show(const std::vector<Frame>& stack);

// A line for each frame. With a full style, library frames are not folded.
std::string stack_text(const std::vector<Frame>& stack, const TextStyle& style);

}  // namespace mazurka::report
