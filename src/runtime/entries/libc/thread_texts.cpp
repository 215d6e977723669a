// Texts that the C library makes for a thread and keeps until it makes the next one: what strerror() and strsignal()
// say of a number that they do not know. They are blocks of the heap. The end of the thread frees them, as in glibc.
// (Not that of main, which ends with the program.)
#include <locale.h>

#include "runtime/engine/threads/thread_hooks.hpp"
#include "runtime/entries/libc/malloc.hpp"
#include "runtime/entries/visible.hpp"
#include "runtime/memory/arenas.hpp"
#include "runtime/memory/per_execution.hpp"
#include "runtime/platform/stand_in.hpp"
#include "runtime/races/owned_memory.hpp"

using namespace mazurka;
using namespace mazurka::runtime;

namespace {

struct Texts {
  char* of_error = nullptr;
  char* of_signal = nullptr;
};
PerExecution<Texts>* const texts = new PerExecution<Texts>[kMaxThreads];

void end_texts() {
  const uint32_t thread = current_thread();
  if (thread == 0) return;
  Texts& own = texts[thread].get();
  for (char* text : {own.of_error, own.of_signal}) program_free(text, races::place_of_end(thread));
  own = {};
}
EndHook texts_hook(EndHook::Turn::kMemory, end_texts, EndHook::Whom::kNobody);

// Most texts are constants.
char* keep(char* text, char* Texts::*kind) {
  if (!is_checked() || !heap_is_ours()) return text;
  const bool is_block = state_of_block(text) == BlockState::kLive;
  char* const kept = is_block ? text : nullptr;
  Texts& own = texts[current_thread()].get();
  // (A constant leaves the block of the one before it.)
  if (kept == nullptr || kept == own.*kind) return text;
  if (at_base()) note_unseen_change();
  texts_hook.arm();
  own.*kind = kept;
  return text;
}

}  // namespace

MAZURKA_STAND_IN(char*, strerror, (int number)) {
  return keep(MAZURKA_REAL(strerror)(number), &Texts::of_error);
}
MAZURKA_STAND_IN(char*, strerror_l, (int number, locale_t locale)) {
  return keep(MAZURKA_REAL(strerror_l)(number, locale), &Texts::of_error);
}
MAZURKA_STAND_IN(char*, strsignal, (int number)) {
  return keep(MAZURKA_REAL(strsignal)(number), &Texts::of_signal);
}
