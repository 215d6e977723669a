// The names of files as the program sees them: those on the disk, and over them what the running execution made,
// removed and renamed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/sorted_map.hpp"
#include "runtime/kernel/files/file_node.hpp"
#include "runtime/platform/own_variable.hpp"

namespace mazurka::runtime {

// The names of all files, the current folder, and which numbers of descriptors are in use, as one object of the
// exploration: opening a file reads and writes all of them.
MAZURKA_OWN extern KernelObject file_table;

// Where a path leads. A thread holds it while it waits for its next step, and may never go on: it owns nothing.
struct Place {
  long error = 0;              // -errno if it leads nowhere; -ENOENT with a folder: the name could be made there
  std::string_view path = {};  // absolute, without symbolic links but perhaps the last
  Node* node = nullptr;
  Node* folder = nullptr;  // that holds it; null for the root
};

// The same text, kept for ever: for paths that user threads hold from one step to the next. There are as many as the
// program has different paths.
std::string_view kept(const std::string& path);

// User thread's side. `from` is an absolute path for relative ones to begin at.
Place find_place(std::string_view from, const char* path, bool follow_last);
// What a symbolic link says.
std::string target_of(Node& link);

void add_name(const Place& place, Node* node);
// The steps in which the node loses the name are the caller's.
void remove_name(const Place& place);
// With all that is in it, if it is a folder that the program made.
void move_name(const Place& from, const Place& to);

struct FolderEntry {
  std::string name;
  Node* node;
};
// All of it, "." and ".." too.
std::vector<FolderEntry> list_folder(std::string_view path, Node& folder);

std::string& current_folder();
mode_t& file_mode_mask();

// The name of a file; empty if it has none, or if there are several that could be meant.
std::string name_of_node(const Node& node);

// Names that are not as on the disk; null: gone.
const SortedMap<std::string, Node*>& changed_names();

// Writes everything that the running execution made to the disk (keep_files.cpp). Checker's side.
void keep_files();

}  // namespace mazurka::runtime
