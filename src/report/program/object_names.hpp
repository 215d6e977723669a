// What the objects of a replayed execution are called: by the source's names, as far as the debug information has them.
//
// A global is "queue.m_", a variable of a function "alice.mutex", a part of a block of the heap "Node#1.next" if the
// line that allocated it says what it is, else "block#1+8"; what a vector has is "accounts[1].lock" if that line names
// the vector, else "Account#1[1].lock"; anything else is numbered by its kind: "mutex#1".
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "report/program/contents.hpp"
#include "report/run_log.hpp"
#include "report/symbolizer.hpp"

namespace mazurka::report {

class ObjectNames {
 public:
  // Both outlive it.
  ObjectNames(const RunLog& replay, Symbolizer& symbolizer);

  // `code` is that of an operation on it, an OpCode: for those that have no other name.
  const std::string& name(uint64_t address, uint32_t code);
  // Empty if nothing is known of what lies there.
  const std::string& name_of_memory(uint64_t address);

  // The contents of an object, up to 8 bytes. Empty if they say nothing to the reader.
  std::string value(uint64_t address, uint64_t value, uint32_t bytes);
  // What the address lies in, as far as its type is known.
  std::optional<TypedPlace> place_of(uint64_t address);
  // "bool", "Node*", "std::mutex"; may be empty.
  std::string type(uint64_t address);

  // What the numbered blocks are, a line each: "Node#1: 16 bytes, allocated by T0 at stack.cpp:12".
  std::vector<std::string> legend() const;

 private:
  struct Known {
    std::string name;
    Variable variable;
  };
  struct Block {
    uint64_t begin = 0, bytes = 0;
    std::string name, line, type;
    uint64_t offset = 0;   // of what has the type
    uint64_t element = 0;  // bytes of one of several things; 0: there is one
    bool is_used = false;
    bool is_hidden = false;  // has no name
  };

  Known& look_up(uint64_t address);
  bool find_local(uint64_t address, Known& known);
  bool find_in_block(uint64_t address, Known& known);
  Block* block_of(uint64_t address);
  std::string target_name(uint64_t value);
  Block make_block(const protocol::BlockRecord& record);
  void find_type_of(const protocol::BlockRecord& record, const std::string& type, Block& block);

  const RunLog& replay_;
  Symbolizer& symbolizer_;
  std::map<uint64_t, Known> known_;
  std::map<uint64_t, Block> blocks_;       // by where they begin
  std::map<std::string, uint64_t> taken_;  // names of variables of functions, and where those are
  std::map<std::string, uint32_t> count_;  // by kind
};

}  // namespace mazurka::report
