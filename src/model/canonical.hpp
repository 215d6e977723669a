// The canonical form of a trace: of all orders in which its events could come, the one that is least when read as a
// sequence of thread numbers. Two executions of a program are equivalent exactly if their canonical forms have the same
// threads and outcomes. A Fingerprint (fingerprint.hpp) decides the same in 16 bytes; this form is for reading, and for
// checking fingerprints.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/event.hpp"

namespace mazurka {

// The positions of the events in canonical order. Each event must know the ones it follows (Access::previous,
// previous_in_thread, ordered_after), as recorded executions do.
std::vector<uint32_t> canonical_order(std::span<const Event> events);

}  // namespace mazurka
