// Variables of functions that are being executed: which of them lies at an address in a frame.
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "protocol/memory_stop.hpp"
#include "report/program/contents.hpp"

namespace mazurka::report {

struct LocalVariable {
  Dwarf_Die die;
  uint64_t address = 0;
};

// The variables and parameters, with addresses in memory, that the scopes around `pc` have. The scopes are innermost
// first, up to the function; all in the file's own numbering. `frame` is the function's canonical frame address.
std::vector<LocalVariable> locals_at(const std::vector<Dwarf_Die>& scopes, Dwarf_Addr pc, uint64_t frame);

// The one that holds the address.
std::optional<LocalVariable> local_at(const std::vector<Dwarf_Die>& scopes, Dwarf_Addr pc, uint64_t frame,
                                      uint64_t address);

// A function that is being executed, of whose variables some lie in registers, or nowhere.
class ActiveFrame {
 public:
  // `level`: of the functions that are inlined into another at the frame's return address, how many are not looked at,
  // from the innermost on. `thread_pointer` is that of the thread that executes them.
  ActiveFrame(const protocol::MemoryStop::Frame& frame, size_t level, uint64_t thread_pointer, const ReadMemory& read);

  uint64_t pc() const { return frame_.pc; }
  uint64_t address() const { return frame_.address; }
  size_t level() const { return level_; }
  uint64_t thread_pointer() const { return thread_pointer_; }
  std::optional<uint64_t> register_with(uint32_t number) const;
  // Reads memory, and what is kept.
  const ReadMemory& read() const { return read_; }
  // A value that lies in no memory gets an address.
  uint64_t keep(uint64_t value) const;

 private:
  protocol::MemoryStop::Frame frame_;
  size_t level_;
  uint64_t thread_pointer_;
  std::shared_ptr<std::vector<uint64_t>> kept_;
  ReadMemory read_;
};

struct FoundLocal {
  bool exists = false;              // there is a variable of this name
  std::optional<TypedPlace> place;  // nothing: it is not known where
  std::optional<Dwarf_Die> type = {};
};
// Where a file of the program lies in the process.
struct LoadedFile {
  Dwarf_Addr bias = 0;                         // by what addresses in the file differ from those in the process
  std::optional<uint64_t> thread_locals = {};  // where a thread has those of the file's variables; nothing: not known
};
// The variable of this name. The scopes are as above.
FoundLocal local_named(const std::vector<Dwarf_Die>& scopes, const char* name, Dwarf_Addr pc, const LoadedFile& file,
                       const ActiveFrame& frame);

}  // namespace mazurka::report
