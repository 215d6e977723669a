#include "report/program/object_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <regex>
#include <string_view>

#include "model/operation.hpp"
#include "report/native_bug.hpp"
#include "report/program/written_names.hpp"
#include "report/words.hpp"

namespace mazurka::report {

namespace {

constexpr int64_t kLikelyPointer = int64_t{1} << 32;

std::string plain_value(uint64_t value, uint32_t bytes) {
  int64_t number = 0;
  switch (bytes) {
    case 1: number = static_cast<int8_t>(value); break;
    case 2: number = static_cast<int16_t>(value); break;
    case 4: number = static_cast<int32_t>(value); break;
    default: number = static_cast<int64_t>(value);
  }
  return number >= kLikelyPointer || number <= -kLikelyPointer ? fmt::format("{:#x}", value) : std::to_string(number);
}

const char* kind_of_object(uint32_t code) {
  switch (static_cast<OpCode>(code)) {
    case OpCode::kLock:
    case OpCode::kUnlock:
    case OpCode::kTryLock: return "mutex";
    case OpCode::kSemAcquire:
    case OpCode::kSemTryAcquire:
    case OpCode::kSemRelease: return "semaphore";
    case OpCode::kReadLock:
    case OpCode::kReadUnlock:
    case OpCode::kWriteLock:
    case OpCode::kWriteUnlock:
    case OpCode::kTryReadLock:
    case OpCode::kTryWriteLock: return "rwlock";
    case OpCode::kArrive: return "barrier";
    case OpCode::kSend:
    case OpCode::kTrySend:
    case OpCode::kReceive:
    case OpCode::kPoll:
    case OpCode::kClose:
    case OpCode::kCount: return "mailbox";
    case OpCode::kWakeSome:
    case OpCode::kFutexWait: return "futex";
    case OpCode::kEnqueue:
    case OpCode::kSignal:
    case OpCode::kBroadcast:
    case OpCode::kWake:
    case OpCode::kLeave: return "condition";
    case OpCode::kOnce: return "once";
    case OpCode::kLoad:
    case OpCode::kStore:
    case OpCode::kFetchAdd:
    case OpCode::kExchange:
    case OpCode::kCas:
    case OpCode::kWeakCas:
    case OpCode::kAdd:
    case OpCode::kAwait: return "atomic";
    default: return "object";
  }
}

std::string source_line(const Frame& frame) {
  std::ifstream file(frame.file);
  std::string text;
  for (uint32_t line = 0; line < frame.line; line++)
    if (!std::getline(file, text)) return "";
  return text;
}

// What a line allocates, if it says so: "Node" of "new Node{...}".
std::string type_in(const std::string& line) {
  static const std::regex patterns[] = {std::regex(R"(\bnew\s+(?:\([^)]*\)\s*)?(?:struct\s+|class\s+)?([\w:]+))"),
                                        std::regex(R"(\bmake_(?:unique|shared)\s*<\s*(?:const\s+)?([\w:]+))"),
                                        std::regex(R"(\bsizeof\s*\(?\s*(?:struct\s+)?(\w+))")};
  std::smatch match;
  for (const std::regex& pattern : patterns)
    if (std::regex_search(line, match, pattern)) {
      const std::string name = match[1];
      const size_t colon = name.rfind("::");
      return colon == std::string::npos ? name : name.substr(colon + 2);
    }
  return "";
}

// The vector that a line makes or adds to: "accounts" of "std::vector<Account> accounts(3);".
std::string vector_in(const std::string& line) {
  static const std::regex patterns[] = {
      std::regex(R"(\bvector\s*<.*>\s*(\w+)\s*[({;=])"),
      std::regex(
          R"(((?:\w+(?:\.|->))*\w+)(?:\.|->)(?:push_back|emplace_back|emplace|insert|resize|reserve|assign)\s*\()")};
  std::smatch match;
  for (const std::regex& pattern : patterns)
    if (std::regex_search(line, match, pattern)) {
      const std::string name = match[1];
      return name.starts_with("this->") ? name.substr(6) : name;
    }
  return "";
}

// "list" of "list = malloc(sizeof *list)".
std::string pointer_in(const std::string& line) {
  static const std::regex pattern(R"(\bsizeof\s*\(?\s*\*\s*(\w+))");
  std::smatch match;
  return std::regex_search(line, match, pattern) ? std::string(match[1]) : "";
}

// std::make_shared puts its counts before the object.
constexpr uint64_t kCounts = 16;

// Where a block was allocated.
struct Allocation {
  std::vector<Frame> frames;
  std::string position, line;  // of the user's own; may be empty
  std::string type;            // of what it is for; may be empty
  bool is_of(std::string_view function) const {
    return std::any_of(frames.begin(), frames.end(), [&](const Frame& frame) {
      return frame.system && frame.function.find(function) != std::string::npos;
    });
  }
};

Allocation allocation_of(const protocol::BlockRecord& record, Symbolizer& symbolizer) {
  Allocation result;
  uint64_t pc = 0;
  for (uint32_t k = 0; k < record.frames; k++)
    for (Frame& frame : symbolizer.frames(record.pcs[k], PcKind::kReturnAddress)) {
      if (pc == 0 && !frame.system) {
        pc = record.pcs[k];
        result.position = position_of(frame);
        result.line = source_line(frame);
      }
      if (pc == 0 && result.type.empty()) result.type = allocated_by(frame.function);
      result.frames.push_back(std::move(frame));
    }
  if (result.type.empty()) result.type = type_in(result.line);
  if (const std::string pointer = result.type.empty() ? pointer_in(result.line) : ""; !pointer.empty())
    result.type = symbolizer.type_behind(pointer, pc);
  return result;
}

}  // namespace

ObjectNames::ObjectNames(const RunLog& replay, Symbolizer& symbolizer) : replay_(replay), symbolizer_(symbolizer) {
  for (const protocol::BlockRecord& record : replay.blocks)
    if (!blocks_.contains(record.begin)) blocks_[record.begin] = make_block(record);
}

void ObjectNames::find_type_of(const protocol::BlockRecord& record, const std::string& type, Block& block) {
  const std::vector<uint64_t> sizes = type.empty() ? std::vector<uint64_t>() : symbolizer_.sizes_of_type(type);
  const auto found = [&](uint64_t offset, uint64_t bytes, uint64_t element) {
    block.type = type;
    block.offset = offset;
    block.bytes = bytes;
    block.element = element;
  };
  // (A block may be a little larger than what it is for.)
  for (const uint64_t offset : {uint64_t{0}, kCounts})
    for (const uint64_t size : sizes)
      if (offset + size <= record.bytes && record.bytes < offset + size + 8) return found(offset, size, 0);
  // Several of them; new[] may have put their number before them.
  for (const uint64_t offset : {uint64_t{0}, uint64_t{8}})
    for (const uint64_t size : sizes)
      if (record.bytes >= offset + size && (record.bytes - offset) % size == 0)
        return found(offset, record.bytes - offset, size);
}

ObjectNames::Block ObjectNames::make_block(const protocol::BlockRecord& record) {
  Block block;
  block.begin = record.begin;
  block.bytes = record.bytes;
  const Allocation allocation = allocation_of(record, symbolizer_);
  find_type_of(record, allocation.type, block);
  // What std::thread keeps for its thread: nobody wants to know.
  for (const Frame& one : allocation.frames) block.is_hidden |= one.file.ends_with("/std_thread.h");
  const std::string vector = allocation.is_of("std::vector<") ? vector_in(allocation.line) : "";
  if (!vector.empty() && !block.type.empty()) {
    if (block.element == 0) block.element = block.bytes;
    const uint32_t number = ++count_[vector];
    block.name = number == 1 ? vector : fmt::format("{}#{}", vector, number);
  } else {
    const bool is_counts = block.type.empty() && allocation.is_of("std::__shared_count<");
    if (is_counts) block.offset = kCounts;
    const std::string kind = is_counts ? "shared_ptr" : block.type.empty() ? "block" : block.type;
    block.name = fmt::format("{}#{}", kind, ++count_[kind]);
  }
  block.line = fmt::format("{}: {}, allocated by {}{}", block.name, counted(record.bytes, "byte"),
                           thread_name(record.thread), allocation.position.empty() ? "" : " at " + allocation.position);
  return block;
}

ObjectNames::Block* ObjectNames::block_of(uint64_t address) {
  auto next = blocks_.upper_bound(address);
  if (next == blocks_.begin()) return nullptr;
  Block& block = std::prev(next)->second;
  return address < block.begin + block.offset + block.bytes ? &block : nullptr;
}

bool ObjectNames::find_local(uint64_t address, Known& known) {
  for (const protocol::LocalRecord& local : replay_.locals) {
    if (local.address != address) continue;
    auto variable = symbolizer_.find_local(local.pc, local.frame, address);
    if (!variable) return false;
    known.variable = std::move(*variable);
    known.name = known.variable.name;
    // Another thread's, or another call's.
    const uint64_t begin = address - known.variable.offset;  // (of a container, which has many parts)
    if (auto [other, is_new] = taken_.try_emplace(known.name, begin); !is_new && other->second != begin) {
      known.name = fmt::format("{} of {}", known.name, thread_name(local.thread));
      if (auto [second, is_second] = taken_.try_emplace(known.name, begin); !is_second && second->second != begin)
        known.name = fmt::format("{}#{}", known.name, ++count_[known.name] + 1);
    }
    return true;
  }
  return false;
}

bool ObjectNames::find_in_block(uint64_t address, Known& known) {
  Block* block = block_of(address);
  if (block == nullptr || block->is_hidden) return false;
  block->is_used |= !block->name.starts_with("block#");
  const uint64_t offset = address - block->begin;
  if (block->offset == kCounts && (offset == 8 || offset == 12)) {
    known.name = fmt::format("{} of {}", offset == 8 ? "owners" : "weak owners", block->name);
    return true;
  }
  if (!block->type.empty() && offset >= block->offset) {
    const uint64_t element = block->element == 0 ? block->bytes : block->element, inside = offset - block->offset;
    if (auto part = symbolizer_.find_in_type(block->type, element, inside % element)) {
      known.variable = std::move(*part);
      known.name =
          block->name + (block->element == 0 ? "" : fmt::format("[{}]", inside / element)) + known.variable.name;
      return true;
    }
  }
  known.name = offset == 0 ? block->name : fmt::format("{}+{}", block->name, offset);
  return true;
}

ObjectNames::Known& ObjectNames::look_up(uint64_t address) {
  auto [entry, is_new] = known_.try_emplace(address);
  Known& known = entry->second;
  if (!is_new) return known;
  if (auto variable = symbolizer_.find_variable(address)) {
    known.variable = std::move(*variable);
    known.name = known.variable.name;
  } else if (!find_local(address, known)) {
    find_in_block(address, known);
  }
  return known;
}

const std::string& ObjectNames::name(uint64_t address, uint32_t code) {
  Known& known = look_up(address);
  // (What it is says more than that it is in some block.)
  if (known.name.empty() || known.name.starts_with("block#")) {
    const char* kind = kind_of_object(code);
    known.name = fmt::format("{}#{}", kind, ++count_[kind]);
  }
  return known.name;
}

const std::string& ObjectNames::name_of_memory(uint64_t address) {
  const std::string& name = look_up(address).name;
  if (name.starts_with("block#"))
    if (Block* block = block_of(address)) block->is_used = true;
  return name;
}

// What a pointer points to; to its beginning is to all of it.
std::string ObjectNames::target_name(uint64_t value) {
  const auto name = [](const Variable& variable) { return variable.whole.empty() ? variable.name : variable.whole; };
  if (auto target = symbolizer_.find_variable(value)) {
    // (Tables of virtual functions and the like say nothing to the reader.)
    return target->name.find(' ') == std::string::npos && target->name.find('@') == std::string::npos ? name(*target)
                                                                                                      : "";
  }
  for (const protocol::LocalRecord& local : replay_.locals)
    if (auto target = symbolizer_.find_local(local.pc, local.frame, value)) return name(*target);
  return "";
}

std::string ObjectNames::value(uint64_t address, uint64_t value, uint32_t bytes) {
  const Variable variable = look_up(address).variable;
  if (auto text = symbolizer_.value_text(variable.type, value, bytes)) return *text;
  // (A container is told as a whole, if at all.)
  if (auto place = variable.is_inside ? place_of(address) : std::nullopt; place && is_known_container(place->type))
    return "";
  if (bytes == 8 && value >= static_cast<uint64_t>(kLikelyPointer)) {
    if (const std::string target = target_name(value); !target.empty()) return "&" + target;
    if (Block* block = block_of(value); block != nullptr && !block->is_hidden) {
      block->is_used = true;
      const uint64_t offset = value - block->begin;
      if (block->element != 0 && offset >= block->offset && (offset - block->offset) % block->element == 0)
        return fmt::format("&{}[{}]", block->name, (offset - block->offset) / block->element);
      return "&" + (offset <= block->offset ? block->name : fmt::format("{}+{}", block->name, offset));
    }
  }
  if (variable.is_inside) return "";
  return plain_value(value, bytes);
}

std::optional<TypedPlace> ObjectNames::place_of(uint64_t address) {
  const Variable& variable = look_up(address).variable;
  return symbolizer_.place_of_type(variable.type, address - variable.offset);
}

std::string ObjectNames::type(uint64_t address) {
  return symbolizer_.type_name(look_up(address).variable.type);
}

std::vector<std::string> ObjectNames::legend() const {
  std::vector<const Block*> used;
  for (const auto& [begin, block] : blocks_)
    if (block.is_used) used.push_back(&block);
  // ("Node#9" before "Node#10".)
  std::sort(used.begin(), used.end(), [](const Block* a, const Block* b) {
    return std::pair(a->name.size(), a->name) < std::pair(b->name.size(), b->name);
  });
  std::vector<std::string> lines;
  for (const Block* block : used) lines.push_back(block->line);
  return lines;
}

}  // namespace mazurka::report
