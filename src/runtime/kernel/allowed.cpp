#include "runtime/kernel/allowed.hpp"

#include <sys/auxv.h>

#include "runtime/engine/failure.hpp"
#include "runtime/engine/loops/spin_loops.hpp"
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

// (The last steps of SplitMix64: numbers that follow one another give words that do not look like it.)
static uint64_t mixed(uint64_t number) {
  number = (number ^ number >> 30) * 0xbf58476d1ce4e5b9ULL;
  number = (number ^ number >> 27) * 0x94d049bb133111ebULL;
  return number ^ number >> 31;
}

// Where the numbers of a thread begin.
static uint64_t beginning_of(uint32_t thread) {
  return mixed((uint64_t{channel->settings.environment.random_seed} << 32 | thread) + 1);
}

void fill_random(void* memory, size_t bytes) {
  static PerExecution<uint64_t> given[kMaxThreads];  // bytes, to each thread
  uint64_t& count = given[current_thread()].get();
  const uint64_t whose = beginning_of(current_thread());
  note_unseen_change();
  note_change();  // a loop that asks for them does not spin
  for (size_t k = 0; k < bytes; k++)
    static_cast<unsigned char*>(memory)[k] = static_cast<unsigned char>(mixed(whose + ++count));
}

void give_random(void* memory, size_t bytes) {
  note_random();
  fill_random(memory, bytes);
}

void note_random() {
  channel->progress.missed_input |= protocol::kMissedRandom;
}

void replace_random_of_start() {
  constexpr size_t kBytes = 16;
  auto* bytes = reinterpret_cast<unsigned char*>(getauxval(AT_RANDOM));
  for (size_t k = 0; bytes != nullptr && k < kBytes; k++)
    bytes[k] = static_cast<unsigned char>(mixed(beginning_of(kMaxThreads) + k));
}

}  // namespace mazurka::runtime
