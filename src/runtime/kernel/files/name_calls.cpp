// System calls that make, remove and rename files.
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/engine/failure.hpp"
#include "runtime/kernel/files/open_files.hpp"
#include "runtime/kernel/files/path_calls.hpp"

namespace mazurka::runtime {

namespace {

// A name for something new.
long check_new(const Place& place) {
  if (place.error == 0) return -EEXIST;
  if (!can_be_made(place)) return place.error;
  return is_permitted(*place.folder, W_OK) ? 0 : -EACCES;
}

long make_folder(const PathArgument& argument, mode_t mode, uint64_t pc) {
  Place place = resolve(argument, false, Touch::kChange, "mkdir", pc);
  if (long error = check_new(place)) return error;
  add_name(place, make_node(S_IFDIR | (mode & ~file_mode_mask() & 01777)));
  return 0;
}

long make_link(const char* target, const PathArgument& argument, uint64_t pc) {
  if (target == nullptr) return -EFAULT;
  Place place = resolve(argument, false, Touch::kChange, "symlink", pc);
  if (long error = check_new(place)) return error;
  Node* node = make_node(S_IFLNK | 0777);
  node->state.get().target = target;
  add_name(place, node);
  return 0;
}

void lose_name(Node& node, const char* name, uint64_t pc) {
  change(node.object, name, pc);
  if (node.state.get().links > 0) node.state.get().links--;
}

long remove_file(const PathArgument& argument, uint64_t pc) {
  Place place = resolve(argument, false, Touch::kChange, "unlink", pc);
  if (place.error != 0) return place.error;
  if (place.node->is_folder()) return -EISDIR;
  if (!is_permitted(*place.folder, W_OK)) return -EACCES;
  remove_name(place);
  lose_name(*place.node, "unlink", pc);
  return 0;
}

bool is_in(std::string_view path, std::string_view folder) {
  return path == folder || (path.starts_with(folder) && path.substr(folder.size()).starts_with('/'));
}

// Who is in a folder stays in it, under whatever name, or without one. We only know its name.
void refuse_folder_of_program(std::string_view folder, uint64_t pc) {
  if (is_in(current_folder(), folder)) report_unsupported("removing or renaming the current folder", pc);
}

void refuse_open_folder(std::string_view folder, uint64_t pc) {
  for (int number = 0; number < kMaxDescriptors; number++) {
    const Descriptor* descriptor = descriptor_at(number);
    const OpenFile* file = descriptor == nullptr ? nullptr : descriptor->state.get().file;
    if (file == nullptr) continue;
    const Node* node = file->state.get().node;
    if (node != nullptr && node->is_folder() && is_in(file->state.get().path, folder))
      report_unsupported("renaming a folder that is open", pc);
  }
}

bool is_empty(const Place& folder) {
  return list_folder(folder.path, *folder.node).size() == 2;
}

long remove_folder(const PathArgument& argument, uint64_t pc) {
  Place place = resolve(argument, false, Touch::kChange, "rmdir", pc);
  if (place.error != 0) return place.error;
  if (!place.node->is_folder()) return -ENOTDIR;
  if (place.folder == nullptr) return -EBUSY;
  if (!is_permitted(*place.folder, W_OK)) return -EACCES;
  if (!is_empty(place)) return -ENOTEMPTY;
  refuse_folder_of_program(place.path, pc);
  remove_name(place);
  return 0;
}

long check_replaced(const Place& from, const Place& to) {
  if (to.error != 0) return check_new(to);
  if (from.node->is_folder() && !to.node->is_folder()) return -ENOTDIR;
  if (!from.node->is_folder() && to.node->is_folder()) return -EISDIR;
  return to.node->is_folder() && !is_empty(to) ? -ENOTEMPTY : 0;
}

long rename(const PathArgument& old_name, const PathArgument& new_name, long flags, uint64_t pc) {
  constexpr long kNoReplace = 1;
  if ((flags & ~kNoReplace) != 0) report_unsupported("renameat2 with these flags", pc);
  std::string_view start;
  long error = 0;
  if (!find_start(new_name, start, error, pc)) return error;
  Place from = resolve(old_name, false, Touch::kChange, "rename", pc);
  if (from.error != 0) return from.error;
  Place to = find_place(start_of(start), new_name.path, false);
  if (flags != 0 && to.error == 0) return -EEXIST;
  if (from.folder == nullptr || to.path.starts_with(std::string(from.path) + "/"))
    return from.folder == nullptr ? -EBUSY : -EINVAL;
  if (from.node == to.node) return 0;
  if (error = check_replaced(from, to); error != 0) return error;
  if (!is_permitted(*from.folder, W_OK)) return -EACCES;
  if (from.node->is_folder() && !from.node->real_path.empty())
    report_unsupported("renaming a folder that the program did not make", pc);
  if (from.node->is_folder()) {
    refuse_folder_of_program(from.path, pc);
    refuse_open_folder(from.path, pc);
    if (to.node != nullptr) refuse_folder_of_program(to.path, pc);
  }
  move_name(from, to);
  if (to.node != nullptr && !to.node->is_folder()) lose_name(*to.node, "rename", pc);
  return 0;
}

long add_link(const PathArgument& old_name, const PathArgument& new_name, long flags, uint64_t pc) {
  std::string_view start;
  long error = 0;
  if (!find_start(new_name, start, error, pc)) return error;
  Place from = resolve(old_name, (flags & AT_SYMLINK_FOLLOW) != 0, Touch::kChange, "link", pc);
  if (from.error != 0) return from.error;
  if (from.node->is_folder()) return -EPERM;
  Place to = find_place(start_of(start), new_name.path, false);
  if (error = check_new(to); error != 0) return error;
  add_name(to, from.node);
  change(from.node->object, "link", pc);
  from.node->state.get().links++;
  return 0;
}

}  // namespace

long mkdir_call(const SystemCall& call) {
  return make_folder(here(call.a[0]), static_cast<mode_t>(call.a[1]), call.pc);
}
long mkdirat_call(const SystemCall& call) {
  return make_folder(in_folder(call.a[0], call.a[1]), static_cast<mode_t>(call.a[2]), call.pc);
}
long rmdir_call(const SystemCall& call) {
  return remove_folder(here(call.a[0]), call.pc);
}
long unlink_call(const SystemCall& call) {
  return remove_file(here(call.a[0]), call.pc);
}
long unlinkat_call(const SystemCall& call) {
  PathArgument argument = in_folder(call.a[0], call.a[1]);
  return (call.a[2] & AT_REMOVEDIR) != 0 ? remove_folder(argument, call.pc) : remove_file(argument, call.pc);
}
long rename_call(const SystemCall& call) {
  return rename(here(call.a[0]), here(call.a[1]), 0, call.pc);
}
long renameat_call(const SystemCall& call) {
  long flags = call.number == SYS_renameat2 ? call.a[4] : 0;
  return rename(in_folder(call.a[0], call.a[1]), in_folder(call.a[2], call.a[3]), flags, call.pc);
}
long link_call(const SystemCall& call) {
  return add_link(here(call.a[0]), here(call.a[1]), 0, call.pc);
}
long linkat_call(const SystemCall& call) {
  return add_link(in_folder(call.a[0], call.a[1]), in_folder(call.a[2], call.a[3]), call.a[4], call.pc);
}
long symlink_call(const SystemCall& call) {
  return make_link(text_at(call.a[0]), here(call.a[1]), call.pc);
}
long symlinkat_call(const SystemCall& call) {
  return make_link(text_at(call.a[0]), in_folder(call.a[1], call.a[2]), call.pc);
}

}  // namespace mazurka::runtime
