// Instruments one function after the other: see follower.cpp, calls.cpp and intrinsics.cpp.
#pragma once

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/IntrinsicInst.h>

#include "clang_pass/emitter.hpp"
#include "clang_pass/shadows.hpp"

namespace mazurka::clang_pass {

class Follower {
 public:
  using Value = llvm::Value;
  using Instruction = llvm::Instruction;
  using Builder = llvm::IRBuilder<>;

  explicit Follower(llvm::Module& module)
      : emit_(module), layout_(module.getDataLayout()), shadows_(module.getContext()) {}

  void instrument(llvm::Function& function);

 private:
  // ---- follower.cpp
  void split_edges(llvm::Function& function);
  void make_phis(llvm::Function& function);
  void complete_phis();
  void enter(llvm::Function& function);
  void clear_locals(llvm::Function& function, Instruction* before, Value* active);
  void visit(Instruction* instruction);
  void binary(llvm::BinaryOperator* operation);
  void comparison(llvm::ICmpInst* compare);
  void cast(llvm::CastInst* cast);
  void select(llvm::SelectInst* select);
  void check_bounds(llvm::GetElementPtrInst* gep);
  void element_pointer(llvm::GetElementPtrInst* gep);
  void load(llvm::LoadInst* load);
  void store(llvm::StoreInst* store);
  void update(llvm::AtomicRMWInst* update);
  void compare_exchange(llvm::AtomicCmpXchgInst* exchange);
  void branch(llvm::BranchInst* branch);
  void switch_over(llvm::SwitchInst* instruction);
  void give_back(llvm::ReturnInst* instruction);
  void fix_operands(Instruction* instruction);
  unsigned part_at(llvm::Type* type, llvm::ArrayRef<unsigned> indices) const;

  // ---- calls.cpp
  void call(llvm::CallBase* call);
  bool special_call(llvm::CallBase* call, llvm::StringRef name);
  bool memory_call(llvm::CallBase* call, llvm::StringRef name);
  void choose_model(llvm::CallBase* call, llvm::StringRef name);
  bool input_call(llvm::CallBase* call, llvm::StringRef name);
  void memory_intrinsic(llvm::MemIntrinsic* intrinsic);
  void pass_arguments(llvm::CallBase* call);
  void lose_arguments(llvm::CallBase* call);
  void assembly(llvm::CallBase* call);
  void take_result(llvm::CallBase* call);
  // Where to go on behind an instruction; null if nothing can be inserted there.
  static Instruction* behind(Instruction* instruction);

  // ---- intrinsics.cpp
  void intrinsic(llvm::IntrinsicInst* intrinsic);
  // The shadow of a part of what it gives, from those of its arguments.
  void compute(llvm::IntrinsicInst* intrinsic, unsigned part,
               llvm::function_ref<Value*(Builder&, llvm::ArrayRef<Value*>)> shadow);

  // ---- all
  unsigned width(Value* value) const {
    return value->getType()->isPointerTy() ? 64 : value->getType()->getIntegerBitWidth();
  }
  Value* make_binary(Builder& builder, unsigned op, unsigned width, Value* a, Value* b, Value* a_word, Value* b_word) {
    return emit_.call(builder, "mazurka_follow_binary", emit_.int32,
                      {emit_.number(op), emit_.number(width), a, b, a_word, b_word});
  }
  // The value must be known before this instruction.
  void fix(Instruction* before, Value* value, unsigned part = 0);
  // By this function of the runtime.
  void use_memory(Instruction* before, const char* how, Value* address, uint64_t bytes);

  Emitter emit_;
  const llvm::DataLayout& layout_;
  Shadows shadows_;
  llvm::Function* function_ = nullptr;
  llvm::SmallVector<llvm::PHINode*, 16> phis_;
};

}  // namespace mazurka::clang_pass
