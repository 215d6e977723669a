// std::map, std::set and std::list of libstdc++: part of their code is in the C++ library, where nobody sees what it
// reads and writes. (That of libc++ is all in headers.)
//
// A list's functions are told access by access. For a tree, what the C++ standard says of containers is enough: who
// inserts or erases writes the container, who moves an iterator reads it. The container is the node that stands for its
// end, which a search reads, too.
//
// The runtime itself must not use these containers (tests/scripts/check_own_containers.sh): it would come here.
#include <cstddef>
#include <cstdint>

#include "runtime/engine/program_code.hpp"
#include "runtime/entries/pass_through.hpp"
#include "runtime/races/plain_operations.hpp"
#include "runtime/races/race_detector.hpp"

using namespace mazurka::runtime;

namespace {

// What libraries that are not instrumented do with containers of their own is ordered by means that nobody sees.
bool is_watched(uint64_t pc) {
  return watching && is_program_code(pc);
}

template <class T>
void read(const T& object, uint64_t pc) {
  if (is_watched(pc)) plain_access_by_library(reinterpret_cast<uintptr_t>(&object), sizeof object, kPlainRead, pc);
}
template <class T>
void write(T& object, uint64_t pc) {
  note_plain_write(reinterpret_cast<uintptr_t>(&object), sizeof object);
  if (is_watched(pc)) plain_access_by_library(reinterpret_cast<uintptr_t>(&object), sizeof object, kPlainWrite, pc);
}

// As libstdc++ has them.
struct TreeNode {
  int32_t color;  // 0: red
  TreeNode *parent, *left, *right;
};
struct ListNode {
  ListNode *next, *previous;
};

TreeNode* tree_node(void* argument) {
  return static_cast<TreeNode*>(argument);
}
ListNode* list_node(void* argument) {
  return static_cast<ListNode*>(argument);
}

// The root, which is black, and the end, which is red, are each other's parents.
const TreeNode* end_of(const TreeNode* node) {
  while (node->parent->parent != node) node = node->parent;
  return node->color == 0 ? node : node->parent;
}

void move_iterator(const PassedArguments& arguments) {
  const TreeNode* node = tree_node(arguments.object);
  read(*node, arguments.pc);
  read(*end_of(node), arguments.pc);
}

// bool, the new node, its parent, the end
void insert(const PassedArguments& arguments) {
  write(*tree_node(arguments.second), arguments.pc);
  write(*tree_node(arguments.fourth), arguments.pc);
}

// the node, the end
void erase(const PassedArguments& arguments) {
  write(*tree_node(arguments.object), arguments.pc);
  write(*tree_node(arguments.second), arguments.pc);
}

// this, the node after it
void hook(const PassedArguments& arguments) {
  ListNode* after = list_node(arguments.second);
  write(*list_node(arguments.object), arguments.pc);
  write(after->previous, arguments.pc);
  write(after->previous->next, arguments.pc);
}

void unhook(const PassedArguments& arguments) {
  const ListNode* self = list_node(arguments.object);
  read(*self, arguments.pc);
  write(self->next->previous, arguments.pc);
  write(self->previous->next, arguments.pc);
}

// this, the first node that is moved before it, the node after the last one
void transfer(const PassedArguments& arguments) {
  ListNode *self = list_node(arguments.object), *first = list_node(arguments.second),
           *last = list_node(arguments.third);
  if (self == last) return;
  for (ListNode* node : {self, first, last}) {
    write(node->previous, arguments.pc);
    write(node->previous->next, arguments.pc);
  }
}

void reverse(const PassedArguments& arguments) {
  ListNode* node = list_node(arguments.object);
  do {
    write(*node, arguments.pc);
    node = node->next;
  } while (node != arguments.object);
}

void swap(const PassedArguments& arguments) {
  for (ListNode* node : {list_node(arguments.object), list_node(arguments.second)}) {
    write(*node, arguments.pc);
    write(node->next->previous, arguments.pc);
    write(node->previous->next, arguments.pc);
  }
}

}  // namespace

MAZURKA_PASS_THROUGH(move_iterator, _ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base)
MAZURKA_PASS_THROUGH(move_iterator, _ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base)
MAZURKA_PASS_THROUGH(move_iterator, _ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base)
MAZURKA_PASS_THROUGH(move_iterator, _ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base)
MAZURKA_PASS_THROUGH(insert, _ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_)
MAZURKA_PASS_THROUGH(erase, _ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_)
MAZURKA_PASS_THROUGH(hook, _ZNSt8__detail15_List_node_base7_M_hookEPS0_)
MAZURKA_PASS_THROUGH(unhook, _ZNSt8__detail15_List_node_base9_M_unhookEv)
MAZURKA_PASS_THROUGH(transfer, _ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_)
MAZURKA_PASS_THROUGH(reverse, _ZNSt8__detail15_List_node_base10_M_reverseEv)
MAZURKA_PASS_THROUGH(swap, _ZNSt8__detail15_List_node_base4swapERS0_S1_)
