// The pass plugin that clang loads: `-fpass-plugin=follow-values.so`. It comes last of the optimiser's passes, but
// before those of sanitizers, and instruments what there is then (follower.hpp).
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include "clang_pass/follower.hpp"

using namespace llvm;

namespace mazurka::clang_pass {

namespace {

// Local variables whose address nobody takes become values: they need no shadow memory then.
void promote_locals(Function& function) {
  std::vector<AllocaInst*> locals;
  for (Instruction& instruction : function.getEntryBlock())
    if (auto* local = dyn_cast<AllocaInst>(&instruction); local != nullptr && isAllocaPromotable(local))
      locals.push_back(local);
  if (locals.empty()) return;
  DominatorTree dominators(function);
  PromoteMemToReg(locals, dominators);
}

bool is_to_be_followed(const Function& function) {
  return !function.isDeclaration() && !function.hasFnAttribute(Attribute::Naked) &&
         !function.getName().startswith("tsan.");
}

// Tells the runtime where the program's flag is.
void add_constructor(Module& module) {
  Emitter emitter(module);
  auto* type = FunctionType::get(Type::getVoidTy(module.getContext()), false);
  auto* function = Function::Create(type, GlobalValue::InternalLinkage, "mazurka_follow_register", module);
  IRBuilder<> builder(BasicBlock::Create(module.getContext(), "", function));
  auto callee =
      module.getOrInsertFunction("mazurka_follow_flag", FunctionType::get(emitter.nothing, {emitter.pointer}, false));
  builder.CreateCall(callee, {emitter.as_pointer(builder, emitter.flag())});
  builder.CreateRetVoid();
  appendToGlobalCtors(module, function, 0);
}

struct FollowValues : PassInfoMixin<FollowValues> {
  static PreservedAnalyses run(Module& module, ModuleAnalysisManager&) {
    Follower follower(module);
    std::vector<Function*> functions;
    for (Function& function : module)
      if (is_to_be_followed(function)) functions.push_back(&function);
    for (Function* function : functions) {
      promote_locals(*function);
      follower.instrument(*function);
      if (verifyFunction(*function, &errs()))
        report_fatal_error("mazurka: the pass that follows values has made nonsense of " + function->getName());
    }
    if (!functions.empty()) add_constructor(module);
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

}  // namespace

}  // namespace mazurka::clang_pass

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "follow-values", "1", [](PassBuilder& builder) {
            builder.registerOptimizerLastEPCallback([](ModulePassManager& passes, OptimizationLevel) {
              passes.addPass(mazurka::clang_pass::FollowValues());
            });
          }};
}
