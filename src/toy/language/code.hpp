// The compiled form of a toy program: what Machine runs, and the names that reports need.
//
// The code of a thread is a sequence of local instructions (three-address code over the thread's registers). One of
// them, kVisible, stands for an operation on the shared state; what the operation needs is in a table of its own, with
// every field that is known at compile time filled in.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/ids.hpp"
#include "model/operation.hpp"
#include "toy/language/ast.hpp"

namespace mazurka::toy {

// New values for constants of the program, by name.
using Defines = std::map<std::string, Value>;

inline constexpr uint32_t kMaxObjects = 1'000'000;
inline constexpr uint32_t kMaxThreads = 10'000;
inline constexpr uint32_t kMaxInstructions = 4'000'000;
// Local instructions that a thread may execute in a row before it counts as caught in an endless loop.
inline constexpr uint32_t kMaxLocalInstructions = 1'000'000;
inline constexpr Value kMaxCapacity = 1'000'000;  // of a mailbox
inline constexpr Value kMaxRank = 1'000'000;      // of a message
inline constexpr Value kMaxChoices = 1'000'000;   // of one `choose`
// Combinations of the values of all inputs: what depends on an input is computed for all of them at once.
inline constexpr uint32_t kMaxInputs = 4'096;

enum class LocalCode : uint8_t {
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kRemainder,
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kMove,             // target register = a
  kNot,              // target register = a == 0
  kJump,             // go to target
  kJumpIfEqual,      // go to target if a == b
  kJumpIfNotEqual,   // ...
  kJumpIfLess,       //
  kJumpIfLessEqual,  //
  kJumpIfGreater,    //
  kJumpIfGreaterEqual,
  kVisible,  // target: index into Code::visible
  kEnd,
};

// A register of the thread, or an entry of Code::constants.
class Operand {
 public:
  constexpr Operand() = default;
  static constexpr Operand in_register(uint32_t number) { return Operand(number << 1); }
  static constexpr Operand constant(uint32_t number) { return Operand(number << 1 | 1); }

  constexpr bool is_constant() const { return (bits_ & 1) != 0; }
  constexpr uint32_t number() const { return bits_ >> 1; }

 private:
  constexpr explicit Operand(uint32_t bits) : bits_(bits) {}
  uint32_t bits_ = 0;
};

struct LocalInstruction {
  LocalCode code = LocalCode::kEnd;
  uint32_t target = 0;  // a register, an instruction or a visible instruction, as the code says
  Operand a;
  Operand b;
};

struct VisibleInstruction {
  // What the machine must do when the operation becomes the next one, a bit each: fill in these fields, and (kChecked)
  // see whether a choose has a valid number and whether an operation has two different objects. kTag: a register holds
  // a tag that a receiver takes too; kMessage: the operation sends a message, which gets a number.
  enum Dynamic : uint8_t {
    kObject = 1,
    kObject2 = 2,
    kPartner = 4,
    kA = 8,
    kB = 16,
    kChecked = 32,
    kTag = 64,
    kMessage = 128
  };

  Operation operation;  // the rest; a dynamic object or partner is the first one of its array
  uint8_t dynamic = 0;
  Operand index;         // kObject, kPartner: which one of the array ...
  uint32_t length = 0;   // ... and how long that is
  Operand index2;        // kObject2
  uint32_t length2 = 0;  //
  Operand arguments[4];  // a and b (where dynamic), and for kCas2 the two new values
  // Of programs with inputs: an argument may depend on the input when the operation is done, for its only or first
  // object, or for its second one (see Symbols::followed). Else its value is made certain before.
  bool follows = false;
  bool follows2 = false;
  uint32_t result = 0;  // registers; the thread's scratch register where the program has none
  uint32_t result2 = 0;
  uint32_t next = 0;  // where the thread goes on: an instruction, or a visible instruction | kVisibleBit

  static constexpr uint32_t kVisibleBit = uint32_t{1} << 31;
};

struct ThreadCode {
  uint32_t start = 0;           // its first instruction
  uint32_t first_register = 0;  // of the machine's register file
  uint32_t first_input = 0;     // the register, of the thread's own, that holds the first input
  bool starts_at_once = true;   // no spawn names it
};

// A statement as reports name it: Operation::site is an index into Code::sites.
struct Site {
  Position position;
  std::string result;  // the registers that take its results, "" if none
  std::string result2;
  std::string message;  // of a kFail: what the failure says
};

// A declaration: the objects or threads [first, first + count).
struct NamedRange {
  std::string name;
  uint32_t first = 0;
  uint32_t count = 1;
  bool is_array = false;
  ObjectKind kind = ObjectKind::kVariable;  // of objects
  uint32_t capacity = 0;                    // of mailboxes; 0: none
};

struct InputRange {
  std::string name;
  Value least = 0;
  uint32_t count = 1;  // of values
  Position position;
};

struct Code {
  std::vector<LocalInstruction> instructions;
  std::vector<uint32_t> instruction_sites;  // beside them
  std::vector<VisibleInstruction> visible;
  std::vector<Value> constants;
  std::vector<ThreadCode> threads;
  std::vector<InputRange> inputs;
  std::vector<Value> initial_values;  // of the objects
  uint32_t register_count = 0;        // of all threads together
  // Read-write locks have numbers of their own; by object, 0 for others.
  std::vector<uint32_t> rwlock_numbers;
  uint32_t rwlock_count = 0;
  // So do mailboxes.
  std::vector<uint32_t> mailbox_numbers;
  std::vector<ObjectId> mailboxes;
  // By object: is it a plain variable? Empty if there is none.
  std::vector<bool> plain;

  std::vector<Site> sites;
  std::vector<NamedRange> object_names;  // by `first`
  std::vector<NamedRange> thread_names;

  std::string object_name(ObjectId object) const;  // "x", "a[3]"
  std::string thread_name(ThreadId thread) const;  // "writer", "reader[2]"
  ObjectKind object_kind(ObjectId object) const;
  Position position(uint32_t site) const { return sites[site].position; }
  // The operation in the words of the language, with its operands' values: "x = 1", "r = load x", "lock m".
  std::string describe(const Operation& operation) const;
};

const char* name_of(ObjectKind kind);  // "variable", "mutex", ...

// Arithmetic as the language has it: 64 bits, wrapping around. `code` is one of kAdd .. kGreaterEqual; a division's
// right operand is not 0.
inline Value apply(LocalCode code, Value a, Value b) {
  uint64_t ua = static_cast<uint64_t>(a), ub = static_cast<uint64_t>(b);
  switch (code) {
    case LocalCode::kAdd: return static_cast<Value>(ua + ub);
    case LocalCode::kSubtract: return static_cast<Value>(ua - ub);
    case LocalCode::kMultiply: return static_cast<Value>(ua * ub);
    case LocalCode::kDivide: return b == -1 ? static_cast<Value>(-ua) : a / b;
    case LocalCode::kRemainder: return b == -1 ? 0 : a % b;
    case LocalCode::kEqual: return a == b;
    case LocalCode::kNotEqual: return a != b;
    case LocalCode::kLess: return a < b;
    case LocalCode::kLessEqual: return a <= b;
    case LocalCode::kGreater: return a > b;
    case LocalCode::kGreaterEqual: return a >= b;
    default: return 0;
  }
}

}  // namespace mazurka::toy
