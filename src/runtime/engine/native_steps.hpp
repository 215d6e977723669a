// Parts of steps that are made at several places, where nothing may be called and returned from: the program's own
// returns would not be predicted.
#pragma once

#include "runtime/engine/native_program.hpp"
#include "runtime/engine/threads/thread_hooks.hpp"
#include "runtime/platform/system_calls_allowed.hpp"

namespace mazurka::runtime {

// The only way into a user thread. Whoever was here before, and however it left: from here on its system calls are
// controlled.
[[gnu::always_inline]] inline void NativeProgram::go_on_in(uint32_t id, Context& from) {
  detail::current_thread = id;
  allow_system_calls(false);
  switch_to_thread(from, user_threads[id].context);
}

// Runs a user thread until it is suspended again.
[[gnu::always_inline]] inline void NativeProgram::run_user(uint32_t id) {
  detail::on_user_side = true;
  go_on_in(id, checker_);
  allow_system_calls(true);
  detail::on_user_side = false;
  after_run(id);
}

[[gnu::always_inline]] inline void NativeProgram::refresh_objects_of(const Operation& op) {
  uint32_t objects = mazurka::object_count(op.code);
  if (objects >= 1) objects_.refresh(op.object);
  if (objects == 2) objects_.refresh(op.object2);
}

[[gnu::always_inline]] inline void NativeProgram::stop_if_spinning(uint32_t id) {
  const ThreadView& view = threads_[id];
  if (view.status == ThreadStatus::kReady && may_only_read(view.next.code) && has_come_back(id)) [[unlikely]]
    stop_spinning(id);
}

}  // namespace mazurka::runtime
