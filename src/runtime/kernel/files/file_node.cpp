#include "runtime/kernel/files/file_node.hpp"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <deque>
#include <utility>

#include "base/sorted_map.hpp"
#include "runtime/engine/failure.hpp"
#include "runtime/engine/symbolic/followed_values.hpp"
#include "runtime/engine/time/virtual_clock.hpp"
#include "runtime/kernel/files/input.hpp"
#include "runtime/kernel/files/process_files.hpp"
#include "runtime/memory/snapshot.hpp"
#include "runtime/platform/layout.hpp"
#include "runtime/platform/raw_syscall.hpp"
#include "runtime/platform/supervisor_log.hpp"

namespace mazurka::runtime {

namespace {

constexpr int64_t kLargest = int64_t{256} << 20;

// All of these are never destroyed: the program's exit handlers run ours too.
SortedMap<std::pair<uint64_t, uint64_t>, Node*>& by_number = *new SortedMap<std::pair<uint64_t, uint64_t>, Node*>;
SortedMap<std::string, Node*>& by_path = *new SortedMap<std::string, Node*>;  // below /proc, where numbers change
std::deque<Node>& made_nodes = *new std::deque<Node>;
PerExecution<size_t>& made_count = *new PerExecution<size_t>;

bool is_below_proc(const std::string& path) {
  return path.starts_with("/proc/");
}

std::string read_all(int file) {
  std::string text;
  char piece[4096];
  for (;;) {
    long got = kernel(SYS_read, file, as_word(piece), sizeof piece);
    if (got <= 0) return text;
    text.append(piece, static_cast<size_t>(got));
  }
}

Node* new_real_node(const std::string& path, const struct stat& found) {
  auto* node = new Node;
  node->real_path = path;
  node->original = found;
  NodeState& state = node->state.of_base();
  state.mode = found.st_mode;
  state.links = static_cast<uint32_t>(found.st_nlink);
  // Files that the kernel makes up when they are read: once is enough, and is the same for all executions, this one
  // too: nobody may look at the state before it is complete.
  if (S_ISREG(found.st_mode) && found.st_size == 0) {
    int file = backing_of(*node);
    std::string text = file < 0 ? "" : read_all(file);
    if (!text.empty()) state.data = std::make_shared<std::string>(std::move(text));
  }
  return node;
}

Nanoseconds now() {
  return virtual_clock.peek();
}

// Whoever writes the file would have to be ordered with the library's step, which does not say what it reads.
void check_library_step(const NodeState& state) {
  if (state.changed != kNotChanged && is_silent())
    report_unsupported("a library function that reads a file which the program wrote", 0);
}

uintptr_t address_of(const void* memory) {
  return reinterpret_cast<uintptr_t>(memory);
}

// Where they lie may change: what depends on symbolic inputs is followed no further.
void fix_contents(const std::string& contents, uint64_t pc) {
  if (!inputs_are_followed) return;
  followed_values().fix_memory(address_of(contents.data()), contents.size(), pc);
  followed_values().clear(address_of(contents.data()), contents.size());
}

// So many bytes that depend on no input were read.
long cleared(const void* to, long bytes) {
  if (inputs_are_followed && bytes > 0) followed_values().clear(address_of(to), static_cast<size_t>(bytes));
  return bytes;
}

long copy_from(const std::string& text, int64_t offset, void* to, size_t bytes) {
  if (static_cast<size_t>(offset) >= text.size()) return 0;
  const size_t count = std::min(bytes, text.size() - static_cast<size_t>(offset));
  memcpy(to, text.data() + offset, count);
  return static_cast<long>(count);
}

// The contents, to be changed.
long own_contents(Node& node, std::string*& result, uint64_t pc) {
  NodeState& state = node.state.get();
  if (state.is_mapped) report_unsupported("writing to a file that is mapped", pc);
  if (state.data == nullptr) {
    size_t bytes = static_cast<size_t>(node.original.st_size);
    if (node.original.st_size > kLargest) report_unsupported("writing to a file of more than 256 MB", pc);
    auto copy = std::make_shared<std::string>(bytes, 0);
    for (size_t done = 0; done < bytes;) {
      long got = read_node(node, static_cast<int64_t>(done), copy->data() + done, bytes - done);
      if (got < 0) {
        copy.reset();  // the thread does not come back
        report_unsupported("writing to a file that cannot be read", pc);
      }
      if (got <= 0) break;
      done += static_cast<size_t>(got);
    }
    state.data = copy;
  } else if (state.data.use_count() > 1) {
    fix_contents(*state.data, pc);
    state.data = std::make_shared<std::string>(*state.data);
  } else {
    fix_contents(*state.data, pc);
  }
  state.changed = now();
  result = state.data.get();
  return 0;
}

}  // namespace

Node* real_node(const std::string& path) {
  struct stat found = {};
  bool follow = path == "/proc/self" || path == "/proc/thread-self";
  if (is_below_proc(path))
    if (auto known = by_path.find(path); known != by_path.end()) return known->second;
  if (kernel(SYS_newfstatat, AT_FDCWD, as_word(path.c_str()), as_word(&found), follow ? 0 : AT_SYMLINK_NOFOLLOW) != 0)
    return nullptr;
  if (is_below_proc(path)) return by_path[path] = new_real_node(path, found);
  Node*& node = by_number[{found.st_dev, found.st_ino}];
  if (node == nullptr) node = new_real_node(path, found);
  return node;
}

void for_each_real_node(void (*function)(Node&)) {
  for (auto& [number, node] : by_number) function(*node);
}

Node* make_node(mode_t mode) {
  size_t number = made_count.get()++;
  if (number == made_nodes.size()) made_nodes.emplace_back();
  Node& node = made_nodes[number];
  NodeState& state = node.state.get();
  state = {};
  state.mode = mode;
  state.links = S_ISDIR(mode) ? 2 : 1;
  if (S_ISREG(mode)) state.data = std::make_shared<std::string>();
  state.changed = now();
  constexpr ino_t kFirstNumber = 1'000'000'000;
  node.original.st_ino = kFirstNumber + number;
  node.original.st_dev = 0x6d7a;
  node.original.st_blksize = kPage;
  node.original.st_uid = static_cast<uid_t>(kernel(SYS_geteuid));
  node.original.st_gid = static_cast<gid_t>(kernel(SYS_getegid));
  return &node;
}

size_t size_of(const Node& node) {
  if (node.is_input) return size_of_input();
  const NodeState& state = node.state.get();
  if (state.data != nullptr) return state.data->size();
  return node.is_link() && node.real_path.empty() ? state.target.size() : static_cast<size_t>(node.original.st_size);
}

long read_node(Node& node, int64_t offset, void* to, size_t bytes) {
  const NodeState& state = node.state.get();
  check_library_step(state);
  refuse_process_file(node.real_path);
  if (offset < 0) return -EINVAL;
  if (state.data != nullptr && shows_threads(node.real_path))
    return cleared(to, copy_from(with_own_threads(node.real_path, *state.data), offset, to, bytes));
  if (node.is_input) return cleared(to, read_input(offset, to, bytes));
  if (state.data == nullptr) {
    int file = backing_of(node);
    if (file < 0) return file;
    // The kernel's faults do not reach us.
    heat_range(reinterpret_cast<uintptr_t>(to), bytes);
    return cleared(to, kernel(SYS_pread64, file, as_word(to), static_cast<long>(bytes), offset));
  }
  const long count = copy_from(*state.data, offset, to, bytes);
  if (inputs_are_followed && count > 0)
    followed_values().copy(address_of(to), address_of(state.data->data() + offset), static_cast<size_t>(count));
  return count;
}

long resize_node(Node& node, int64_t bytes, uint64_t pc) {
  if (bytes < 0) return -EINVAL;
  if (bytes > kLargest) report_unsupported("a file of more than 256 MB", pc);
  std::string* contents = nullptr;
  own_contents(node, contents, pc);
  contents->resize(static_cast<size_t>(bytes));
  return 0;
}

long write_node(Node& node, int64_t offset, const void* from, size_t bytes, uint64_t pc) {
  if (offset < 0) return -EINVAL;
  if (bytes == 0) return 0;
  size_t end = static_cast<size_t>(offset) + bytes;
  if (bytes > static_cast<size_t>(kLargest) || end > static_cast<size_t>(kLargest))
    report_unsupported("a file of more than 256 MB", pc);
  std::string* contents = nullptr;
  own_contents(node, contents, pc);
  if (contents->size() < end) contents->resize(end);
  memcpy(contents->data() + offset, from, bytes);
  if (inputs_are_followed) followed_values().copy(address_of(contents->data() + offset), address_of(from), bytes);
  return static_cast<long>(bytes);
}

void fill_stat(const Node& node, struct stat* result) {
  const NodeState& state = node.state.get();
  check_library_step(state);
  *result = node.original;
  result->st_mode = state.mode;
  result->st_nlink = state.links;
  if (state.user != kSameOwner) result->st_uid = state.user;
  if (state.group != kSameOwner) result->st_gid = state.group;
  if (node.is_input_stream()) return;
  if (state.data != nullptr || node.real_path.empty()) result->st_size = static_cast<off_t>(size_of(node));
  timespec time;
  if (state.changed != kNotChanged) {
    result->st_blocks = (result->st_size + 511) / 512;
    to_timespec(CLOCK_REALTIME, state.changed, &time);
    result->st_mtim = result->st_ctim = time;
    if (node.real_path.empty()) result->st_atim = time;
  }
  if (state.accessed != kNotChanged) to_timespec(CLOCK_REALTIME, state.accessed, &result->st_atim);
}

bool is_permitted(const Node& node, int access) {
  bool as_on_disk = !node.real_path.empty() && node.state.get().mode == node.original.st_mode;
  if (as_on_disk && !node.is_link())
    return kernel(SYS_faccessat, AT_FDCWD, as_word(node.real_path.c_str()), access) == 0;
  if (kernel(SYS_geteuid) == 0) return (access & X_OK) == 0 || node.is_folder() || (node.state.get().mode & 0111) != 0;
  // The owner's bits: whoever changed the mode is the owner.
  return (static_cast<int>(node.state.get().mode >> 6) & access) == access;
}

long set_mode(Node& node, mode_t mode) {
  mode_t& own = node.state.get().mode;
  own = (own & S_IFMT) | (mode & 07777);
  return 0;
}

long set_owner(Node& node, uid_t user, gid_t group) {
  NodeState& state = node.state.get();
  const uid_t user_now = state.user != kSameOwner ? state.user : node.original.st_uid;
  const gid_t group_now = state.group != kSameOwner ? state.group : node.original.st_gid;
  const bool is_same = (user == kSameOwner || user == user_now) && (group == kSameOwner || group == group_now);
  if (!is_same && kernel(SYS_geteuid) != 0) return -EPERM;
  if (user != kSameOwner) state.user = user;
  if (group != kSameOwner) state.group = group;
  if (node.is_regular()) state.mode &= ~static_cast<mode_t>(S_ISUID | S_ISGID);
  return 0;
}

int backing_of(Node& node) {
  bool other_process =
      forks_to_restart() && at_base() && node.backing_execution != 0 && node.backing_execution != execution_number();
  if (node.backing >= 0 && !other_process) return node.backing;
  long file = kernel(SYS_openat, AT_FDCWD, as_word(node.real_path.c_str()), O_RDONLY | O_CLOEXEC | O_NOCTTY);
  node.backing = static_cast<int>(file);
  node.backing_execution = at_base() ? execution_number() : 0;
  return node.backing;
}

}  // namespace mazurka::runtime
