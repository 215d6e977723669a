// Names for addresses of a checked program: functions, source lines and inlined calls for code, variables for data.
// Reads the program's files (ELF, DWARF) through libdw, outside the checked process. For one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "protocol/channel.hpp"

namespace mazurka::report {

struct Frame {
  std::string function;  // demangled; empty if unknown
  std::string file;      // relative to the current directory if it lies below it; empty if unknown
  uint32_t line = 0;
  uint32_t column = 0;
  bool inlined = false;  // the next frame is the function that this one was inlined into
  bool system = false;   // a file of the compiler or of the system, or one without debug information

  bool operator==(const Frame&) const = default;
};

// A header of a test framework, wherever it lies: not what the user has written.
bool is_framework_file(const std::string& path);

// "bank.cpp:12"; empty if the file is unknown.
std::string position_of(const Frame& frame);

// How an address was come by. A return address belongs to the call before it.
enum class PcKind : uint8_t { kExact, kReturnAddress };

// A variable, or a part of one, that lies at an address.
struct Variable {
  std::string name;        // "queue.m_", "accounts[1].lock"
  uint32_t type = 0;       // a number for Symbolizer::value_text(); 0: unknown
  std::string whole;       // of which it is the beginning: "queue"; empty if it is not
  bool is_inside = false;  // of something that a system header defines, whose parts say nothing to the reader
  uint64_t offset = 0;     // of the address in it
};

class ActiveFrame;
struct TypedPlace;

class Symbolizer {
 public:
  // A module without a path is `program` itself. One that cannot be read is left out: its addresses have no names.
  Symbolizer(std::span<const protocol::ModuleRecord> modules, const std::string& program);
  ~Symbolizer();
  Symbolizer(const Symbolizer&) = delete;
  Symbolizer& operator=(const Symbolizer&) = delete;

  // The frames at an address, innermost first; the last one is not inlined. Empty if nothing is known.
  std::vector<Frame> frames(uint64_t pc, PcKind kind);

  // The innermost of them that is not in a system header, else the outermost.
  std::optional<Frame> user_frame(uint64_t pc, PcKind kind);

  // "counter", "array[3]" or "queue.mutex" for the global or static variable that holds this address, as far as the
  // debug information tells; else "array+12".
  std::optional<std::string> variable(uint64_t address);
  // The same with its type.
  std::optional<Variable> find_variable(uint64_t address);
  // ... for a variable of the function that a return address is in. `frame` is the canonical address of its frame.
  std::optional<Variable> find_local(uint64_t pc, uint64_t frame, uint64_t address);
  // ... for a part of something with a type of this name and size: the name is ".next".
  std::optional<Variable> find_in_type(const std::string& type, uint64_t bytes, uint64_t offset);
  // How large the types of this name are.
  std::vector<uint64_t> sizes_of_type(const std::string& type);
  // The name of what a pointer of this name points to, at a return address. Empty if it is not known.
  std::string type_behind(const std::string& name, uint64_t pc);

  // What a name means in a function that is being executed: a variable of its own, a member of its object, or a global
  // one.
  std::optional<TypedPlace> find_named(const std::string& name, const ActiveFrame& frame);
  // Something of a type that find_variable() and the others told, by its number.
  std::optional<TypedPlace> place_of_type(uint32_t type, uint64_t address) const;

  // What the contents of such a variable mean, if its type says so: "true", "kStopped", "2.5".
  std::optional<std::string> value_text(uint32_t type, uint64_t value, uint32_t bytes) const;
  // "bool", "Node*"; empty if it is unknown.
  std::string type_name(uint32_t type) const;
  bool is_pointer(uint32_t type) const;

 private:
  struct Files;
  std::unique_ptr<Files> files_;
};

// The innermost frame that is not a system one, else the last.
std::optional<Frame> first_user_frame(std::span<const Frame> frames);

}  // namespace mazurka::report
