#include "runtime/kernel/files/symbolic_files.hpp"

#include <errno.h>
#include <fcntl.h>

#include <memory>

#include "runtime/engine/symbolic/followed_values.hpp"
#include "runtime/kernel/files/open_files.hpp"

namespace mazurka::runtime {

namespace {

Node* make_contents(size_t bytes, char*& contents) {
  Node* node = make_node(S_IFREG | 0644);
  NodeState& state = node->state.get();
  state.data = std::make_shared<std::string>(bytes, '\0');
  state.changed = kNotChanged;
  contents = state.data->data();
  return node;
}

}  // namespace

char* make_symbolic_input(size_t bytes) {
  char* contents = nullptr;
  OpenFile* file = make_open_file(FileKind::kNode, O_RDONLY);
  file->state.get().node = make_contents(bytes, contents);
  file->state.get().descriptors = 1;
  descriptor_at(0)->state.get() = {file, false, false};
  return contents;
}

char* make_symbolic_file(const char* path, size_t bytes) {
  const Place place = find_place(current_folder(), path, true);
  if (place.folder == nullptr || (place.error != 0 && place.error != -ENOENT)) return nullptr;
  char* contents = nullptr;
  add_name(place, make_contents(bytes, contents));
  return contents;
}

bool has_symbolic_bytes(const Node& node, int64_t offset) {
  if (!inputs_are_followed || node.state.get().data == nullptr || offset < 0) return false;
  const std::string& contents = *node.state.get().data;
  const auto begin = static_cast<size_t>(offset);
  return begin < contents.size() &&
         followed_values().reaches(reinterpret_cast<uintptr_t>(contents.data()) + begin, contents.size() - begin);
}

bool reads_symbolic_bytes(int descriptor) {
  const Descriptor* known = descriptor_at(descriptor);
  if (known == nullptr || known->state.get().file == nullptr) return false;
  const OpenFileState& state = known->state.get().file->state.get();
  return state.kind == FileKind::kNode && state.node != nullptr && has_symbolic_bytes(*state.node, state.offset);
}

}  // namespace mazurka::runtime
