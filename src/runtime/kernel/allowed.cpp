#include "runtime/kernel/allowed.hpp"

#include "runtime/engine/failure.hpp"
#include "runtime/engine/threads/user_side.hpp"
#include "runtime/memory/per_execution.hpp"
#include "runtime/platform/layout.hpp"
#include "runtime/platform/supervisor_log.hpp"
#include "runtime/platform/text.hpp"

namespace mazurka::runtime {

namespace {

const char* name_of(protocol::Allowed what) {
  for (const protocol::AllowedName& known : protocol::kAllowedNames)
    if (known.what == what) return known.name;
  return "";
}

}  // namespace

void need(protocol::Allowed what, const char* name, uint64_t pc) {
  if ((channel->settings.environment.allowed & what) != 0) {
    channel->progress.uncontrolled |= what;
    return;
  }
  Text text;
  report_unsupported(text.add(name).add(" (without --allow=").add(name_of(what)).add(")").get(), pc);
}

void fill_random(void* memory, size_t bytes) {
  static PerExecution<uint64_t> seeds[kMaxThreads];
  uint64_t& seed = seeds[current_thread()].get();
  note_unseen_change();
  for (size_t k = 0; k < bytes; k++) {
    seed = (seed + current_thread() + 1) * 0x5851f42d4c957f2dULL + 0x14057b7ef767814fULL;
    static_cast<unsigned char*>(memory)[k] = static_cast<unsigned char>(seed >> 56);
  }
}

}  // namespace mazurka::runtime
