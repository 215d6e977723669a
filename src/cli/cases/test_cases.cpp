#include "cli/cases/test_cases.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <map>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

#include "base/file_content.hpp"
#include "supervise/process.hpp"

namespace mazurka {

namespace {

namespace fs = std::filesystem;

// Files of a case, in its folder.
constexpr const char* kReport = "report.txt";
constexpr const char* kComplaints = "complaints.txt";
constexpr const char* kSummary = "summary.txt";
constexpr const char* kSarif = "report.sarif";

// A name of a folder that no other case has.
std::string folder_name(const std::string& name) {
  constexpr size_t kLongest = 80;
  std::string folder;
  for (const char c : name)
    folder += std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '_' || c == '-' ? c : '_';
  if (folder == name && !folder.empty() && folder.size() <= kLongest && folder[0] != '.') return folder;
  uint64_t hash = 0xcbf29ce484222325ULL;
  for (const unsigned char c : name) hash = (hash ^ c) * 0x100000001b3ULL;
  return fmt::format("{}-{:08x}", folder.substr(0, kLongest), hash & 0xffffffff);
}

std::string text_in(const fs::path& file) {
  return content_of_file(file.string()).value_or("");
}

void become_check(std::vector<std::string> words, const fs::path& folder, const report::TextStyle& style) {
  setpgid(0, 0);  // a Ctrl-C on the terminal is for us, who tell it
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  for (const auto& [file, descriptor] : {std::pair{kReport, STDOUT_FILENO}, std::pair{kComplaints, STDERR_FILENO}}) {
    const int opened = open((folder / file).c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (opened < 0 || dup2(opened, descriptor) < 0) _exit(2);
    close(opened);
  }
  // Those of the environment are for the run as a whole.
  for (const char* variable :
       {"MAZURKA_JUNIT", "MAZURKA_SARIF", "MAZURKA_HTML", "MAZURKA_OUT", "MAZURKA_JOBS", "MAZURKA_COLOR"})
    unsetenv(variable);
  if (style.fits) setenv("COLUMNS", std::to_string(style.width).c_str(), 1);
  std::vector<char*> pointers = {program_invocation_name};
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  execv("/proc/self/exe", pointers.data());
  _exit(2);
}

class CaseRunner {
 public:
  explicit CaseRunner(const CasesRequest& request) : request_(request), ended_(request.names.size()) {}

  std::vector<CaseResult> run() {
    InterruptCounter interrupts;
    size_t next = 0;
    for (;;) {
      while (next < request_.names.size() && running_.size() < request_.jobs && interrupts.count() == 0) start(next++);
      if (running_.empty()) break;
      wait_for_one();
      if (interrupts.count() > told_) {
        told_ = interrupts.count();
        for (const auto& [process, one] : running_) kill(process, SIGINT);
      }
    }
    std::vector<CaseResult> results;
    for (auto& result : ended_)
      if (result) results.push_back(std::move(*result));
    return results;
  }

 private:
  struct Running {
    size_t number;
    int handle;
    double since;
  };

  fs::path folder_of(size_t number) const { return request_.folder / folder_name(request_.names[number]); }

  void start(size_t number) {
    const std::string& name = request_.names[number];
    const fs::path folder = folder_of(number);
    std::error_code failure;
    fs::remove_all(folder, failure);
    fs::create_directories(folder, failure);
    std::vector<std::string> words = {"case"};
    words.insert(words.end(), request_.options.begin(), request_.options.end());
    words.push_back(request_.style.color ? "--color=always" : "--color=never");
    words.insert(words.end(), {"--quiet", "--out=" + folder.string(), "--summary=" + (folder / kSummary).string()});
    if (request_.wants_sarif) words.push_back("--sarif=" + (folder / kSarif).string());
    words.insert(words.end(), {request_.program, "--"});
    words.insert(words.end(), request_.arguments.begin(), request_.arguments.end());
    for (const std::string& word : request_.select(name)) words.push_back(word);
    const pid_t process = fork();
    if (process == 0) become_check(std::move(words), folder, request_.style);
    if (process < 0) {
      end(number, 2, 0);
      return;
    }
    running_[process] = {number, static_cast<int>(syscall(SYS_pidfd_open, process, 0)), monotonic_now()};
  }

  void wait_for_one() {
    std::vector<pollfd> handles;
    for (const auto& [process, one] : running_) handles.push_back({one.handle, POLLIN, 0});
    constexpr int kLookAtInterrupts = 200;  // ms
    poll(handles.data(), handles.size(), kLookAtInterrupts);
    int status = 0;
    const pid_t process = waitpid(-1, &status, WNOHANG);
    const auto one = running_.find(process);
    if (process <= 0 || one == running_.end()) return;
    const Running ended = one->second;
    running_.erase(one);
    close(ended.handle);
    end(ended.number, WIFEXITED(status) ? WEXITSTATUS(status) : 2, monotonic_now() - ended.since);
  }

  void end(size_t number, int code, double seconds) {
    using report::Verdict;
    const fs::path folder = folder_of(number);
    CaseResult result;
    result.name = request_.names[number];
    result.seconds = seconds;
    result.text = text_in(folder / kReport);
    if (request_.wants_sarif) result.sarif = text_in(folder / kSarif);
    result.interrupted = code == report::kExitCodeOfInterrupt;
    result.verdict = result.interrupted ? Verdict::kIncomplete
                     : code == 0        ? Verdict::kVerified
                     : code == 1        ? Verdict::kBug
                     : code == 3        ? Verdict::kIncomplete
                                        : Verdict::kError;
    read_summary(text_in(folder / kSummary), result);
    result.notes = text_in(folder / kComplaints);
    if (result.verdict == Verdict::kError) {
      if (result.text.empty()) result.text = std::exchange(result.notes, "");
      result.headline = result.text.substr(0, result.text.find('\n'));
      for (const std::string_view start : {"mazurka: ", "error: "})
        if (result.headline.starts_with(start)) result.headline.erase(0, start.size());
    }
    ended_[number] = std::move(result);
    for (; told_cases_ < ended_.size() && ended_[told_cases_]; told_cases_++)
      if (request_.on_end) request_.on_end(*ended_[told_cases_]);
  }

  static void read_summary(const std::string& summary, CaseResult& result) {
    std::istringstream lines(summary);
    for (std::string line; std::getline(lines, line);) {
      const size_t blank = line.find(' ');
      const std::string key = line.substr(0, blank), value = blank == line.npos ? "" : line.substr(blank + 1);
      if (key == "verdict" && value == name_of(report::Verdict::kVacuous)) result.verdict = report::Verdict::kVacuous;
      if (key == "page") result.pages.push_back(value);
      if (key == "kinds") result.kind = value.substr(0, value.find(' '));
      if (key == "executions") result.executions = std::strtoull(value.c_str(), nullptr, 10);
      if (key == "seconds") result.seconds = std::strtod(value.c_str(), nullptr);
      if (key == "headline") result.headline = value;
    }
    const std::string start = fmt::format("{}: ", name_of(result.verdict));
    if (result.headline.starts_with(start)) result.headline.erase(0, start.size());
  }

  const CasesRequest& request_;
  std::map<pid_t, Running> running_;
  std::vector<std::optional<CaseResult>> ended_;  // by the number of the case
  size_t told_cases_ = 0;
  int told_ = 0;  // interrupts
};

}  // namespace

std::vector<CaseResult> check_cases(const CasesRequest& request) {
  return CaseRunner(request).run();
}

}  // namespace mazurka
