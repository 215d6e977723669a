#include "runtime/entries/unseen/standard_streams.hpp"

#include <dlfcn.h>
#include <string.h>

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

void find_streams() {
  if (were_found) return;
  for (uint32_t k = 0; k < kStreams; k++) streams[k] = reinterpret_cast<uintptr_t>(dlsym(RTLD_DEFAULT, kNames[k]));
  were_found = true;
}

uintptr_t word_at(uintptr_t address) {
  uintptr_t value;
  memcpy(&value, reinterpret_cast<const void*>(address), sizeof value);
  return value;
}

// A program that does not include <iostream> never makes them.
bool is_made(uintptr_t stream) {
  return stream != 0 && word_at(stream) != 0;
}

}  // namespace

bool is_standard_stream(uintptr_t stream) {
  find_streams();
  for (uintptr_t one : streams)
    if (stream == one || (is_made(one) && stream == common_part(one))) return true;
  return false;
}

bool is_standard_buffer(uintptr_t buffer) {
  find_streams();
  // In a basic_ios; libc++ has it in the base, ios_base.
  constexpr uintptr_t kBufferOf = 232, kLibcxxBufferOf = 40;
  for (uint32_t k = 0; k < kStreams; k++) {
    if (!is_made(streams[k])) continue;
    uintptr_t place = common_part(streams[k]) + (k < kStreams / 2 ? kBufferOf : kLibcxxBufferOf);
    if (word_at(place) == buffer) return true;
  }
  return false;
}

// A virtual base: where it is stands 24 bytes before the table of virtual functions.
uintptr_t common_part(uintptr_t stream) {
  return stream + word_at(word_at(stream) - 24);
}

}  // namespace mazurka::runtime
