#include "report/program/locals.hpp"

#include <dwarf.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <string_view>

#include "report/variable_path.hpp"

namespace mazurka::report {

namespace {

// What locations of variables are relative to. Functions of checked programs keep their frame pointer, which is 16
// bytes below the canonical address.
std::optional<uint64_t> frame_base(Dwarf_Die function, Dwarf_Addr pc, uint64_t frame) {
  Dwarf_Attribute attribute;
  Dwarf_Op* operations = nullptr;
  size_t count = 0;
  if (dwarf_getlocation_addr(dwarf_attr_integrate(&function, DW_AT_frame_base, &attribute), pc, &operations, &count,
                             1) != 1 ||
      count != 1)
    return std::nullopt;
  constexpr uint64_t kSaved = 16;
  switch (operations[0].atom) {
    case DW_OP_call_frame_cfa: return frame;
    case DW_OP_reg6: return frame - kSaved;
    case DW_OP_breg6: return frame - kSaved + operations[0].number;
    default: return std::nullopt;
  }
}

std::optional<uint64_t> address_of(Dwarf_Die* variable, Dwarf_Addr pc, std::optional<uint64_t> base, uint64_t frame) {
  Dwarf_Attribute attribute;
  Dwarf_Op* operations = nullptr;
  size_t count = 0;
  if (dwarf_getlocation_addr(dwarf_attr_integrate(variable, DW_AT_location, &attribute), pc, &operations, &count, 1) !=
          1 ||
      count != 1)
    return std::nullopt;
  switch (operations[0].atom) {
    case DW_OP_fbreg:
      if (!base) return std::nullopt;
      return *base + operations[0].number;
    case DW_OP_breg6: return frame - 16 + operations[0].number;
    default: return std::nullopt;
  }
}

}  // namespace

std::vector<LocalVariable> locals_at(const std::vector<Dwarf_Die>& scopes, Dwarf_Addr pc, uint64_t frame) {
  std::vector<LocalVariable> result;
  std::optional<uint64_t> base;
  for (const Dwarf_Die& scope : scopes)
    if (Dwarf_Die copy = scope; dwarf_tag(&copy) == DW_TAG_subprogram) base = frame_base(copy, pc, frame);
  for (Dwarf_Die scope : scopes) {
    Dwarf_Die child;
    for (int more = dwarf_child(&scope, &child); more == 0; more = dwarf_siblingof(&child, &child)) {
      const int tag = dwarf_tag(&child);
      if (tag != DW_TAG_variable && tag != DW_TAG_formal_parameter) continue;
      if (auto address = address_of(&child, pc, base, frame)) result.push_back({child, *address});
    }
  }
  return result;
}

std::optional<LocalVariable> local_at(const std::vector<Dwarf_Die>& scopes, Dwarf_Addr pc, uint64_t frame,
                                      uint64_t address) {
  for (LocalVariable& local : locals_at(scopes, pc, frame)) {
    auto type = type_of(&local.die);
    auto size = type ? size_of(&*type) : std::nullopt;
    if (size && address >= local.address && address < local.address + *size) return local;
  }
  return std::nullopt;
}

namespace {

// Addresses that no program has: of values that lie in no memory.
constexpr uint64_t kBeyondMemory = uint64_t{0xffff} << 48;

// A location, worked out; the result is an address, of memory or of a value that is kept.
class Location {
 public:
  Location(std::optional<uint64_t> base, const LoadedFile& file, const ActiveFrame& frame)
      : base_(base), file_(file), frame_(frame) {}

  std::optional<uint64_t> address(const Dwarf_Op* operations, size_t count) {
    // A register as a whole holds the value.
    if (count == 1 && operations[0].atom >= DW_OP_reg0 && operations[0].atom <= DW_OP_reg31) {
      auto value = frame_.register_with(operations[0].atom - DW_OP_reg0);
      return value ? std::optional(frame_.keep(*value)) : std::nullopt;
    }
    for (size_t k = 0; k < count; k++) {
      if (operations[k].atom == DW_OP_stack_value)
        return k + 1 == count && !stack_.empty() ? std::optional(frame_.keep(stack_.back())) : std::nullopt;
      if (!step(operations[k])) return std::nullopt;
    }
    return stack_.empty() ? std::nullopt : std::optional(stack_.back());
  }

 private:
  bool push(std::optional<uint64_t> value) {
    if (value) stack_.push_back(*value);
    return value.has_value();
  }

