#include "runtime/entries/unseen/search_trees.hpp"

namespace mazurka::runtime {

namespace {

// As glibc has it since version 2.26. The lowest bit of `left` is the node's colour.
struct Node {
  const void* key;
  uintptr_t left, right;
};

enum class TreeUse { kLook, kInsert, kChange };
constexpr uint32_t kDeepest = 64, kMostNodes = 4096;

class Walk {
 public:
  Walk(const CallFrame& call, TreeUse use) : call_(call), use_(use) {}

  void visit(uintptr_t address, uint32_t depth = 0) {
    if (address == 0 || depth == kDeepest || count_++ == kMostNodes) return;
    const auto* node = reinterpret_cast<const Node*>(address);
    // The program may read the key of a node that it has found: inserting others does not change it.
    touch(call_, address, sizeof node->key, use_ == TreeUse::kChange);
    touch(call_, reinterpret_cast<uintptr_t>(&node->left), 2 * sizeof(uintptr_t), use_ != TreeUse::kLook);
    visit(node->left & ~uintptr_t{1}, depth + 1);
    visit(node->right, depth + 1);
  }

 private:
  const CallFrame& call_;
  const TreeUse use_;
  uint32_t count_ = 0;
};

// By the address of the variable that has the root.
void visit_from_variable(const CallFrame& call, TreeUse use) {
  if (const auto* root = reinterpret_cast<const uintptr_t*>(call.arguments[1])) Walk(call, use).visit(*root);
}

}  // namespace

void before_tsearch(CallFrame& call) {
  visit_from_variable(call, TreeUse::kInsert);
}
void before_tdelete(CallFrame& call) {
  visit_from_variable(call, TreeUse::kChange);
}
void before_tfind(CallFrame& call) {
  visit_from_variable(call, TreeUse::kLook);
}
void before_twalk(CallFrame& call) {
  Walk(call, TreeUse::kLook).visit(call.arguments[0]);
}
void before_tdestroy(CallFrame& call) {
  Walk(call, TreeUse::kChange).visit(call.arguments[0]);
}

}  // namespace mazurka::runtime
