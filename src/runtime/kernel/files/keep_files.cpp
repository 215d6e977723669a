// `mazurka replay --keep-files`: what the execution made of files is written to the disk at its end.
#include <errno.h>
#include <fcntl.h>
#include <string.h>

#include "runtime/kernel/files/file_names.hpp"
#include "runtime/platform/raw_syscall.hpp"

namespace mazurka::runtime {

namespace {

void complain(const std::string& path) {
  std::string text = "mazurka: cannot write '" + path + "', which the program wrote\n";
  kernel(SYS_write, 2, as_word(text.data()), static_cast<long>(text.size()));
}

void write_contents(const std::string& path, const Node& node) {
  const NodeState& state = node.state.get();
  if (state.data == nullptr) return;
  long file = kernel(SYS_openat, AT_FDCWD, as_word(path.c_str()), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC,
                     static_cast<long>(state.mode & 07777));
  const std::string& data = *state.data;
  size_t done = 0;
  while (file >= 0 && done < data.size()) {
    long count = kernel(SYS_write, file, as_word(data.data() + done), static_cast<long>(data.size() - done));
    if (count <= 0) break;
    done += static_cast<size_t>(count);
  }
  if (file >= 0) kernel(SYS_close, file);
  if (file < 0 || done < data.size()) return complain(path);
  kernel(SYS_fchmodat, AT_FDCWD, as_word(path.c_str()), static_cast<long>(state.mode & 07777));
}

// A name that the disk does not have, or not for this node.
void make_name(const std::string& path, Node& node, SortedMap<const Node*, std::string>& made) {
  std::string& other = made[&node];
  const NodeState& state = node.state.get();
  long result = 0;
  if (!other.empty())
    result = kernel(SYS_linkat, AT_FDCWD, as_word(other.c_str()), AT_FDCWD, as_word(path.c_str()), 0);
  else if (node.is_folder())
    result = kernel(SYS_mkdirat, AT_FDCWD, as_word(path.c_str()), static_cast<long>(state.mode & 07777));
  else if (node.is_link())
    result = kernel(SYS_symlinkat, as_word(state.target.c_str()), AT_FDCWD, as_word(path.c_str()));
  else if (!node.real_path.empty())
    result = kernel(SYS_linkat, AT_FDCWD, as_word(node.real_path.c_str()), AT_FDCWD, as_word(path.c_str()), 0);
  else
    write_contents(path, node);
  if (result != 0) complain(path);
  if (other.empty()) other = path;
}

}  // namespace

void keep_files() {
  const auto& changed = changed_names();
  for_each_real_node([](Node& node) {
    if (node.state.get().changed != kNotChanged) write_contents(node.real_path, node);
  });
  SortedMap<const Node*, std::string> made;
  // New names of files that are on the disk already come before these are removed.
  for (const auto& [path, node] : changed) {
    if (node == nullptr) continue;
    kernel(SYS_unlinkat, AT_FDCWD, as_word(path.c_str()), 0);
    make_name(path, *node, made);
  }
  for (auto entry = changed.rbegin(); entry != changed.rend(); entry++) {
    if (entry->second != nullptr) continue;
    if (kernel(SYS_unlinkat, AT_FDCWD, as_word(entry->first.c_str()), 0) == -EISDIR)
      kernel(SYS_unlinkat, AT_FDCWD, as_word(entry->first.c_str()), AT_REMOVEDIR);
  }
}

}  // namespace mazurka::runtime
