#include "runtime/kernel/files/file_names.hpp"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>

#include <unordered_set>
#include <utility>

#include "runtime/kernel/files/process_files.hpp"
#include "runtime/kernel/process/process_calls.hpp"
#include "runtime/platform/raw_syscall.hpp"
#include "runtime/races/race_detector.hpp"

namespace mazurka::runtime {

KernelObject file_table{Orders::kNone};

namespace {

// Null: the name is gone. Names that are not here are as on the disk.
using Names = SortedMap<std::string, Node*>;
// Never destroyed: the program's exit handlers run ours too.
PerExecution<Names>& names = *new PerExecution<Names>;
std::unordered_set<std::string>& paths = *new std::unordered_set<std::string>;
PerExecution<std::string>& folder_now = *new PerExecution<std::string>;
PerExecution<mode_t>& mask_now = *new PerExecution<mode_t>(022);

Node* look_up(const std::string& path, const Node& folder) {
  const Names& changed = names.get();
  if (auto found = changed.find(path); found != changed.end()) return found->second;
  return folder.real_path.empty() ? nullptr : real_node(path);
}

// The components of a path that are still to go, the next one last.
void push_components(std::vector<std::string>& rest, std::string_view path) {
  size_t end = path.size();
  while (end > 0) {
    size_t slash = path.rfind('/', end - 1);
    size_t begin = slash == std::string_view::npos ? 0 : slash + 1;
    if (end > begin) rest.emplace_back(path.substr(begin, end - begin));
    end = slash == std::string_view::npos ? 0 : slash;
  }
}

void leave_folder(std::vector<std::pair<std::string, Node*>>& way) {
  if (way.size() > 1) way.pop_back();
}

std::string joined(std::string_view folder, const std::string& name) {
  return folder == "/" ? "/" + name : std::string(folder) + "/" + name;
}

}  // namespace

std::string target_of(Node& link) {
  if (link.real_path == "/proc/self/cwd" || link.real_path == "/proc/thread-self/cwd") return current_folder();
  if (link.real_path.empty()) return link.state.get().target;
  char text[PATH_MAX];
  long bytes =
      kernel(SYS_readlinkat, AT_FDCWD, as_word(link.real_path.c_str()), as_word(text), static_cast<long>(sizeof text));
  return bytes < 0 ? "" : std::string(text, static_cast<size_t>(bytes));
}

std::string_view kept(const std::string& path) {
  return *paths.insert(path).first;
}

namespace {

// A name that is there, or not, tells what was done before it was made or removed. So does the list of a folder's
// names.
const char* key_of_name(const std::string& path) {
  return kept(path).data();
}
const char* key_of_list(const std::string& path) {
  return kept(path).data() + 1;
}
void order_after_changes_of(const std::string& path) {
  if (watching) hb_acquire(key_of_name(path));
}
void order_change_of(std::string_view path) {
  if (!watching || path.empty()) return;
  size_t slash = path.rfind('/');
  hb_release(key_of_name(std::string(path)));
  hb_release(key_of_list(std::string(path.substr(0, slash == 0 ? 1 : slash))));
}

}  // namespace

Place find_place(std::string_view from, const char* path, bool follow_last) {
  constexpr int kMostLinks = 40;
  if (*path == 0) return {.error = -ENOENT};
  std::string text = path;
  if (text.size() >= PATH_MAX) return {.error = -ENAMETOOLONG};
  bool must_be_folder = text.back() == '/';
  std::vector<std::string> rest;
  push_components(rest, text);
  if (path[0] != '/') push_components(rest, from);
  std::vector<std::pair<std::string, Node*>> way = {{"/", real_node("/")}};
  for (int links = 0; !rest.empty();) {
    std::string name = std::move(rest.back());
    rest.pop_back();
    auto& [folder_path, folder] = way.back();
    if (!folder->is_folder()) return {.error = -ENOTDIR};
    if (name == ".") continue;
    if (name == "..") {
      leave_folder(way);
      continue;
    }
    if (name.size() > NAME_MAX) return {.error = -ENAMETOOLONG};
    if (folder_path == "/proc" && name == std::to_string(kProcessNumber)) name = "self";
    refuse_process_file(folder_path, name);
    std::string next = joined(folder_path, name);
    order_after_changes_of(next);
    Node* node = look_up(next, *folder);
    if (node == nullptr) return {.error = -ENOENT, .path = kept(next), .folder = rest.empty() ? folder : nullptr};
    bool last = rest.empty();
    if (node->is_link() && (!last || follow_last || must_be_folder)) {
      if (++links > kMostLinks) return {.error = -ELOOP};
      std::string target = target_of(*node);
      push_components(rest, target);
      if (target.starts_with("/")) way.resize(1);
      continue;
    }
    way.emplace_back(std::move(next), node);
  }
  auto& [last_path, last] = way.back();
  if (must_be_folder && !last->is_folder()) return {.error = -ENOTDIR};
  return {.path = kept(last_path), .node = last, .folder = way.size() > 1 ? way[way.size() - 2].second : nullptr};
}

void add_name(const Place& place, Node* node) {
  order_change_of(place.path);
  names.get()[std::string(place.path)] = node;
}

void remove_name(const Place& place) {
  order_change_of(place.path);
  names.get()[std::string(place.path)] = nullptr;
}

void move_name(const Place& from, const Place& to) {
  order_change_of(from.path);
  order_change_of(to.path);
  Names& all = names.get();
  Names moved;
  std::string target(to.path), prefix = std::string(from.path) + "/";
  for (auto entry = all.lower_bound(prefix); entry != all.end() && entry->first.starts_with(prefix);) {
    moved[target + entry->first.substr(from.path.size())] = entry->second;
    entry = all.erase(entry);
  }
  for (auto& [path, node] : moved) all[path] = node;
  all[target] = from.node;
  all[std::string(from.path)] = nullptr;
}

std::vector<FolderEntry> list_folder(std::string_view path, Node& folder) {
  if (watching) hb_acquire(key_of_list(std::string(path)));
  std::vector<FolderEntry> entries = {{".", &folder}, {"..", &folder}};
  const Names& changed = names.get();
  refuse_process_file(folder.real_path);
  int file = folder.real_path.empty() ? -1 : backing_of(folder);
  if (file >= 0) {
    kernel(SYS_lseek, file, 0, SEEK_SET);
    alignas(8) char buffer[4096];
    for (;;) {
      long bytes = kernel(SYS_getdents64, file, as_word(buffer), sizeof buffer);
      if (bytes <= 0) break;
      for (long at = 0; at < bytes;) {
        const auto* entry = reinterpret_cast<const dirent64*>(buffer + at);
        at += entry->d_reclen;
        std::string name = entry->d_name;
        std::string whole = joined(path, name);
        if (name == "." || name == ".." || changed.contains(whole)) continue;
        if (Node* node = real_node(whole)) entries.push_back({name, node});
      }
    }
  }
  std::string prefix = joined(path, "");
  for (auto entry = changed.lower_bound(prefix); entry != changed.end() && entry->first.starts_with(prefix); entry++) {
    std::string name = entry->first.substr(prefix.size());
    if (entry->second != nullptr && name.find('/') == std::string::npos) entries.push_back({name, entry->second});
  }
  return entries;
}

std::string& current_folder() {
  std::string& path = folder_now.get();
  if (path.empty()) {
    char text[PATH_MAX] = "/";
    kernel(SYS_getcwd, as_word(text), sizeof text);
    path = text;
  }
  return path;
}

std::string name_of_node(const Node& node) {
  const Names& changed = names.get();
  std::string found;
  if (!node.real_path.empty() && !changed.contains(node.real_path)) found = node.real_path;
  for (const auto& [path, other] : changed) {
    if (other != &node) continue;
    if (!found.empty()) return "";
    found = path;
  }
  return found;
}

const SortedMap<std::string, Node*>& changed_names() {
  return names.get();
}

mode_t& file_mode_mask() {
  return mask_now.get();
}

}  // namespace mazurka::runtime
