#include "runtime/main/constructors.hpp"

#include <link.h>
#include <string.h>
#include <sys/mman.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "protocol/channel.hpp"
#include "runtime/engine/program_code.hpp"
#include "runtime/entries/libc/malloc.hpp"
#include "runtime/platform/layout.hpp"
#include "runtime/platform/raw_syscall.hpp"
#include "runtime/platform/stand_in.hpp"
#include "runtime/platform/trouble.hpp"

extern "C" int __cxa_atexit(void (*)(void*), void*, void*);

namespace mazurka::runtime {

namespace {

using Constructor = void (*)(int, char**, char**);

// The executable or a library: where its constructors are.
struct Module {
  bool is_executable = false;
  Constructor first = nullptr;  // DT_INIT
  const Constructor* rest = nullptr;
  size_t rest_count = 0;
};
// Of the executable: what it wants to run before all libraries' (DT_PREINIT_ARRAY).
Module very_first;
constexpr size_t kMostModules = 512;
Module modules[kMostModules];
size_t module_count = 0;

// In which order they were to be initialised: ld.so tells us, by calling what it finds in their place.
size_t turns[kMostModules];
size_t turn_count = 0;

template <size_t module>
void note_turn(int, char**, char**) {
  if (turn_count < kMostModules) turns[turn_count++] = module;
}
template <size_t... module>
constexpr std::array<Constructor, kMostModules> make_notes(std::index_sequence<module...>) {
  return {note_turn<module>...};
}
// As an array of constructors, of which each module gets one.
constexpr std::array<Constructor, kMostModules> kNotes = make_notes(std::make_index_sequence<kMostModules>());

OldConstructors executable_in_old_form = nullptr;
EndOfLibraries libraries_end = nullptr;

// While one lives, a module's dynamic section can be written to.
class Writable {
 public:
  Writable(const dl_phdr_info& info, const ElfW(Phdr) & section) {
    uintptr_t begin = info.dlpi_addr + section.p_vaddr;
    begin_ = begin & ~(kPage - 1);
    bytes_ = (begin + section.p_memsz + kPage - 1) / kPage * kPage - begin_;
    for (int k = 0; k < info.dlpi_phnum; k++) {
      const auto& segment = info.dlpi_phdr[k];
      bool holds = section.p_vaddr >= segment.p_vaddr && section.p_vaddr < segment.p_vaddr + segment.p_memsz;
      if (!holds) continue;
      if (segment.p_type == PT_LOAD && (segment.p_flags & PF_W) == 0) read_only_ = true;
      if (segment.p_type == PT_GNU_RELRO) read_only_ = true;
    }
    is_possible_ = protect(PROT_READ | PROT_WRITE);
  }
  ~Writable() {
    if (is_possible_ && read_only_) protect(PROT_READ);
  }
  Writable(const Writable&) = delete;
  Writable& operator=(const Writable&) = delete;

  bool is_possible() const { return is_possible_; }

 private:
  bool protect(int how) {
    return raw_syscall(SYS_mprotect, static_cast<long>(begin_), static_cast<long>(bytes_), how) == 0;
  }

