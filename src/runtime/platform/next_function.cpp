#include "runtime/platform/next_function.hpp"

#include <dlfcn.h>

#include <cstddef>

namespace mazurka::runtime {

namespace {

// Where glibc has what dlerror() would tell the thread, as seen from its thread pointer; 0: not known. Every dlsym()
// frees it, and one of ours may come between the program's own and its dlerror().
std::ptrdiff_t find_dlerror_result() {
  auto* place = static_cast<char*>(dlsym(RTLD_DEFAULT, "__libc_dlerror_result"));
  return place == nullptr ? 0 : place - static_cast<char*>(__builtin_thread_pointer());
}

// This library's first function is looked up long before the program runs, so its dlerror() is not touched by that.
void** dlerror_result() {
  static const std::ptrdiff_t offset = find_dlerror_result();
  if (offset == 0) return nullptr;
  return reinterpret_cast<void**>(static_cast<char*>(__builtin_thread_pointer()) + offset);
}

}  // namespace

namespace {

void* look_up(void* where, const char* name) {
  void** result = dlerror_result();
  if (result == nullptr) return dlsym(where, name);
  void* const kept = *result;
  *result = nullptr;
  void* const found = dlsym(where, name);
  // (It has kept why there is none; who asks again frees that.)
  if (found == nullptr) {
    dlerror();
    dlerror();
  }
  *result = kept;
  return found;
}

}  // namespace

void* next_function(const char* name) {
  return look_up(RTLD_NEXT, name);
}

void* symbol_of_program(const char* name) {
  return look_up(RTLD_DEFAULT, name);
}

}  // namespace mazurka::runtime
