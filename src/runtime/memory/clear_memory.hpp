// Clears memory of the heap that the snapshot does not have, page by page: one that was never touched is clear.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mazurka::runtime {

// Of fewer bytes, it is faster to clear them all.
inline constexpr size_t kClearedByPages = size_t{128} << 10;

// Private memory without a file behind it.
void clear_by_pages(uintptr_t address, size_t bytes);

}  // namespace mazurka::runtime
