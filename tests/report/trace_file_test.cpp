#include "report/trace_file.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace mazurka::report {
namespace {

class TraceFiles : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "mazurka-trace-XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    path_ = (folder_ / "bug-1.trace").string();
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  static TraceFile example() {
    TraceFile trace;
    trace.program = std::filesystem::read_symlink("/proc/self/exe").string();
    trace.directory = "/tmp";
    trace.arguments = {"3", "two words", "not UTF-8: \xff"};
    trace.environment = {{"COLOUR=red", "NOT_UTF_8=\xff", "EMPTY="}};
    trace.input = protocol::Input::kStream;
    trace.input_text = std::string("a line\n\0\xff", 9);
    trace.build_id = build_id_of(trace.program);
    trace.kind = protocol::BugKind::kDeadlock;
    trace.message = "deadlock";
    trace.shared = {{0x555555558010, 4}, {0xffffffffffff, 255}};
    trace.settings.max_steps = 100;
    trace.facts = {{protocol::Fact::kEndIsSeen, 2}, {protocol::Fact::kHandlersAreShared, 0}};
    trace.schedule = {{0, 0}, {1, 2}, {4000000000, 0}};
    return trace;
  }

  std::string text() const {
    std::ostringstream content;
    content << std::ifstream(path_, std::ios::binary).rdbuf();
    return content.str();
  }
  void overwrite(const std::string& content) { std::ofstream(path_, std::ios::binary) << content; }

  std::string error() const {
    auto trace = read_trace(path_);
    return trace ? "" : trace.error().message;
  }
  void expect_error(const char* words) const {
    std::string message = error();
    EXPECT_NE(message.find(words), std::string::npos) << message;
    EXPECT_NE(message.find(path_), std::string::npos) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos);
  }

  std::filesystem::path folder_;
  std::string path_;
};

TEST_F(TraceFiles, ComeBackAsTheyWereWritten) {
  TraceFile trace = example();
  ASSERT_TRUE(write_trace(trace, path_));
  auto read = read_trace(path_);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->program, trace.program);
  EXPECT_EQ(read->directory, trace.directory);
  EXPECT_EQ(read->arguments, trace.arguments);
  EXPECT_EQ(read->environment, trace.environment);
  EXPECT_EQ(read->input, trace.input);
  EXPECT_EQ(read->input_text, trace.input_text);
  EXPECT_EQ(read->build_id, trace.build_id);
  EXPECT_EQ(read->kind, trace.kind);
  EXPECT_EQ(read->message, trace.message);
  EXPECT_EQ(read->settings.max_steps, 100u);  // tests/options looks at each setting
  ASSERT_EQ(read->shared.size(), trace.shared.size());
  for (size_t k = 0; k < trace.shared.size(); k++) {
    EXPECT_EQ(read->shared[k].address, trace.shared[k].address);
    EXPECT_EQ(read->shared[k].bytes, trace.shared[k].bytes);
  }
  ASSERT_EQ(read->facts.size(), trace.facts.size());
  for (size_t k = 0; k < trace.facts.size(); k++) {
    EXPECT_EQ(read->facts[k].fact, trace.facts[k].fact);
    EXPECT_EQ(read->facts[k].thread, trace.facts[k].thread);
  }
  ASSERT_EQ(read->schedule.size(), trace.schedule.size());
  for (size_t k = 0; k < trace.schedule.size(); k++) {
    EXPECT_EQ(read->schedule[k].thread, trace.schedule[k].thread);
    EXPECT_EQ(read->schedule[k].choice, trace.schedule[k].choice);
  }
  EXPECT_TRUE(check_program(*read, path_));
}

TEST_F(TraceFiles, MissingOrAFolder) {
  expect_error("cannot read");
  std::filesystem::create_directory(path_);
  expect_error("cannot read");
}

TEST_F(TraceFiles, TruncatedAnywhere) {
  ASSERT_TRUE(write_trace(example(), path_));
  const std::string whole = text();
  for (size_t length = 1; length + 2 < whole.size(); length++) {
    overwrite(whole.substr(0, length));
    expect_error("is truncated");
  }
}

TEST_F(TraceFiles, AnyChangedByteIsNoticed) {
  ASSERT_TRUE(write_trace(example(), path_));
  const std::string whole = text();
  for (size_t k = whole.find("\"content\""); k + 4 < whole.size(); k++) {
    std::string changed = whole;
    changed[k] = changed[k] == '7' ? '8' : '7';
    overwrite(changed);
    EXPECT_FALSE(error().empty()) << "byte " << k;
  }
}

TEST_F(TraceFiles, CorruptSchedule) {
  ASSERT_TRUE(write_trace(example(), path_));
  std::string changed = text();
  changed.replace(changed.find("[1,2]"), 5, "[2,1]");
  overwrite(changed);
  expect_error("is corrupt");
}

TEST_F(TraceFiles, SomethingElse) {
  for (const char* content : {"", "int main() {}\n", "{}", "[1, 2]", "{\"format\": 3}",
                              "\x7f"
                              "ELF"}) {
    overwrite(content);
    expect_error("is not a trace file");
  }
}

TEST_F(TraceFiles, OtherVersion) {
  ASSERT_TRUE(write_trace(example(), path_));
  std::string changed = text();
  changed.replace(changed.find("\"version\": 2"), 12, "\"version\": 1");
  overwrite(changed);
  expect_error("has version 1 of the trace format");
}

TEST_F(TraceFiles, UnknownSetting) {
  ASSERT_TRUE(write_trace(example(), path_));
  std::string changed = text();
  changed.replace(changed.find("max_steps"), 9, "max_stars");
  // With the right checksum: another mazurka may have written it.
  const std::string content = changed.substr(changed.find("\"content\": ") + 11);
  uint64_t sum = 0xcbf29ce484222325;
  for (char c : content.substr(0, content.size() - 3)) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  changed.replace(changed.find("\"checksum\": \"") + 13, 16, fmt::format("{:016x}", sum));
  overwrite(changed);
  expect_error("was written by another mazurka, as its setting 'max_stars' shows");
}

TEST_F(TraceFiles, ProgramGoneOrBuiltAnew) {
  TraceFile trace = example();
  trace.build_id = "0123456789";
  auto other = check_program(trace, path_);
  ASSERT_FALSE(other);
  EXPECT_NE(other.error().message.find("was built again"), std::string::npos);
  trace.program = (folder_ / "gone").string();
  auto gone = check_program(trace, path_);
  ASSERT_FALSE(gone);
  EXPECT_NE(gone.error().message.find("cannot be read"), std::string::npos);
}

TEST_F(TraceFiles, CannotBeWritten) {
  auto written = write_trace(example(), (folder_ / "no" / "such" / "folder").string());
  ASSERT_FALSE(written);
  EXPECT_NE(written.error().message.find("cannot write"), std::string::npos);
}

TEST_F(TraceFiles, AProgramWithoutBuildIdIsKnownByItsContent) {
  overwrite("#!/bin/sh\n");
  std::string before = build_id_of(path_);
  overwrite("#!/bin/bash\n");
  EXPECT_TRUE(before.starts_with("fnv-"));
  EXPECT_NE(build_id_of(path_), before);
}

}  // namespace
}  // namespace mazurka::report
