// The program and its libraries as they lie in memory, with the slots through which each calls functions of others.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace mazurka::runtime {

struct Module {
  std::string_view path;    // empty for the program itself
  std::string_view name;    // without its folder
  bool is_program = false;  // built with our instrumentation: it needs this library
  bool is_runtime = false;
  uintptr_t base = 0;
  struct Range {
    uintptr_t begin, end;
  };
  Range whole{};
  std::vector<Range> code;
  Range read_only_later{};  // what the dynamic linker protected when it was done
  const void* dynamic = nullptr;

  bool has(uintptr_t address) const { return address >= whole.begin && address < whole.end; }
  bool has_code(uintptr_t address) const {
    for (const Range& range : code)
      if (address >= range.begin && address < range.end) return true;
    return false;
  }
};

std::vector<Module> loaded_modules();
// How many were ever loaded.
uint64_t load_count();

// A word that holds the address of something, which may be in another module.
struct Slot {
  uintptr_t* place;
  const char* symbol;
  bool is_data;  // in a table of the module's own, and not for its calls
};
std::vector<Slot> slots_of(const Module& module);

// The same for the tables of virtual functions of other modules that this one has copies of. Their words have no
// symbol.
std::vector<Slot> copied_tables_of(const Module& module);

// Symbols of variables that lie in the module, but belong to another one, which uses them there.
std::vector<const char*> copied_variables_of(const Module& module);

// Does the program use something of this name in another module?
bool program_imports(std::string_view symbol);

// Writes to slots of a module, although the dynamic linker may have protected them. While one lives, nothing of the
// module is protected.
class SlotWriter {
 public:
  explicit SlotWriter(const Module& module);
  ~SlotWriter();
  SlotWriter(const SlotWriter&) = delete;
  SlotWriter& operator=(const SlotWriter&) = delete;

  void set(const Slot& slot, uintptr_t value);

 private:
  void protect(int protection);

  Module::Range protected_;
  bool is_open_ = false;  // something was written
};

}  // namespace mazurka::runtime
