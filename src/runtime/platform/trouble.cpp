#include "runtime/platform/trouble.hpp"

#include <string.h>

#include <initializer_list>

#include "base/check.hpp"
#include "runtime/platform/supervisor_log.hpp"
#include "runtime/platform/system_calls_allowed.hpp"
#include "runtime/platform/text.hpp"

namespace mazurka::runtime {

namespace {

[[noreturn]] void die_in(protocol::State state, const char* sentence, const char* detail, long number) {
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
    channel->progress.state = state;
  } else {
    for (const char* part :
         {"mazurka: ", sentence, detail == nullptr ? "" : ": ", detail == nullptr ? "" : detail, "\n"})
      raw_syscall(SYS_write, 2, as_word(part), static_cast<long>(strlen(part)));
  }
  raw_syscall(SYS_exit_group, 2);
  __builtin_unreachable();
}

}  // namespace

void die(const char* sentence, const char* detail, long number) {
  die_in(protocol::State::kFailed, sentence, detail, number);
}
void blame_machine(const char* sentence) {
  die_in(protocol::State::kCannotRun, sentence, nullptr, 0);
}

void stop_exploring(const char* reason) {
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
namespace {
CheckContext check_context = nullptr;

void write_to_stderr(const char* text) {
  runtime::raw_syscall(SYS_write, 2, runtime::as_word(text), static_cast<long>(strlen(text)));
}
}  // namespace

void set_check_context(CheckContext context) {
  check_context = context;
}
void check_failed(const char* condition, const char* message, const char*, int) {
  if (CheckContext say = check_context) {
    check_context = nullptr;
    say(write_to_stderr);
  }
  runtime::die(message, condition);
}
}  // namespace mazurka
