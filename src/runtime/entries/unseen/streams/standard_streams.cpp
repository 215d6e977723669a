#include "runtime/entries/unseen/streams/standard_streams.hpp"

#include <string.h>

#include "runtime/engine/threads/thread_hooks.hpp"
#include "runtime/platform/next_function.hpp"

namespace mazurka::runtime {

namespace {

// Of libstdc++ and of libc++.
constexpr const char* kNames[] = {
    "_ZSt3cin",        "_ZSt4cout",        "_ZSt4cerr",        "_ZSt4clog",        "_ZSt4wcin",       "_ZSt5wcout",
    "_ZSt5wcerr",      "_ZSt5wclog",       "_ZNSt3__13cinE",   "_ZNSt3__14coutE",  "_ZNSt3__14cerrE", "_ZNSt3__14clogE",
    "_ZNSt3__14wcinE", "_ZNSt3__15wcoutE", "_ZNSt3__15wcerrE", "_ZNSt3__15wclogE",
};
constexpr uint32_t kStreams = sizeof kNames / sizeof kNames[0];
uintptr_t streams[kStreams];
bool were_found = false;

// Of their buffers, the virtual functions: these lead to FILEs, which have locks. A program can give a stream another
// buffer, and sync_with_stdio(false) does.
constexpr const char* kBuffers[] = {"_ZTVN9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsIcEEE",
                                    "_ZTVN9__gnu_cxx18stdio_sync_filebufIwSt11char_traitsIwEEE"};
constexpr uint32_t kBufferKinds = sizeof kBuffers / sizeof kBuffers[0];
uintptr_t buffer_functions[kBufferKinds + kStreams];

uintptr_t word_at(uintptr_t address) {
  uintptr_t value;
  memcpy(&value, reinterpret_cast<const void*>(address), sizeof value);
  return value;
}

// A program that does not include <iostream> never makes them.
bool is_made(uintptr_t stream) {
  return stream != 0 && word_at(stream) != 0;
}

// Of libc++, they have no names.
void find_buffers_of_libcxx() {
  constexpr uintptr_t kBufferOf = 40;
  for (uint32_t k = kStreams / 2; k < kStreams; k++)
    if (is_made(streams[k])) buffer_functions[kBufferKinds + k] = word_at(word_at(common_part(streams[k]) + kBufferOf));
}

void find_streams() {
  if (were_found) return;
  for (uint32_t k = 0; k < kStreams; k++) streams[k] = reinterpret_cast<uintptr_t>(symbol_of_program(kNames[k]));
  constexpr uintptr_t kBeforeFunctions = 16;
  for (uint32_t k = 0; k < kBufferKinds; k++)
    if (void* table = symbol_of_program(kBuffers[k]))
      buffer_functions[k] = reinterpret_cast<uintptr_t>(table) + kBeforeFunctions;
  find_buffers_of_libcxx();
  were_found = true;
}

// Before the program can give them other buffers.
void begin_streams(uint32_t) {
  find_streams();
}
const BeginHook streams_hook(begin_streams);

}  // namespace

bool is_standard_stream(uintptr_t stream) {
  find_streams();
  for (uintptr_t one : streams)
    if (stream == one || (is_made(one) && stream == common_part(one))) return true;
  return false;
}

bool is_standard_buffer(uintptr_t buffer) {
  find_streams();
  uintptr_t functions = word_at(buffer);
  for (uintptr_t one : buffer_functions)
    if (one != 0 && one == functions) return true;
  return false;
}

// A virtual base: where it is stands 24 bytes before the table of virtual functions.
uintptr_t common_part(uintptr_t stream) {
  return stream + word_at(word_at(stream) - 24);
}

}  // namespace mazurka::runtime
