#include "report/explanation/touches.hpp"

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
      if (access.object.empty()) continue;
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

}  // namespace mazurka::report
