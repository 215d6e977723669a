// For check.hpp: a call of mazurka::check as another process knows it, and the process that checks it.
#ifndef MAZURKA_CHECKS_STARTED_CHECK_HPP
#define MAZURKA_CHECKS_STARTED_CHECK_HPP

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "current_case.hpp"

extern "C" {
int mazurka_is_checked(void) __attribute__((weak));
}

namespace mazurka {
namespace checks {

// What came out.
struct Facts {
  std::string verdict = "error";
  std::set<std::string> kinds = {};  // of bugs
  unsigned long long executions = 0;
  std::set<std::string> outcomes = {};
  std::string report = {};
  bool is_real = true;  // false: it was not checked
};

// False if there is no such file.
inline bool read_facts(const std::string& path, Facts& facts) {
  std::ifstream file(path);
  if (!file) return false;
  for (std::string line; std::getline(file, line);) {
    const size_t blank = line.find(' ');
    const std::string key = line.substr(0, blank);
    const std::string value = blank == std::string::npos ? "" : line.substr(blank + 1);
    if (key == "verdict") facts.verdict = value;
    if (key == "executions") facts.executions = std::strtoull(value.c_str(), nullptr, 10);
    if (key == "outcome") facts.outcomes.insert(value);
    if (key == "kinds") {
      std::istringstream words(value);
      for (std::string word; words >> word;) facts.kinds.insert(word);
    }
  }
  return true;
}

inline std::string text_of_file(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// Of a check that has ended, in its folder. False if there was none.
inline bool read_result(const std::string& folder, Facts& facts) {
  if (access((folder + "/report.txt").c_str(), R_OK) != 0) return false;
  if (!read_facts(folder + "/summary.txt", facts)) facts.verdict = "error";
  facts.report = text_of_file(folder + "/report.txt");
  if (facts.verdict == "error") facts.report += text_of_file(folder + "/errors.txt");
  return true;
}

inline std::string own_path() {
  char path[4096];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  return length <= 0 ? "" : std::string(path, static_cast<size_t>(length));
}

inline std::string current_folder() {
  char here[4096];
  return getcwd(here, sizeof here) == nullptr ? "" : here;
}

// INSIDE_MAZURKA=CALL FOLDER: the program was started for this call.
inline std::string wanted_call() {
  const char* text = std::getenv("INSIDE_MAZURKA");
  return text == nullptr ? "" : std::string(text).substr(0, std::string(text).find(' '));
}

// The folder of all calls of the case: the same in the process that was started.
inline std::string folder_of_calls(const Case& current) {
  if (const char* text = std::getenv("INSIDE_MAZURKA"))
    if (const char* blank = std::strchr(text, ' ')) return blank + 1;
  std::string program = own_path();
  program = program.substr(program.rfind('/') + 1);
  std::string name;
  for (const char c : current.name.substr(0, 80)) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.';
    name += plain ? c : '_';
  }
  // No other case has this folder.
  if (name != current.name) name += "-" + std::to_string(std::hash<std::string>{}(current.name) % 100000000);
  const std::string here = current_folder();
  return (here.empty() ? "/tmp" : here) + "/mazurka-out/" + program + "/checks" + (name.empty() ? "" : "/" + name);
}

class Call {
 public:
  Call(const char* file_of_call, int line_of_call, const Case& current) : file(file_of_call), line(line_of_call) {
    // Which time it is that this line is called, in this case.
    static std::mutex mutex;
    static std::string counted;  // the case that is counted now
    static std::map<std::string, int> counts;
    std::lock_guard<std::mutex> hold(mutex);
    if (counted != current.name + current.run) counts.clear();
    counted = current.name + current.run;
    const std::string path = file;
    name_ = path.substr(path.rfind('/') + 1) + "." + std::to_string(line);
    for (char& c : name_)
      if (c == ' ') c = '_';
    name_ += "." + std::to_string(++counts[name_]);  // files of one name in two folders count together
    folder_ = folder_of_calls(current);
  }
  // "queue_test.cpp.12.1": the first call at this line of a file of this name.
  const std::string& name() const { return name_; }
  std::string folder() const { return folder_ + "/" + name_; }
  const std::string& folder_of_all() const { return folder_; }

  const char* const file;
  const int line;