  // False: it is not known how.
  bool step(const Dwarf_Op& operation) {
    const uint8_t atom = operation.atom;
    if (atom >= DW_OP_lit0 && atom <= DW_OP_lit31) return push(atom - DW_OP_lit0);
    if (atom >= DW_OP_breg0 && atom <= DW_OP_breg31) {
      const auto value = frame_.register_with(atom - DW_OP_breg0);
      return value && push(*value + operation.number);
    }
    switch (atom) {
      case DW_OP_fbreg: return base_ && push(*base_ + operation.number);
      case DW_OP_call_frame_cfa: return push(frame_.address());
      case DW_OP_addr: return push(operation.number + file_.bias);
      case DW_OP_const1u:
      case DW_OP_const1s:
      case DW_OP_const2u:
      case DW_OP_const2s:
      case DW_OP_const4u:
      case DW_OP_const4s:
      case DW_OP_const8u:
      case DW_OP_const8s:
      case DW_OP_constu:
      case DW_OP_consts: return push(operation.number);
      default: break;
    }
    if (stack_.empty()) return false;
    switch (atom) {
      case DW_OP_GNU_push_tls_address:
      case DW_OP_form_tls_address:
        if (!file_.thread_locals) return false;
        stack_.back() += *file_.thread_locals;
        return true;
      case DW_OP_plus_uconst: stack_.back() += operation.number; return true;
      case DW_OP_deref: {
        uint64_t word = 0;
        if (!frame_.read()(stack_.back(), &word, sizeof word)) return false;
        stack_.back() = word;
        return true;
      }
      case DW_OP_plus: {
        if (stack_.size() < 2) return false;
        const uint64_t last = stack_.back();
        stack_.pop_back();
        stack_.back() += last;
        return true;
      }
      default: return false;
    }
  }

  std::optional<uint64_t> base_;
  const LoadedFile& file_;
  const ActiveFrame& frame_;
  std::vector<uint64_t> stack_;
};

std::optional<uint64_t> address_in(Dwarf_Die* variable, Dwarf_Addr pc, std::optional<uint64_t> base,
                                   const LoadedFile& file, const ActiveFrame& frame) {
  Dwarf_Attribute attribute;
  Dwarf_Sword value = 0;
  if (dwarf_formsdata(dwarf_attr_integrate(variable, DW_AT_const_value, &attribute), &value) == 0)
    return frame.keep(static_cast<uint64_t>(value));
  Dwarf_Op* operations = nullptr;
  size_t count = 0;
  if (dwarf_getlocation_addr(dwarf_attr_integrate(variable, DW_AT_location, &attribute), pc, &operations, &count, 1) !=
      1)
    return std::nullopt;
  return Location(base, file, frame).address(operations, count);
}

// In a function's scope, and those in it that are being executed.
FoundLocal look_in(Dwarf_Die scope, const char* name, Dwarf_Addr pc, std::optional<uint64_t> base,
                   const LoadedFile& file, const ActiveFrame& frame) {
  Dwarf_Die child;
  for (int more = dwarf_child(&scope, &child); more == 0; more = dwarf_siblingof(&child, &child)) {
    const int tag = dwarf_tag(&child);
    const char* own = dwarf_diename(&child);
    if ((tag != DW_TAG_variable && tag != DW_TAG_formal_parameter) || own == nullptr || std::string_view(own) != name)
      continue;
    auto type = type_of(&child);
    auto address = type ? address_in(&child, pc, base, file, frame) : std::nullopt;
    if (!address) return {true, std::nullopt, type};
    return {true, TypedPlace{*type, *address}, type};
  }
  return {};
}

}  // namespace

ActiveFrame::ActiveFrame(const protocol::MemoryStop::Frame& frame, size_t level, uint64_t thread_pointer,
                         const ReadMemory& read)
    : frame_(frame), level_(level), thread_pointer_(thread_pointer), kept_(std::make_shared<std::vector<uint64_t>>()) {
  read_ = [read, kept = kept_](uint64_t from, void* to, size_t bytes) {
    if (from < kBeyondMemory) return read(from, to, bytes);
    const uint64_t number = (from - kBeyondMemory) / 8, offset = from % 8;
    if (number >= kept->size() || offset + bytes > 8) return false;
    std::memcpy(to, reinterpret_cast<const char*>(&(*kept)[number]) + offset, bytes);
    return true;
  };
}

std::optional<uint64_t> ActiveFrame::register_with(uint32_t number) const {
  const auto& numbers = protocol::MemoryStop::kRegisters;
  const auto found = std::find(std::begin(numbers), std::end(numbers), number);
  if (found == std::end(numbers)) return std::nullopt;
  return frame_.registers[static_cast<size_t>(found - std::begin(numbers))];
}

uint64_t ActiveFrame::keep(uint64_t value) const {
  kept_->push_back(value);
  return kBeyondMemory + 8 * (kept_->size() - 1);
}

FoundLocal local_named(const std::vector<Dwarf_Die>& scopes, const char* name, Dwarf_Addr pc, const LoadedFile& file,
                       const ActiveFrame& frame) {
  std::optional<uint64_t> base;
  for (const Dwarf_Die& scope : scopes)
    if (Dwarf_Die copy = scope; dwarf_tag(&copy) == DW_TAG_subprogram) base = frame_base(copy, pc, frame.address());
  size_t level = 0;
  for (Dwarf_Die scope : scopes) {
    const int tag = dwarf_tag(&scope);
    const bool is_function = tag == DW_TAG_inlined_subroutine || tag == DW_TAG_subprogram;
    if (level == frame.level())
      if (FoundLocal found = look_in(scope, name, pc, base, file, frame); found.exists) return found;
    if (is_function && level++ == frame.level()) break;
  }
  return {};
}

}  // namespace mazurka::report