  uintptr_t begin_ = 0;
  size_t bytes_ = 0;
  bool read_only_ = false;
  bool is_possible_ = false;
};

ElfW(Dyn) * find_entry(ElfW(Dyn) * section, ElfW(Sxword) tag) {
  for (; section->d_tag != DT_NULL; section++)
    if (section->d_tag == tag) return section;
  return nullptr;
}

// Takes note of a module's constructors, and leaves one in their place that takes note of its turn.
void take_constructors(const dl_phdr_info& info, const ElfW(Phdr) & segment) {
  auto* section = reinterpret_cast<ElfW(Dyn)*>(info.dlpi_addr + segment.p_vaddr);
  ElfW(Dyn)* first = find_entry(section, DT_INIT);
  ElfW(Dyn)* rest = find_entry(section, DT_INIT_ARRAY);
  ElfW(Dyn)* rest_bytes = find_entry(section, DT_INIT_ARRAYSZ);
  bool has_rest = rest != nullptr && rest_bytes != nullptr && rest_bytes->d_un.d_val != 0;
  ElfW(Dyn)* early = find_entry(section, DT_PREINIT_ARRAY);
  ElfW(Dyn)* early_bytes = find_entry(section, DT_PREINIT_ARRAYSZ);
  bool has_early = early != nullptr && early_bytes != nullptr && *info.dlpi_name == 0;
  if (first == nullptr && !has_rest && !has_early) return;
  Writable writable(info, segment);
  if (module_count == kMostModules) die("the program has too many libraries with constructors");
  if (!writable.is_possible()) die("the constructors of a library cannot be kept back", info.dlpi_name);
  if (has_early) {
    very_first.rest = reinterpret_cast<const Constructor*>(info.dlpi_addr + early->d_un.d_ptr);
    very_first.rest_count = std::exchange(early_bytes->d_un.d_val, 0) / sizeof(Constructor);
  }
  if (first == nullptr && !has_rest) return;
  Module& module = modules[module_count];
  module.is_executable = *info.dlpi_name == 0;
  const Constructor& note = kNotes[module_count++];
  if (has_rest) {
    module.rest = reinterpret_cast<const Constructor*>(info.dlpi_addr + rest->d_un.d_ptr);
    module.rest_count = rest_bytes->d_un.d_val / sizeof(Constructor);
    rest_bytes->d_un.d_val = first == nullptr ? sizeof(Constructor) : 0;
    if (first == nullptr) rest->d_un.d_ptr = reinterpret_cast<uintptr_t>(&note) - info.dlpi_addr;
  }
  if (first != nullptr) {
    module.first = reinterpret_cast<Constructor>(info.dlpi_addr + first->d_un.d_ptr);
    first->d_un.d_ptr = reinterpret_cast<uintptr_t>(note) - info.dlpi_addr;
  }
}

int take_constructors_of(dl_phdr_info* info, size_t, void*) {
  // The runtime and the unwinder need these; they start no thread and write no file.
  if (is_language_library(info->dlpi_name)) return 0;
  for (int k = 0; k < info->dlpi_phnum; k++)
    if (info->dlpi_phdr[k].p_type == PT_DYNAMIC) take_constructors(*info, info->dlpi_phdr[k]);
  return 0;
}

// The first constructor of all: this library is linked with -z initfirst.
__attribute__((constructor(101))) void take_all_constructors(int, char**, char** environment) {
  if (!is_started_by_supervisor(environment)) return;
  decide_that_heap_is_ours();
  dl_iterate_phdr(take_constructors_of, nullptr);
}

void run(const Module& module, const ProgramArguments& arguments) {
  if (module.first != nullptr) module.first(arguments.count, arguments.words, arguments.environment);
  for (size_t k = 0; k < module.rest_count; k++)
    module.rest[k](arguments.count, arguments.words, arguments.environment);
}

}  // namespace

bool is_started_by_supervisor(char** environment) {
  size_t bytes = strlen(protocol::kChannelVariable);
  for (char** entry = environment; *entry != nullptr; entry++)
    if (strncmp(*entry, protocol::kChannelVariable, bytes) == 0 && (*entry)[bytes] == '=') return true;
  return false;
}

OldConstructors keep_back(OldConstructors old_form, EndOfLibraries end_of_libraries) {
  executable_in_old_form = old_form;
  libraries_end = end_of_libraries;
  OldConstructors nothing = [] {};
  return old_form == nullptr ? nullptr : nothing;
}

// Destructors run in the opposite order of constructors. Those of libraries are ld.so's matter, which libc learns of
// between the constructors of libraries and those of the executable.
void run_constructors(const ProgramArguments& arguments) {
  run(very_first, arguments);
  for (size_t k = 0; k < turn_count; k++)
    if (!modules[turns[k]].is_executable) run(modules[turns[k]], arguments);
  if (libraries_end != nullptr) MAZURKA_REAL_AS(decltype(&__cxa_atexit), __cxa_atexit)
  (reinterpret_cast<void (*)(void*)>(libraries_end), nullptr, nullptr);
  if (executable_in_old_form != nullptr)
    reinterpret_cast<Constructor>(executable_in_old_form)(arguments.count, arguments.words, arguments.environment);
  for (size_t k = 0; k < turn_count; k++)
    if (modules[turns[k]].is_executable) run(modules[turns[k]], arguments);
}

}  // namespace mazurka::runtime
