// What to say of a program whose atomic operations or fences ask for less than sequential consistency.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "protocol/channel.hpp"
#include "report/symbolizer.hpp"

namespace mazurka::report {

// "under sequential consistency; weaker orders at 3 places (first queue.c:12) are not explored". Nothing if all weak
// orders are the standard library's own, or the compiler's (docs/soundness.md says why these do not count).
std::optional<std::string> assumption_about(std::span<const protocol::WeakOrderRecord> places, Symbolizer& symbolizer);

}  // namespace mazurka::report
