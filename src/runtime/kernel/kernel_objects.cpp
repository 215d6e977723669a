#include "runtime/kernel/kernel_objects.hpp"

#include "runtime/engine/visible.hpp"
#include "runtime/races/race_detector.hpp"

namespace mazurka::runtime {

namespace {

constexpr ObjectKind kKernelObject{
    .read = [](uintptr_t address, uint32_t) { return reinterpret_cast<const KernelObject*>(address)->value(); },
    .has_place = false};

// + 1; a thread that fails never says that it is silent no longer.
PerExecution<uint32_t> silent_thread;

ObjectId id_of(KernelObject& object) {
  return program->object(reinterpret_cast<uintptr_t>(&object), kKernelObject, 8);
}

void announce(OpCode code, KernelObject& object, KernelObject* other, const char* name, uint64_t pc) {
  note_change();
  if (is_silent()) return;
  Operation op;
  op.code = code;
  op.object = id_of(object);
  if (other != nullptr) op.object2 = id_of(*other);
  program->announce(op, name, pc);
}

void note_look(KernelObject& object) {
  if (object.orders() != Orders::kNone) hb_acquire(&object);
}

void note_change_of(KernelObject& object) {
  object.count_change();
  if (object.orders() == Orders::kAll) hb_acquire(&object);
  if (object.orders() != Orders::kNone) hb_release(&object);
}

}  // namespace

bool is_silent() {
  return is_checked() && silent_thread.get() == current_thread() + 1;
}
void be_silent(bool silent) {
  silent_thread.get() = silent ? current_thread() + 1 : 0;
}

void transfer_when(KernelObject& object, Comparison comparison, Value bound, const char* name, uint64_t pc) {
  note_change();
  if (is_silent()) report_unsupported("a library function that waits", pc);
  Operation op;
  op.code = OpCode::kTransfer;
  op.object = id_of(object);
  op.comparison = comparison;
  op.a = bound;
  program->announce(op, name, pc);
}

void look_at(KernelObject& object, const char* name, uint64_t pc) {
  announce(OpCode::kLoad, object, nullptr, name, pc);
  note_look(object);
}

void change(KernelObject& object, const char* name, uint64_t pc) {
  announce(OpCode::kStore, object, nullptr, name, pc);
  note_change_of(object);
}

void look_at_both(KernelObject& object, KernelObject& other, const char* name, uint64_t pc) {
  announce(OpCode::kLoad2, object, &other, name, pc);
  note_look(object);
  note_look(other);
}

void change_second(KernelObject& object, KernelObject& other, const char* name, uint64_t pc) {
  announce(OpCode::kCopy, object, &other, name, pc);
  note_look(object);
  note_change_of(other);
}

void change_both(KernelObject& object, KernelObject& other, const char* name, uint64_t pc) {
  announce(OpCode::kStore2, object, &other, name, pc);
  note_change_of(object);
  note_change_of(other);
}

}  // namespace mazurka::runtime
