// std::thread: its members that are part of the C++ library change the object, where nobody sees it.
#include <cstddef>
#include <cstdint>

#include "runtime/engine/foresight/foresight.hpp"
#include "runtime/engine/program_code.hpp"
#include "runtime/entries/visible.hpp"
#include "runtime/races/plain_operations.hpp"
#include "runtime/races/race_detector.hpp"

using namespace mazurka::runtime;

namespace {

// The object is no more than a handle.
void note_handle(const void* handle, AccessKind kind, uint64_t pc) {
  constexpr size_t kBytes = 8;
  if (kind == kPlainWrite) note_plain_write(reinterpret_cast<uintptr_t>(handle), kBytes);
  if (watching && is_program_code(pc)) plain_access_by_library(reinterpret_cast<uintptr_t>(handle), kBytes, kind, pc);
}

template <class Function>
void change(void* thread, Function function, uint64_t pc) {
  if (is_checked()) note_handle(thread, kPlainRead, pc);
  function(thread);
  if (is_checked()) note_handle(thread, kPlainWrite, pc);
}

}  // namespace

MAZURKA_STAND_IN(void, _ZNSt6thread4joinEv, (void* thread)) {
  change(thread, MAZURKA_REAL(_ZNSt6thread4joinEv), MAZURKA_CALLER);
}
MAZURKA_STAND_IN(void, _ZNSt6thread6detachEv, (void* thread)) {
  change(thread, MAZURKA_REAL(_ZNSt6thread6detachEv), MAZURKA_CALLER);
}
MAZURKA_STAND_IN(void, _ZNSt3__16thread4joinEv, (void* thread)) {
  change(thread, MAZURKA_REAL(_ZNSt3__16thread4joinEv), MAZURKA_CALLER);
}
MAZURKA_STAND_IN(void, _ZNSt3__16thread6detachEv, (void* thread)) {
  change(thread, MAZURKA_REAL(_ZNSt3__16thread6detachEv), MAZURKA_CALLER);
}
