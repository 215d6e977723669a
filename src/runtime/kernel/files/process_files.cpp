#include "runtime/kernel/files/process_files.hpp"

#include <algorithm>
#include <string_view>

#include "runtime/engine/failure.hpp"
#include "runtime/engine/threads/user_side.hpp"
#include "runtime/kernel/process/process_calls.hpp"
#include "runtime/kernel/process/thread_count.hpp"
#include "runtime/kernel/process/thread_settings.hpp"
#include "runtime/memory/rewind.hpp"
#include "runtime/platform/text.hpp"

namespace mazurka::runtime {

namespace {

// They are the same whatever the program does, or we make them (cwd, status).
constexpr std::string_view kSame[] = {
    "attr",       "autogroup", "auxv",      "cgroup",    "cmdline",       "coredump_filter", "cpuset",
    "cwd",        "exe",       "environ",   "gid_map",   "loginuid",      "mountinfo",       "mounts",
    "mountstats", "ns",        "oom_adj",   "oom_score", "oom_score_adj", "patch_state",     "projid_map",
    "root",       "sessionid", "setgroups", "status",    "uid_map",
};

bool is_number(const std::string& name) {
  return name.find_first_not_of("0123456789") == std::string::npos;
}

bool is_refused(const std::string& folder, const std::string& name) {
  if (folder == "/proc") return is_number(name);
  if (folder != "/proc/self" && folder != "/proc/thread-self") return false;
  for (std::string_view same : kSame)
    if (name == same) return false;
  return true;
}

// Puts another value behind a name at the beginning of a line.
void set_field(std::string& text, std::string_view name, std::string_view value) {
  for (size_t at = 0; at < text.size(); at = std::min(text.find('\n', at), text.size()) + 1) {
    if (text.compare(at, name.size(), name) != 0) continue;
    const size_t begin = at + name.size();
    text.replace(begin, text.find('\n', begin) - begin, value);
    return;
  }
}

}  // namespace

bool shows_threads(const std::string& path) {
  return at_base() && (path == "/proc/self/status" || path == "/proc/thread-self/status");
}

std::string with_own_threads(const std::string& path, const std::string& real) {
  const uint32_t thread = path == "/proc/self/status" ? 0 : current_thread();
  // These wait, and the thread may not come back: nothing is held by then.
  thread_names.look(thread, "read", 0);
  const uint32_t threads = count_threads("read", 0);
  std::string text = real;
  set_field(text, "Name:\t", name_of_thread(thread));
  set_field(text, "Tgid:\t", std::to_string(kProcessNumber));
  set_field(text, "Pid:\t", std::to_string(kProcessNumber + thread));
  set_field(text, "PPid:\t", std::to_string(kProcessNumber - 1));
  set_field(text, "Threads:\t", std::to_string(threads));
  return text;
}

void refuse_process_file(const std::string& folder, const std::string& name) {
  if (!folder.starts_with("/proc") || !at_base() || !is_refused(folder, name)) return;
  Text text;
  text.add(folder.c_str()).add("/").add(name.c_str()).add(", which does not show the program's own threads and files");
  report_unsupported(text.get(), 0);
}

void refuse_process_file(const std::string& path) {
  if (!path.starts_with("/proc") || !at_base()) return;
  if (path == "/proc") report_unsupported("a list of all processes", 0);
  for (std::string folder : {"/proc/self", "/proc/thread-self"})
    if (path.starts_with(folder + "/")) {
      std::string rest = path.substr(folder.size() + 1);
      refuse_process_file(folder, rest.substr(0, rest.find('/')));
    }
}

}  // namespace mazurka::runtime
