#include "toy/language/code.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "model/mailbox.hpp"

namespace mazurka::toy {

namespace {

// The declaration that holds this number. Empty arrays may share their `first` with the next declaration.
const NamedRange& range_of(const std::vector<NamedRange>& ranges, uint32_t number) {
  auto after = std::upper_bound(ranges.begin(), ranges.end(), number,
                                [](uint32_t n, const NamedRange& range) { return n < range.first; });
  CHECK(after != ranges.begin() && number - std::prev(after)->first < std::prev(after)->count, "id out of range");
  return *std::prev(after);
}

std::string name_in(const std::vector<NamedRange>& ranges, uint32_t number) {
  const NamedRange& range = range_of(ranges, number);
  return range.is_array ? range.name + "[" + std::to_string(number - range.first) + "]" : range.name;
}

const char* symbol_of(Comparison comparison) {
  switch (comparison) {
    case Comparison::kEqual: return "==";
    case Comparison::kNotEqual: return "!=";
    case Comparison::kLess: return "<";
    case Comparison::kLessEqual: return "<=";
    case Comparison::kGreater: return ">";
    case Comparison::kGreaterEqual: return ">=";
  }
  return "";
}

// The tags that a receiver takes.
std::string tags_of(Value match) {
  std::string text;
  for (Value tag = 0; tag <= kSmallTags && match != kAnyMessage; tag++) {
    if ((match & match_of_tag(tag)) == 0) continue;
    text += text.empty() ? " tag " : ", ";
    text += tag == kSmallTags ? "any other" : std::to_string(tag);
  }
  return text;
}

}  // namespace

const char* name_of(ObjectKind kind) {
  switch (kind) {
    case ObjectKind::kVariable: return "variable";
    case ObjectKind::kMutex: return "mutex";
    case ObjectKind::kSemaphore: return "semaphore";
    case ObjectKind::kRwlock: return "rwlock";
    case ObjectKind::kCondition: return "condition variable";
    case ObjectKind::kMailbox: return "mailbox";
    case ObjectKind::kPlain: return "plain variable";
  }
  return "";
}

std::string Code::object_name(ObjectId object) const {
  return name_in(object_names, object.number);
}

std::string Code::thread_name(ThreadId thread) const {
  return name_in(thread_names, thread.number);
}

ObjectKind Code::object_kind(ObjectId object) const {
  return range_of(object_names, object.number).kind;
}

std::string Code::describe(const Operation& operation) const {
  const Site& site = sites[operation.site];
  std::string a = std::to_string(operation.a), b = std::to_string(operation.b);
  uint32_t objects = mazurka::object_count(operation.code);
  std::string x = objects >= 1 ? object_name(operation.object) : "";
  std::string y = objects == 2 ? object_name(operation.object2) : "";
  std::string keyword = name_of(operation.code);
  std::string result = site.result.empty() ? "" : site.result + " = ";
  switch (operation.code) {
    case OpCode::kLoad:
    case OpCode::kTryLock:
    case OpCode::kSemTryAcquire:
    case OpCode::kTryReadLock:
    case OpCode::kTryWriteLock:
    case OpCode::kLeave: return result + keyword + " " + x;
    case OpCode::kStore: return x + " = " + a;
    case OpCode::kFetchAdd:
    case OpCode::kExchange: return result + keyword + " " + x + ", " + a;
    case OpCode::kCas:
    case OpCode::kWeakCas: return result + keyword + " " + x + ", " + a + ", " + b;
    case OpCode::kAwait: return keyword + " " + x + " " + symbol_of(operation.comparison) + " " + a;
    case OpCode::kAdd: return keyword + " " + x + ", " + a;
    case OpCode::kLoad2: return site.result + ", " + site.result2 + " = " + keyword + " " + x + ", " + y;
    case OpCode::kStore2:
    case OpCode::kAdd2: return keyword + " " + x + ", " + y + ", " + a + ", " + b;
    case OpCode::kSwap:
    case OpCode::kCopy: return keyword + " " + x + ", " + y;
    case OpCode::kCas2: return result + keyword + " " + x + ", " + y + ", " + a + ", " + b + ", ...";
    case OpCode::kChoose: return result + keyword + " " + a;
    case OpCode::kSend:
    case OpCode::kTrySend: return result + keyword + " " + x + " " + a;
    case OpCode::kReceive:
    case OpCode::kPoll: return result + keyword + " " + x + tags_of(operation.a);
    case OpCode::kCount: return result + keyword + " " + x;
    case OpCode::kSpawn:
    case OpCode::kJoin: return keyword + " " + thread_name(operation.partner);
    case OpCode::kWake: return keyword;
    case OpCode::kFail: return keyword + ": " + site.message;
    default: return keyword + " " + x;
  }
}

}  // namespace mazurka::toy
