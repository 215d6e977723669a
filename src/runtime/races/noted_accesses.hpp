// Replay: plain accesses are noted, with the values, for the report (told_accesses.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "protocol/replay_records.hpp"
#include "runtime/platform/own_variable.hpp"
#include "runtime/races/shadow.hpp"

namespace mazurka::runtime {

MAZURKA_OWN extern bool tells_accesses;

// Checker's side: from now on. Steps count from here.
void begin_to_tell_accesses();

// User thread's side: the access comes next. Only the last ones are kept.
void note_access(uintptr_t address, size_t bytes, AccessKind kind, uint64_t pc);
// Checker's side: a step is over, and so is the last access.
void end_noted_access();
const std::vector<protocol::PlainRecord>& noted_accesses();

// Memory becomes inaccessible.
void forget_read_pages();

// What lies at an address is told once.
bool is_told_place(uintptr_t address);
void note_told_place(uintptr_t address);
// Tells which function that is being executed the address belongs to, if that is known. False: it is on no stack.
bool tell_local(uintptr_t address);

}  // namespace mazurka::runtime
