// What the C++ library shares between threads by counting references in its own code, which is not instrumented:
// exceptions (std::exception_ptr, the handlers that run), the texts of standard exceptions, and locales.
//
// Whoever drops a reference has done with the thing, and whoever drops the last one destroys it: that happens after all
// that others did with the thing. Which thread is the last may be seen by the program, if the destructor is its own.
// Then drops are steps, from when two threads were seen to drop references to one thing, and each happens after those
// before it, as the library's atomic counts have it. Otherwise they order nothing else: in which order they come is not
// explored.
#include <cstdint>
#include <vector>

#include "runtime/engine/learned_facts.hpp"
#include "runtime/engine/program_code.hpp"
#include "runtime/entries/pass_through.hpp"
#include "runtime/entries/visible.hpp"
#include "runtime/memory/arenas.hpp"
#include "runtime/memory/per_execution.hpp"
#include "runtime/races/race_cells.hpp"
#include "runtime/races/race_detector.hpp"

using namespace mazurka;
using namespace mazurka::runtime;

namespace {

constexpr ObjectKind kCountObject{.read = [](uintptr_t, uint32_t) { return Value{0}; }};

// Who dropped a reference first, by the address of the thing.
struct FirstDrop {
  const void* thing;
  uint32_t thread;
};
PerExecution<std::vector<FirstDrop>>& first_drops = *new PerExecution<std::vector<FirstDrop>>;

bool was_dropped_by_another(const void* thing) {
  for (const FirstDrop& drop : first_drops.get())
    if (drop.thing == thing) return drop.thread != current_thread();
  first_drops.get().push_back({thing, current_thread()});
  return false;
}

// A drop that the program can see if it is the last.
void drop(void* thing, const char* name, uint64_t pc) {
  note_change();
  if (is_known(Fact::kCountsAreShared, 0))
    visible(OpCode::kExchange, thing, kCountObject, 1, name, pc);
  else if (was_dropped_by_another(thing))
    learn_fact(Fact::kCountsAreShared, 0);
  hb_acquire(thing);
  hb_release(thing);
}

// The library itself destroys the thing, if this is the last drop. It lies in a block of its own.
void drop_unseen(const char* block, bool is_last) {
  note_change();
  const auto begin = reinterpret_cast<uintptr_t>(block);
  if (!is_last || !watching || !races::is_in_heap(begin) || state_of_block(block) != BlockState::kLive) return;
  for (size_t k = 0; k < room_of_block(block); k++) forget_accesses(begin + k);
}

// ---- exceptions

// What libstdc++ and libc++ have before an exception (the beginning of it), by the words of 8 bytes that are looked at.
struct Layout {
  uint64_t class_of_exceptions;
  uint32_t bytes;  // of what is before the exception
  uint32_t unwinding, destructor,
      handlers;    // where in it: the class of the exception, its destructor, how many handle it
  uint32_t count;  // of references: how far before the exception
};
constexpr Layout kLayouts[] = {
    {0x474e5543432b2b00, 112, 80, 8, 40, 128},   // "GNUCC++"
    {0x434c4e47432b2b00, 128, 96, 24, 56, 120},  // "CLNGC++"
};
constexpr uint32_t kBeforeException = 128;  // in its block

template <class T>
T read_at(const char* base, uint32_t offset) {
  return *reinterpret_cast<const T*>(base + offset);
}

void drop_exception(char* exception, const Layout& layout, uint64_t pc) {
  auto destructor = read_at<uint64_t>(exception - layout.bytes, layout.destructor);
  if (is_program_code(destructor)) return drop(exception, "release of an exception", pc);
  drop_unseen(exception - kBeforeException, read_at<int32_t>(exception - layout.count, 0) == 1);
}

// A std::exception_ptr of libstdc++ is a pointer to the exception.
void release_pointer(const PassedArguments& arguments) {
  if (auto* exception = *static_cast<char**>(arguments.object)) drop_exception(exception, kLayouts[0], arguments.pc);
}
void release_in_libcxx(const PassedArguments& arguments) {
  if (arguments.object != nullptr) drop_exception(static_cast<char*>(arguments.object), kLayouts[1], arguments.pc);
}

// The end of the last handler of an exception drops a reference. One that was thrown again from a pointer has a head of
// its own (the last byte of its class is 1), which begins with the pointer.
void end_handler(const PassedArguments& arguments) {
  struct Globals {
    char* caught;
  };
  using GlobalsOfThread = Globals* (*)();
  GlobalsOfThread globals_of_thread = MAZURKA_REAL_AS(GlobalsOfThread, __cxa_get_globals);
  if (globals_of_thread == nullptr) return;
  char* head = globals_of_thread()->caught;
  for (const Layout& layout : kLayouts) {
    if (head == nullptr || (read_at<uint64_t>(head, layout.unwinding) & ~uint64_t{0xff}) != layout.class_of_exceptions)
      continue;
    if (read_at<int32_t>(head, layout.handlers) != 1) return;
    bool is_dependent = (read_at<uint64_t>(head, layout.unwinding) & 0xff) == 1;
    char* exception = is_dependent ? read_at<char*>(head, layout.bytes == 112 ? 0 : 8) : head + layout.bytes;
    return drop_exception(exception, layout, arguments.pc);
  }
}

// ---- texts and locales: the destructors of the library's own classes, except for facets of the program's

void drop_text(const PassedArguments& arguments) {
  // Behind the pointer to the virtual table. What counts the other owners is before the text, with two sizes.
  const char* text = static_cast<char**>(arguments.object)[1];
  constexpr uint32_t kBeforeText = 24;
  if (races::is_in_heap(reinterpret_cast<uintptr_t>(text)))
    drop_unseen(text - kBeforeText, read_at<int32_t>(text - kBeforeText, 16) == 0);
}
void drop_locale(const PassedArguments& arguments) {
  void* facets = *static_cast<void**>(arguments.object);
  if (races::is_in_heap(reinterpret_cast<uintptr_t>(facets))) drop(facets, "release of a locale", arguments.pc);
}

}  // namespace

MAZURKA_PASS_THROUGH(release_pointer, _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv)
MAZURKA_PASS_THROUGH(release_in_libcxx, __cxa_decrement_exception_refcount)
MAZURKA_PASS_THROUGH(end_handler, __cxa_end_catch)

MAZURKA_PASS_THROUGH(drop_text, _ZNSt13runtime_errorD1Ev)
MAZURKA_PASS_THROUGH(drop_text, _ZNSt13runtime_errorD2Ev)
MAZURKA_PASS_THROUGH(drop_text, _ZNSt13runtime_errorD0Ev)
MAZURKA_PASS_THROUGH(drop_text, _ZNSt13runtime_erroraSERKS_)
MAZURKA_PASS_THROUGH(drop_text, _ZNSt13runtime_erroraSEOS_)
MAZURKA_PASS_THROUGH(drop_text, _ZNSt11logic_errorD1Ev)
MAZURKA_PASS_THROUGH(drop_text, _ZNSt11logic_errorD2Ev)
MAZURKA_PASS_THROUGH(drop_text, _ZNSt11logic_errorD0Ev)
MAZURKA_PASS_THROUGH(drop_text, _ZNSt11logic_erroraSERKS_)
MAZURKA_PASS_THROUGH(drop_text, _ZNSt11logic_erroraSEOS_)

MAZURKA_PASS_THROUGH(drop_locale, _ZNSt6localeD1Ev)
MAZURKA_PASS_THROUGH(drop_locale, _ZNSt6localeD2Ev)
MAZURKA_PASS_THROUGH(drop_locale, _ZNSt6localeaSERKS_)
