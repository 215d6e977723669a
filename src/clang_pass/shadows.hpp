// What the pass knows of the values of a function: for each of their parts, the number of its expression.
//
// A value of an integer or pointer type has one part, a structure those of its members. Parts of other types (floating
// point, vectors, integers of more than 64 bits) are not followed. A shadow is a number of 32 bits that is computed
// beside the value; the constant 0 where it is known that no input reaches it.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DerivedTypes.h>

namespace mazurka::clang_pass {

struct Part {
  llvm::Type* type;
  uint64_t offset;  // in memory
  bool is_followed;
};
using Parts = llvm::SmallVector<Part, 2>;

inline bool can_follow(llvm::Type* type) {
  return type->isPointerTy() || (type->isIntegerTy() && type->getIntegerBitWidth() <= 64);
}

inline void add_parts(const llvm::DataLayout& layout, llvm::Type* type, uint64_t offset, Parts& parts) {
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    for (unsigned k = 0; k < structure->getNumElements(); k++)
      add_parts(layout, structure->getElementType(k), offset + layout.getStructLayout(structure)->getElementOffset(k),
                parts);
  } else if (!type->isVoidTy()) {
    parts.push_back({type, offset, can_follow(type)});
  }
}

inline Parts parts_of(const llvm::DataLayout& layout, llvm::Type* type) {
  Parts parts;
  add_parts(layout, type, 0, parts);
  return parts;
}

class Shadows {
 public:
  using List = llvm::SmallVector<llvm::Value*, 2>;

  explicit Shadows(llvm::LLVMContext& context) : none_(llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), 0)) {}

  llvm::Value* of(llvm::Value* value, unsigned part = 0) const {
    auto known = lists_.find(value);
    return known == lists_.end() || part >= known->second.size() ? none_ : known->second[part];
  }
  void set(llvm::Value* value, unsigned part, llvm::Value* shadow) {
    List& list = lists_[value];
    while (list.size() <= part) list.push_back(none_);
    list[part] = shadow;
  }
  bool may_be_symbolic(llvm::Value* value, unsigned part = 0) const { return of(value, part) != none_; }
  llvm::Value* none() const { return none_; }
  void clear() { lists_.clear(); }

 private:
  llvm::Value* none_;
  llvm::DenseMap<llvm::Value*, List> lists_;
};

}  // namespace mazurka::clang_pass
