#include "report/explanation/touches.hpp"

#include <algorithm>
#include <cctype>
#include <set>

#include "model/operation.hpp"

namespace mazurka::report {

namespace {

Touch touch_of(const NativeStep& step, size_t steps_before) {
  Touch touch{step.thread, step.address, step.object, false, false, step.before, step.after, step.at, steps_before};
  switch (static_cast<OpCode>(step.code)) {
    case OpCode::kLoad:
    case OpCode::kAwait: touch.reads = true; break;
    case OpCode::kStore: touch.writes = true; break;
    case OpCode::kFetchAdd:
    case OpCode::kAdd:
    case OpCode::kExchange: touch.reads = touch.writes = true; break;
    case OpCode::kCas:
    case OpCode::kWeakCas:
      touch.reads = true;
      touch.writes = step.before != step.after;
      break;
    default: break;
  }
  return touch;
}

}  // namespace

std::vector<Touch> touches_of(const NativeBug& bug) {
  std::vector<Touch> touches;
  size_t next = 0;
  const auto add_plain = [&](size_t steps) {
    for (; next < bug.plain.size() && bug.plain[next].steps_before <= steps; next++) {
      const NativePlain& access = bug.plain[next];
      if (access.object.empty() || access.frees) continue;
      // (x++ is told as one access that writes, or as two.)
      touches.push_back({access.thread, access.address, access.object, !access.writes, access.writes, access.before,
                         access.after, access.at, access.steps_before});
    }
  };
  for (size_t k = 0; k < bug.steps.size(); k++) {
    add_plain(k);
    if (Touch touch = touch_of(bug.steps[k], k); touch.reads || touch.writes) touches.push_back(std::move(touch));
  }
  add_plain(bug.steps.size());
  return touches;
}

std::string last_name(const std::string& object) {
  size_t end = object.size();
  while (end > 0 && object[end - 1] == ']') {
    const size_t bracket = object.rfind('[', end - 1);
    if (bracket == std::string::npos) return object;
    end = bracket;
  }
  size_t begin = end;
  while (begin > 0 && (std::isalnum(static_cast<unsigned char>(object[begin - 1])) != 0 || object[begin - 1] == '_'))
    begin--;
  return object.substr(begin, end - begin);
}

bool mentions(const std::string& text, const std::string& name) {
  const auto is_part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  // (The number of "atomic#1" is no name.)
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name.front())) != 0) return false;
  for (size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    const bool begins = at == 0 || !is_part(text[at - 1]);
    const bool ends = at + name.size() == text.size() || !is_part(text[at + name.size()]);
    if (begins && ends) return true;
  }
  return false;
}

std::vector<NativeValue> values_named(const NativeBug& bug, const std::vector<ReadValue>& read) {
  std::vector<NativeValue> values, others;
  if (bug.kind != protocol::BugKind::kAssertion && bug.kind != protocol::BugKind::kUserFailure) return values;
  const std::vector<Touch> touches = touches_of(bug);
  for (const ReadValue& value : read) {
    // (The schedule may have a better name for it: "queue.count_" for "count_".)
    const auto touch = std::find_if(touches.rbegin(), touches.rend(), [&](const Touch& one) {
      return one.address == value.address && last_name(one.object) == last_name(value.name);
    });
    values.push_back({touch == touches.rend() ? value.name : touch->object, value.value});
  }
  const auto is_read = [&](const Touch& touch) {
    return std::any_of(read.begin(), read.end(),
                       [&](const ReadValue& value) { return mentions(value.name, last_name(touch.object)); });
  };
  std::set<uint64_t> seen;
  std::set<std::string> named;  // (Parts of a container have one name.)
  for (auto touch = touches.rbegin(); touch != touches.rend(); ++touch)
    if (mentions(bug.message, last_name(touch->object)) && !is_read(*touch) && seen.insert(touch->address).second &&
        !touch->after.empty() && named.insert(touch->object).second)
      others.push_back({touch->object, touch->after});
  values.insert(values.end(), others.rbegin(), others.rend());
  return values;
}

}  // namespace mazurka::report
