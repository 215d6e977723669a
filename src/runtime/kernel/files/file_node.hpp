// Files as the program sees them: those of the disk, which are only ever read, and what the running execution made of
// them. Once a file is written to, all of it is kept in the checker's memory, until the next execution begins.
//
// A node is what a name of a file stands for. Those of the disk are known by device and number, those that the program
// made by their number in the execution; so an object of the exploration is the same in every execution.
#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "runtime/kernel/kernel_objects.hpp"
#include "runtime/platform/system_calls_allowed.hpp"

namespace mazurka::runtime {

// The time of the last change is as on the disk.
inline constexpr int64_t kNotChanged = INT64_MIN;

inline constexpr uint32_t kSameOwner = UINT32_MAX;  // as when it was made

struct NodeState {
  std::shared_ptr<std::string> data;  // of a regular file; null: as on the disk
  std::string target;                 // of a symbolic link that the program made
  mode_t mode = 0;
  uint32_t links = 0;
  int64_t changed = kNotChanged;  // virtual time
  int64_t accessed = kNotChanged;
  uid_t user = kSameOwner;
  gid_t group = kSameOwner;
  bool is_mapped = false;  // what is written now could not be seen there
};

struct Node {
  KernelObject object{Orders::kChangeToLook};
  std::string real_path;  // empty: made by the program
  struct stat original = {};
  PerExecution<NodeState> state;
  int backing = -1;                // a descriptor of ours that reads the file on the disk
  uint64_t backing_execution = 0;  // in which it was opened
  bool is_input = false;           // standard input

  bool is_regular() const { return S_ISREG(state.get().mode); }
  bool is_folder() const { return S_ISDIR(state.get().mode); }
  bool is_input_stream() const { return is_input && !is_regular(); }
  bool is_link() const { return S_ISLNK(state.get().mode); }
};

// User thread's side; the steps for which these are done were made.

// The node of a file on the disk; null if there is none. The path is absolute.
Node* real_node(const std::string& path);
void for_each_real_node(void (*function)(Node&));
// A new one, with one name.
Node* make_node(mode_t mode);

size_t size_of(const Node& node);
// As the system calls: below 0 is -errno.
long read_node(Node& node, int64_t offset, void* to, size_t bytes);
long write_node(Node& node, int64_t offset, const void* from, size_t bytes, uint64_t pc);
long resize_node(Node& node, int64_t bytes, uint64_t pc);
void fill_stat(const Node& node, struct stat* result);
// Is this access (R_OK, ...) to it permitted?
bool is_permitted(const Node& node, int access);
// As chmod() and chown().
long set_mode(Node& node, mode_t mode);
long set_owner(Node& node, uid_t user, gid_t group);
// A descriptor of the kernel for a file that is as on the disk, or -errno.
int backing_of(Node& node);

}  // namespace mazurka::runtime
