#include "runtime/entries/unseen/calls.hpp"

#include <dlfcn.h>
#include <string.h>
#include <sys/mman.h>

#include <string>
#include <vector>

#include "base/check.hpp"
#include "protocol/assembly_code.hpp"
#include "runtime/engine/program_code.hpp"
#include "runtime/engine/states/naming.hpp"
#include "runtime/engine/threads/floating_point.hpp"
#include "runtime/entries/clean_calls.hpp"
#include "runtime/entries/unseen/cxx_rules.hpp"
#include "runtime/entries/unseen/effects.hpp"
#include "runtime/entries/unseen/ledger.hpp"
#include "runtime/entries/unseen/modules.hpp"
#include "runtime/entries/unseen/unseen_functions.hpp"
#include "runtime/entries/visible.hpp"
#include "runtime/memory/rewind.hpp"
#include "runtime/memory/state_name.hpp"
#include "runtime/platform/layout.hpp"
#include "runtime/platform/own_code.hpp"
#include "runtime/platform/raw_syscall.hpp"
#include "runtime/platform/supervisor_log.hpp"
#include "runtime/platform/trouble.hpp"

extern "C" __attribute__((visibility("hidden"))) void mazurka_unseen_call();

namespace mazurka::runtime {

namespace {

// A function that calls are watched of.
struct Function {
  uintptr_t real;
  const char* name;
  const char* library;
  bool is_looked_up = false;  // in the ledger: what follows is what it says
  bool is_known = false;
  bool looks_up = false;      // dlsym: its result is a function that may have to be watched
  bool needs_return = false;  // something must be looked at after the call
  bool by_program = false;    // calls that the C++ library makes do not count
  bool was_told = false;
  Effects effects = {};
};
// Never destroyed, as all that lives until the last execution.
std::vector<Function>& functions = *new std::vector<Function>;

// ---- stubs

constexpr size_t kStubBytes = 16;
constexpr size_t kStubsPerBlock = 255;
std::vector<unsigned char*>& blocks = *new std::vector<unsigned char*>;

// The entry's address comes first in each block of stubs.
unsigned char* new_block() {
  constexpr size_t kBytes = (kStubsPerBlock + 1) * kStubBytes;
  static_assert(kBytes == kPage);
  long address = raw_syscall(SYS_mmap, 0, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (address < 0 && address > -4096) die("there is no memory for the stubs of calls");
  auto* block = reinterpret_cast<unsigned char*>(address);
  void (*entry)() = mazurka_unseen_call;
  memcpy(block, &entry, sizeof entry);
  for (uint32_t k = 0; k < kStubsPerBlock; k++) {
    unsigned char* stub = block + (k + 1) * kStubBytes;
    uint32_t number = static_cast<uint32_t>(blocks.size() * kStubsPerBlock + k);
    auto back = -static_cast<int32_t>((k + 1) * kStubBytes + 12);
    stub[0] = 0x41, stub[1] = 0xbb;  // mov $number, %r11d
    memcpy(stub + 2, &number, sizeof number);
    stub[6] = 0xff, stub[7] = 0x25;  // jmp *back(%rip)
    memcpy(stub + 8, &back, sizeof back);
  }
  raw_syscall(SYS_mprotect, address, kBytes, PROT_READ | PROT_EXEC);
  return block;
}

uintptr_t stub_of(size_t function) {
  while (blocks.size() * kStubsPerBlock <= function) blocks.push_back(new_block());
  return reinterpret_cast<uintptr_t>(blocks[function / kStubsPerBlock]) + (function % kStubsPerBlock + 1) * kStubBytes;
}

bool is_stub_of_ours(uintptr_t address) {
  for (const unsigned char* block : blocks)
    if (address - reinterpret_cast<uintptr_t>(block) < kPage) return true;
  return false;
}

// ---- what leads to them

const Module* module_of(const std::vector<Module>& modules, uintptr_t address) {
  for (const Module& module : modules)
    if (module.has_code(address)) return &module;
  return nullptr;
}

void* own_handle() {
  static void* self = dlopen("libmazurka-rt.so", RTLD_NOW | RTLD_NOLOAD);
  return self;
}

bool counts_foreign_calls() {
  return names_states && channel != nullptr && channel->settings.fuse_sections != 0;
}

uintptr_t stand_in(std::string_view name) {
  auto found = reinterpret_cast<uintptr_t>(dlsym(own_handle(), std::string(name).c_str()));
  CHECK(is_own_code(found), "the ledger names a function that this library stands in for");
  return found;
}

void set_effects(Function& function, const LedgerEntry& entry) {
  function.is_looked_up = true;
  function.looks_up = strcmp(function.name, "dlsym") == 0 || strcmp(function.name, "dlvsym") == 0;
  function.is_known = entry.kind != LedgerEntry::Kind::kUnknown;
  function.needs_return = has_any_after(entry.effects) || function.looks_up;
  function.by_program = entry.by_program;
  function.effects = entry.effects;
}

// The number of the function if its calls are watched, else -1.
long number_of(uintptr_t real, const char* name) {
  for (size_t k = 0; k < functions.size(); k++)
    if (functions[k].real == real && strcmp(functions[k].name, name) == 0) return static_cast<long>(k);
  return -1;
}

uintptr_t new_stub(const Function& function) {
  functions.push_back(function);
  return stub_of(functions.size() - 1);
}

// The file names of modules live as long as these do, and none is unloaded while its functions are called.
uintptr_t stub_for(uintptr_t real, const char* name, const Module& module) {
  if (long known = number_of(real, name); known >= 0) return stub_of(static_cast<size_t>(known));
  LedgerEntry entry = look_up(name, module.name);
  bool is_modelled = module.is_runtime && entry.kind == LedgerEntry::Kind::kUnknown;
  if (is_modelled || entry.kind == LedgerEntry::Kind::kNothing) return real;
  if (entry.kind == LedgerEntry::Kind::kAlias) return stand_in(entry.alias);
  Function function{.real = real, .name = name, .library = module.name.data()};
  set_effects(function, entry);
  return new_stub(function);
}

// The same for a virtual function of the C++ library. There are many, and most are never called: it is looked up then.
uintptr_t virtual_stub_for(uintptr_t real, const char* name, const Module& module) {
  if (long known = number_of(real, name); known >= 0) return stub_of(static_cast<size_t>(known));
  return new_stub({.real = real, .name = name, .library = module.name.data()});
}

void look_up_virtual(Function& function) {
  LedgerEntry entry = look_up(function.name, function.library);
  CHECK(entry.kind != LedgerEntry::Kind::kAlias, "no stand-in for a virtual function");
  set_effects(function, entry);
}

// Not on the program's stack, which may be small.
[[gnu::noinline]] void look_up_at_first_call(Function& function) {
  constexpr size_t kBytes = size_t{64} << 10;
  char* stack = new char[kBytes];
  Function* argument = &function;
  asm volatile(
      "mov %%rsp, %%rbx\n\t"
      "mov %[top], %%rsp\n\t"
      "call *%[run]\n\t"
      "mov %%rbx, %%rsp\n\t"
      : "+D"(argument)
      : [top] "r"(stack + kBytes), [run] "r"(look_up_virtual)
      : "rax", "rbx", "rcx", "rdx", "rsi", "r8", "r9", "r10", "r11", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5",
        "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15", "memory", "cc");
  delete[] stack;
}

// The module that this is a variable of, if nobody sees what happens there.
const Module* unseen_owner(const std::vector<Module>& modules, uintptr_t variable) {
  for (const Module& module : modules)
    if (!module.is_program && !module.is_runtime && module.has(variable))
      return is_listed(module.name) ? nullptr : &module;
  return nullptr;
}

// A variable may hold the addresses of functions, which the program then calls.
void look_for_variables(const std::vector<Module>& modules, const Module& module) {
  for (const char* name : copied_variables_of(module))
    for (const Module& other : modules) {
      void* handle = other.is_program || other.is_runtime || is_listed(other.name)
                         ? nullptr
                         : dlopen(other.path.data(), RTLD_NOW | RTLD_NOLOAD);
      if (handle != nullptr && other.has(reinterpret_cast<uintptr_t>(dlsym(handle, name))))
        note_unseen_variable(name, other.name.data());
    }
}

// Functions of <fenv.h>, and instructions that do the like: threads may differ in how they compute with floating point.
bool is_of_floating_point(std::string_view symbol) {
  if (symbol == protocol::kAssemblyModeEntry) return true;
  for (std::string_view beginning :
       {"feclear", "feraise", "feset", "fetest", "fehold", "feupdate", "feenable", "fedisable", "feget"})
    if (symbol.starts_with(beginning)) return true;
  return false;
}

void watch_slots(const std::vector<Module>& modules, const Module& module) {
  SlotWriter writer(module);
  for (const Slot& slot : slots_of(module)) {
    uintptr_t target = *slot.place;
    if (module.is_program && is_of_floating_point(slot.symbol)) keep_floating_point();
    // Of the C++ library, only what the program calls by tables of virtual functions.
    if (!module.is_program && (!slot.is_data || !is_called_virtually(slot.symbol))) continue;
    const Module* other = module_of(modules, target);
    if (const Module* owner = other == nullptr ? unseen_owner(modules, target) : nullptr)
      note_unseen_variable(slot.symbol, owner->name.data());
    if (other == nullptr || other->is_program) continue;
    uintptr_t stub =
        module.is_program ? stub_for(target, slot.symbol, *other) : virtual_stub_for(target, slot.symbol, *other);
    if (stub != target) writer.set(slot, stub);
  }
}

// Ordinary functions, in which most threads are suspended. (What is called before inline assembly keeps all registers.)
bool may_be_cleaned(std::string_view symbol) {
  for (std::string_view beginning :
       {"__tsan_", "__atomic_", "pthread_mutex_", "pthread_cond_", "pthread_rwlock_", "pthread_barrier_",
        "pthread_create", "pthread_join", "sem_", "_ZNSt18condition_variable"})
    if (symbol.starts_with(beginning)) return true;
  return false;
}

// The same functions by another way, where states are named.
void clean_slots(const std::vector<Module>& modules, const Module& module) {
  SlotWriter writer(module);
  for (const Slot& slot : slots_of(module)) {
    const Module* other = slot.is_data ? nullptr : module_of(modules, *slot.place);
    if (other != nullptr && other->is_runtime && may_be_cleaned(slot.symbol))
      writer.set(slot, clean_way_to(*slot.place));
  }
}

// What is no more than plain accesses, or ends a critical section. (What comes before inline assembly keeps all
// registers, and is counted there.)
bool is_in_sections(std::string_view symbol) {
  for (std::string_view beginning : {"__tsan_read", "__tsan_write", "__tsan_unaligned_", "__tsan_volatile_",
                                     "__tsan_vptr_", "__tsan_func_", "__mazurka_assembly"})
    if (symbol.starts_with(beginning)) return true;
  for (std::string_view name : {"memcpy", "memmove", "memset", "__tsan_memcpy", "__tsan_memmove", "__tsan_memset",
                                "pthread_mutex_unlock", "mtx_unlock"})
    if (symbol == name) return true;
  return false;
}

// All that the program calls outside of its own code is counted, where critical sections may be one event.
void count_slots(const std::vector<Module>& modules, const Module& module) {
  SlotWriter writer(module);
  for (const Slot& slot : slots_of(module)) {
    const uintptr_t target = *slot.place;
    const Module* other = module_of(modules, target);
    const bool is_stub = other == nullptr && (is_stub_of_ours(target) || is_clean_way(target));
    if ((other == nullptr || other->is_program) && !is_stub) continue;
    if (!is_in_sections(slot.symbol)) writer.set(slot, counted_way_to(target));
  }
}

// Virtual functions that the C++ library has symbols for only in its tables: their place there.
struct HiddenVirtual {
  const char* table;
  size_t place;
  const char* symbol;
};
constexpr HiddenVirtual kHiddenVirtuals[] = {
    {"_ZTVNSt3pmr25monotonic_buffer_resourceE", 4, "_ZNSt3pmr25monotonic_buffer_resource11do_allocateEmm"},
    {"_ZTVNSt3pmr25monotonic_buffer_resourceE", 5, "_ZNSt3pmr25monotonic_buffer_resource13do_deallocateEPvmm"},
};

void watch_hidden_virtuals(const std::vector<Module>& modules, const Module& library) {
  SlotWriter writer(library);
  for (const HiddenVirtual& function : kHiddenVirtuals) {
    void* handle = dlopen(library.path.data(), RTLD_NOW | RTLD_NOLOAD);
    auto* table = handle == nullptr ? nullptr : static_cast<uintptr_t*>(dlsym(handle, function.table));
    if (table == nullptr) continue;
    const Module* owner = module_of(modules, table[function.place]);
    if (owner == nullptr || owner->is_program) continue;
    uintptr_t stub = stub_for(table[function.place], function.symbol, library);
    writer.set({table + function.place, function.symbol, true}, stub);
  }
}

// Tables of virtual functions that the program has copies of, from before those were changed.
void watch_copies(const Module& module) {
  SlotWriter writer(module);
  for (const Slot& slot : copied_tables_of(module))
    for (size_t k = 0; k < functions.size(); k++)
      if (functions[k].real == *slot.place) writer.set(slot, stub_of(k));
}

// The program asked for a function by its name: what it gets instead, or the function itself.
uintptr_t watched(uintptr_t function, const char* name) {
  std::vector<Module> modules = loaded_modules();
  const Module* module = module_of(modules, function);
  if (const Module* owner = module == nullptr ? unseen_owner(modules, function) : nullptr)
    note_unseen_variable(name, owner->name.data());
  if (module == nullptr || module->is_program) return function;
  char* copy = new char[strlen(name) + 1];
  strcpy(copy, name);
  const uintptr_t stub = stub_for(function, copy, *module);
  return counts_foreign_calls() && !is_in_sections(name) ? counted_way_to(stub) : stub;
}

bool is_cxx_library(const Module& module) {
  return module.name.starts_with("libstdc++.so") || module.name.starts_with("libc++.so");
}

// How many libraries had been loaded when calls were last watched.
uint64_t watched_loads = 0;

bool has_malloc = false;

// Libraries that the program has loaded by itself.
class NewLibraries final : public Rewindable {
 public:
  constexpr NewLibraries() : Rewindable(Changes::kAreNoted) {}
  void save(Level level) override {
    if (level == Level::kBase && channel != nullptr && load_count() != watched_loads) watch_calls();
  }
  void restore(Level) override {}
  bool allows_waypoint() const override { return true; }
};
constinit NewLibraries new_libraries;
const Registration registered(new_libraries);

}  // namespace

bool program_has_malloc() {
  return has_malloc;
}

void watch_calls() {
  watched_loads = load_count();
  std::vector<Module> modules = loaded_modules();
  // (Of this library, the default would be our own.)
  void* everywhere = dlopen(nullptr, RTLD_NOW | RTLD_NOLOAD);
  const Module* owner = module_of(modules, reinterpret_cast<uintptr_t>(dlsym(everywhere, "malloc")));
  has_malloc = owner != nullptr && !owner->is_runtime;
  for (const Module& module : modules)
    if (module.is_program || is_cxx_library(module)) watch_slots(modules, module);
  for (const Module& module : modules)
    if (names_states && (module.is_program || is_cxx_library(module))) clean_slots(modules, module);
  for (const Module& module : modules)
    if (counts_foreign_calls() && module.is_program) count_slots(modules, module);
  for (const Module& module : modules)
    if (is_cxx_library(module)) watch_hidden_virtuals(modules, module);
  for (const Module& module : modules)
    if (module.is_program) {
      watch_copies(module);
      look_for_variables(modules, module);
    }
}

}  // namespace mazurka::runtime

namespace {

using namespace mazurka::runtime;

struct Way {
  uintptr_t function;
  uintptr_t needs_return;
};

}  // namespace

// User thread's side, or a program that is not checked yet.
extern "C" __attribute__((visibility("hidden"))) Way mazurka_before_unseen(CallFrame* call) {
  Function& function = functions[call->function];
  if (!is_checked()) return {function.real, 0};
  note_foreign_call();
  if (!function.is_looked_up) [[unlikely]]
    look_up_at_first_call(function);
  if (function.by_program && is_cxx_code(call->pc)) return {function.real, 0};
  if (function.looks_up) {
    // To the dynamic linker we would be the caller, and what comes next after the program is this library.
    if (call->arguments[0] == reinterpret_cast<uintptr_t>(RTLD_NEXT))
      call->arguments[0] = reinterpret_cast<uintptr_t>(own_handle());
  }
  if (function.is_known) {
    perform_before(function.effects, *call, function.name);
    return {function.real, function.needs_return};
  }
  note_change();
  if (!function.was_told) {
    function.was_told = true;
    note_unseen(function.name, function.library, call->pc);
  }
  return {function.real, 0};
}

extern "C" __attribute__((visibility("hidden"))) void mazurka_after_unseen(CallFrame* call) {
  perform_after(functions[call->function].effects, *call);
  if (functions[call->function].looks_up && call->result != 0)
    call->result = watched(call->result, reinterpret_cast<const char*>(call->arguments[1]));
}
