#include "runtime/entries/api/observed_memory.hpp"

#include <cstddef>
#include <span>

#include "model/trace_digest.hpp"
#include "runtime/engine/loops/tallies.hpp"
#include "runtime/platform/stand_in.hpp"

namespace mazurka::runtime {

namespace {
std::span<const std::byte> observed;
}  // namespace

uint64_t name_of_observed_memory() {
  return observed.empty() ? 0 : name_of_memory(observed);
}

}  // namespace mazurka::runtime

// Before the first thread is created.
MAZURKA_STAND_IN(void, mazurka_test_observe, (const void* memory, size_t bytes)) {
  mazurka::runtime::tallies.forbid();
  mazurka::runtime::observed = {static_cast<const std::byte*>(memory), bytes};
}
