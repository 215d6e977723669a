#include "runtime/platform/trouble.hpp"

#include <string.h>

#include <initializer_list>

#include "base/check.hpp"
#include "runtime/platform/supervisor_log.hpp"
#include "runtime/platform/system_calls_allowed.hpp"
#include "runtime/platform/text.hpp"

namespace mazurka::runtime {

void die(const char* sentence, const char* detail, long number) {
  (void)number;
  *dispatch_selector = 0;
  if (channel != nullptr) {
    protocol::BugRecord record = {};
    record.header = {protocol::RecordKind::kTrouble, sizeof record};
    copy_text(record.message, sizeof record.message, sentence);
    if (detail != nullptr && strlen(sentence) + strlen(detail) + 3 < sizeof record.message) {
      size_t used = strlen(record.message);
      copy_text(record.message + used, sizeof record.message - used, ": ");
      copy_text(record.message + used + 2, sizeof record.message - used - 2, detail);
    }
    record.pc = static_cast<uint64_t>(number);
    append_record(&record, sizeof record);
    channel->progress.state = protocol::State::kCannotRun;
  } else {
    for (const char* part :
         {"mazurka: ", sentence, detail == nullptr ? "" : ": ", detail == nullptr ? "" : detail, "\n"})
      raw_syscall(SYS_write, 2, as_word(part), static_cast<long>(strlen(part)));
  }
  raw_syscall(SYS_exit_group, 2);
  __builtin_unreachable();
}

void stop_exploring(const char* reason) {
  *dispatch_selector = 0;
  protocol::BugRecord record = {};
  record.header = {protocol::RecordKind::kTrouble, sizeof record};
  copy_text(record.message, sizeof record.message, reason);
  append_record(&record, sizeof record);
  channel->progress.state = protocol::State::kStopped;
  exit_process(channel->settings.restart == protocol::Restart::kFork ? kFinishedStatus : 0);
}

}  // namespace mazurka::runtime

// Our own mistakes: told to the supervisor, with the schedule so far if it can be found there.
namespace mazurka {
void set_check_context(CheckContext) {}
void check_failed(const char* condition, const char* message, const char*, int) {
  runtime::die(message, condition);
}
}  // namespace mazurka