 private:
  std::string name_, folder_;
};

inline void make_folders(const std::string& path) {
  for (size_t at = path.find('/', 1); at != std::string::npos; at = path.find('/', at + 1))
    mkdir(path.substr(0, at).c_str(), 0777);
  mkdir(path.c_str(), 0777);
}

// The program `mazurka` that belongs to the runtime in this process. MAZURKA_EXECUTABLE names another.
inline std::string find_mazurka() {
  if (const char* given = std::getenv("MAZURKA_EXECUTABLE")) return given;
  Dl_info info{};
  if (dladdr(reinterpret_cast<void*>(&mazurka_is_checked), &info) != 0 && info.dli_fname != nullptr) {
    std::string folder = info.dli_fname;
    for (int up = 0; up < 3 && folder.rfind('/') != std::string::npos; up++) {
      folder.resize(folder.rfind('/'));
      if (access((folder + "/bin/mazurka").c_str(), X_OK) == 0) return folder + "/bin/mazurka";
    }
  }
  return "mazurka";
}

inline std::vector<std::string> own_arguments() {
  std::vector<std::string> arguments;
  const std::string text = text_of_file("/proc/self/cmdline");
  for (size_t at = 0; at < text.size(); at += arguments.back().size() + 1) arguments.push_back(text.c_str() + at);
  if (!arguments.empty()) arguments.erase(arguments.begin());
  return arguments;
}

// What the program was started with. It may have changed its own since, and will do so when it is started again.
inline const std::string folder_at_start = current_folder();
inline std::vector<std::string> environment_at_start() {
  std::vector<std::string> entries;
  const std::string text = text_of_file("/proc/self/environ");
  for (size_t at = 0; at < text.size(); at += entries.back().size() + 1) entries.push_back(text.c_str() + at);
  return entries;
}

// Standard input for the program that is started again, a descriptor: a file from its beginning. What came through a
// pipe is gone; a folder stands for an input that nobody can give.
inline int input_from_its_beginning() {
  struct stat found {
  }, null{};
  const bool is_open = fstat(0, &found) == 0;
  const bool is_null =
      is_open && stat("/dev/null", &null) == 0 && S_ISCHR(found.st_mode) && found.st_rdev == null.st_rdev;
  if (!is_open || is_null) return open("/dev/null", O_RDONLY | O_CLOEXEC);
  return open(S_ISREG(found.st_mode) ? "/proc/self/fd/0" : "/", O_RDONLY | O_CLOEXEC);
}

// 0, or the number of an error; `status` as from waitpid.
inline int run_process(const std::vector<std::string>& words, const std::string& variable, const std::string& output,
                       const std::string& errors, int& status) {
  std::vector<char*> arguments, environment;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const std::vector<std::string> entries = environment_at_start();
  for (const std::string& entry : entries) environment.push_back(const_cast<char*>(entry.c_str()));
  environment.push_back(const_cast<char*>(variable.c_str()));
  environment.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  const int input = input_from_its_beginning();
  if (input < 0) return errno;
  posix_spawn_file_actions_adddup2(&actions, input, 0);
  posix_spawn_file_actions_addopen(&actions, 1, output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  posix_spawn_file_actions_addopen(&actions, 2, errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (!folder_at_start.empty() && folder_at_start != current_folder())
    posix_spawn_file_actions_addchdir_np(&actions, folder_at_start.c_str());
  pid_t process = 0;
  const int error = posix_spawnp(&process, arguments[0], &actions, nullptr, arguments.data(), environment.data());
  posix_spawn_file_actions_destroy(&actions);
  close(input);
  if (error != 0) return error;
  while (waitpid(process, &status, 0) < 0)
    if (errno != EINTR) return errno;
  return 0;
}

// Starts `mazurka` for this program and this call, and waits for its end.
inline Facts start_check(const Call& call, const Case& current, const std::vector<std::string>& options) {
  const std::string folder = call.folder();
  const std::string summary = folder + "/summary.txt", report = folder + "/report.txt", errors = folder + "/errors.txt";
  make_folders(folder);
  unlink(summary.c_str());
  std::vector<std::string> words = {find_mazurka(), "case", "--quiet", "--out=" + folder, "--summary=" + summary};
  words.insert(words.end(), options.begin(), options.end());
  words.insert(words.end(), {own_path(), "--"});
  for (const std::string& argument : own_arguments()) words.push_back(argument);
  words.insert(words.end(), current.arguments.begin(), current.arguments.end());
  int status = 0;
  const int error =
      run_process(words, "INSIDE_MAZURKA=" + call.name() + " " + call.folder_of_all(), report, errors, status);
  Facts facts;
  if (error != 0) {
    facts.report =
        "cannot start '" + words[0] + "': " + std::strerror(error) + "; MAZURKA_EXECUTABLE names another program\n";
    return facts;
  }
  read_result(folder, facts);
  return facts;
}

}  // namespace checks
}  // namespace mazurka

#endif
