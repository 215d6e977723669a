#include "runtime/entries/threads/quiet_exit.hpp"

#include <link.h>
#include <stdio.h>
#include <string.h>

#include <ostream>

#include "runtime/engine/native_program.hpp"
#include "runtime/engine/program_code.hpp"
#include "runtime/entries/stdio/open_streams.hpp"
#include "runtime/platform/next_function.hpp"

extern "C" FILE* _IO_list_all;

namespace mazurka::runtime {

namespace {

// What is loaded is the same in all executions: looked at when the first of them ends.
enum class Modules : uint8_t { kUnknown, kAreQuiet, kHaveFinalFunctions };
Modules modules = Modules::kUnknown;

// libstdc++'s standard streams, or nothing. They write to the C library's at once, unless the program has put
// something else into their place.
constexpr size_t kStreams = 3;
std::ostream* streams[kStreams];
std::wostream* wide_streams[kStreams];
const void* unbuffered = nullptr;  // what the objects that do so begin with
const void* wide_unbuffered = nullptr;

struct Bytes {
  const unsigned char* at;
  bool skip(std::initializer_list<unsigned char> expected) {
    const unsigned char* p = at;
    for (unsigned char byte : expected)
      if (*p++ != byte) return false;
    at = p;
    return true;
  }
};

// The code that every linked file has in its section .fini: it does nothing.
bool is_empty_function(uintptr_t address) {
  Bytes code = {reinterpret_cast<const unsigned char*>(address)};
  code.skip({0xf3, 0x0f, 0x1e, 0xfa});
  return code.skip({0x48, 0x83, 0xec, 0x08, 0x48, 0x83, 0xc4, 0x08, 0xc3});
}
// And the one that compilers put first into .fini_array: it begins with a look at a flag of its own.
bool is_of_compiler(uintptr_t address) {
  Bytes code = {reinterpret_cast<const unsigned char*>(address)};
  code.skip({0xf3, 0x0f, 0x1e, 0xfa});
  if (!code.skip({0x80, 0x3d})) return false;
  code.at += 4;
  return code.skip({0x00, 0x75});
}

// Would the dynamic linker run something in this module at the end?
int has_final_functions(dl_phdr_info* info, size_t, void*) {
  if (is_language_library(info->dlpi_name)) return 0;
  for (int k = 0; k < info->dlpi_phnum; k++) {
    if (info->dlpi_phdr[k].p_type != PT_DYNAMIC) continue;
    uintptr_t array = 0;
    size_t bytes = 0;
    const auto* entry = reinterpret_cast<const ElfW(Dyn)*>(info->dlpi_addr + info->dlpi_phdr[k].p_vaddr);
    for (; entry->d_tag != DT_NULL; entry++) {
      if (entry->d_tag == DT_FINI && !is_empty_function(info->dlpi_addr + entry->d_un.d_ptr)) return 1;
      if (entry->d_tag == DT_FINI_ARRAY) array = info->dlpi_addr + entry->d_un.d_ptr;
      if (entry->d_tag == DT_FINI_ARRAYSZ) bytes = entry->d_un.d_val;
    }
    if (bytes > sizeof(uintptr_t)) return 1;
    if (bytes != 0 && !is_of_compiler(*reinterpret_cast<const uintptr_t*>(array))) return 1;
  }
  return 0;
}

const void* table_of(const char* name) {
  auto* table = static_cast<const char*>(symbol_of_program(name));
  return table == nullptr ? nullptr : table + 2 * sizeof(void*);
}

bool modules_are_quiet() {
  if (modules == Modules::kUnknown)
    modules = dl_iterate_phdr(has_final_functions, nullptr) == 0 ? Modules::kAreQuiet : Modules::kHaveFinalFunctions;
  return modules == Modules::kAreQuiet;
}

}  // namespace

void prepare_quiet_exit() {
  static constexpr const char* kNames[kStreams] = {"_ZSt4cout", "_ZSt4cerr", "_ZSt4clog"};
  static constexpr const char* kWideNames[kStreams] = {"_ZSt5wcout", "_ZSt5wcerr", "_ZSt5wclog"};
  for (size_t k = 0; k < kStreams; k++) {
    streams[k] = static_cast<std::ostream*>(symbol_of_program(kNames[k]));
    wide_streams[k] = static_cast<std::wostream*>(symbol_of_program(kWideNames[k]));
  }
  unbuffered = table_of("_ZTVN9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsIcEEE");
  wide_unbuffered = table_of("_ZTVN9__gnu_cxx18stdio_sync_filebufIwSt11char_traitsIwEEE");
}

namespace {

template <class Stream>
bool writes_at_once(Stream* stream, const void* table) {
  if (stream == nullptr || table == nullptr) return false;
  const void* buffer = stream->rdbuf();
  return buffer != nullptr && *static_cast<const void* const*>(buffer) == table;
}

bool streams_write_at_once() {
  for (size_t k = 0; k < kStreams; k++)
    if (!writes_at_once(streams[k], unbuffered) || !writes_at_once(wide_streams[k], wide_unbuffered)) return false;
  return true;
}

bool is_empty(const FILE* file) {
  return file->_mode <= 0 && file->_IO_write_ptr == file->_IO_write_base && file->_IO_read_ptr == file->_IO_read_end;
}

}  // namespace

bool exit_changes_nothing() {
  if (!at_base() || is_replay() || others_may_run() || !modules_are_quiet()) return false;
  Handlers handlers = handlers_at_exit();
  if (handlers == Handlers::kOthers || (handlers == Handlers::kStreams && !streams_write_at_once())) return false;
  for (const FILE* file = _IO_list_all; file != nullptr; file = file->_chain)
    if (!is_empty(file)) return false;
  return true;
}

}  // namespace mazurka::runtime
