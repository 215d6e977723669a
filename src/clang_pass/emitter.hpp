// Inserts calls of the runtime (include/mazurka/follow.h) into a function.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <initializer_list>

namespace mazurka::clang_pass {

class Emitter {
 public:
  using Value = llvm::Value;
  using Builder = llvm::IRBuilder<>;

  explicit Emitter(llvm::Module& module)
      : module_(module),
        context_(module.getContext()),
        nothing(llvm::Type::getVoidTy(context_)),
        int32(llvm::Type::getInt32Ty(context_)),
        int64(llvm::Type::getInt64Ty(context_)),
        pointer(llvm::Type::getInt8PtrTy(context_)) {}

  Value* number(uint64_t value) const { return llvm::ConstantInt::get(int32, value); }
  Value* word(uint64_t value) const { return llvm::ConstantInt::get(int64, value); }

  // As a number of 64 bits.
  Value* as_word(Builder& builder, Value* value) const {
    if (value->getType()->isPointerTy()) return builder.CreatePtrToInt(value, int64);
    return builder.CreateZExtOrTrunc(value, int64);
  }
  Value* as_pointer(Builder& builder, Value* value) const { return builder.CreatePointerCast(value, pointer); }

  // A function of the runtime. It keeps no address, and throws nothing: so locals stay locals for the ThreadSanitizer.
  Value* call(Builder& builder, const char* name, llvm::Type* result, llvm::ArrayRef<Value*> arguments) {
    llvm::SmallVector<llvm::Type*, 8> types;
    for (Value* argument : arguments) types.push_back(argument->getType());
    auto function = module_.getOrInsertFunction(name, llvm::FunctionType::get(result, types, false));
    llvm::CallInst* made = builder.CreateCall(function, arguments);
    for (unsigned k = 0; k < arguments.size(); k++)
      if (types[k]->isPointerTy()) made->addParamAttr(k, llvm::Attribute::NoCapture);
    made->setDoesNotThrow();
    return made;
  }

  // Is there an input at all?
  Value* is_active(Builder& builder) {
    auto* load = builder.CreateLoad(builder.getInt8Ty(), flag());
    return builder.CreateICmpNE(load, builder.getInt8(0));
  }
  // Is one of these not 0? Null: certainly none.
  Value* any_of(Builder& builder, llvm::ArrayRef<Value*> shadows) const {
    Value* all = nullptr;
    for (Value* shadow : shadows) {
      if (llvm::isa<llvm::ConstantInt>(shadow)) continue;
      all = all == nullptr ? shadow : builder.CreateOr(all, shadow);
    }
    return all == nullptr ? nullptr : builder.CreateICmpNE(all, number(0));
  }

  // Before this instruction, if the condition holds: what `emit` inserts. The number that it gives, or 0.
  template <class Emit>
  Value* when(llvm::Instruction* before, Value* condition, Emit emit) {
    llvm::BasicBlock* head = before->getParent();
    llvm::Instruction* end = llvm::SplitBlockAndInsertIfThen(condition, before, false);
    Builder builder(end);
    builder.SetCurrentDebugLocation(before->getDebugLoc());
    Value* given = emit(builder);
    if (given == nullptr) return nullptr;
    auto* result = llvm::PHINode::Create(int32, 2, "", &*before->getParent()->begin());
    result->addIncoming(number(0), head);
    result->addIncoming(given, end->getParent());
    return result;
  }

  // The variable of the program that the runtime sets. Hidden: each library has its own. Its name is one of those that
  // the ThreadSanitizer leaves alone.
  llvm::GlobalVariable* flag() {
    constexpr const char* kName = "__llvm_gcov_mazurka_follow";
    if (auto* known = module_.getNamedGlobal(kName)) return known;
    auto* made =
        new llvm::GlobalVariable(module_, llvm::Type::getInt8Ty(context_), false, llvm::GlobalValue::WeakAnyLinkage,
                                 llvm::ConstantInt::get(llvm::Type::getInt8Ty(context_), 0), kName);
    made->setVisibility(llvm::GlobalValue::HiddenVisibility);
    return made;
  }

  llvm::Module& module() { return module_; }

 private:
  llvm::Module& module_;
  llvm::LLVMContext& context_;

 public:
  llvm::Type* const nothing;
  llvm::Type* const int32;
  llvm::Type* const int64;
  llvm::Type* const pointer;
};

}  // namespace mazurka::clang_pass
