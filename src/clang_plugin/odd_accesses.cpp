// A plugin for clang: the runtime is told of accesses that clang's ThreadSanitizer leaves out.
//
// These are loads and stores that are not 1, 2, 4, 8 or 16 bytes wide (bit-fields of 40 bits, long double, vectors of
// 32 bytes, _BitInt), structures that are passed by value, and lists of arguments that are made (va_start, va_copy).
// What is told comes before the access. A variable of the function whose address nobody takes is left out, as clang
// does. But clang also leaves out a member of such a variable, or an element, as long as nobody takes the address of
// that part, although others may have the address of the whole: these it is made to see.
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/LazyCallGraph.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>

namespace {

constexpr uint64_t kListOfArguments = 24;

class OddAccesses : public llvm::PassInfoMixin<OddAccesses> {
 public:
  // Without optimisation, too.
  static bool isRequired() { return true; }

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& unused) {
    (void)unused;
    leave_word(module);
    for (llvm::Function& function : module)
      if (function.hasFnAttribute(llvm::Attribute::SanitizeThread)) look_at(function);
    return llvm::PreservedAnalyses::none();
  }

 private:
  // For our assembler: it need not look for these accesses itself.
  static void leave_word(llvm::Module& module) {
    llvm::LLVMContext& context = module.getContext();
    llvm::Metadata* word = llvm::MDString::get(context, "mazurka");
    module.getOrInsertNamedMetadata("llvm.ident")->addOperand(llvm::MDNode::get(context, word));
  }

  static void look_at(llvm::Function& function) {
    llvm::SmallVector<llvm::Instruction*, 64> found;
    for (llvm::BasicBlock& block : function)
      for (llvm::Instruction& instruction : block)
        if (instruction.mayReadOrWriteMemory()) found.push_back(&instruction);
    for (llvm::Instruction* instruction : found) {
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(instruction)) {
        if (!load->isAtomic()) look_at(*load, 0, load->getType(), "__tsan_read_range");
      } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(instruction)) {
        llvm::Type* type = store->getValueOperand()->getType();
        if (!store->isAtomic()) look_at(*store, 1, type, "__tsan_write_range");
      } else if (auto* start = llvm::dyn_cast<llvm::VAStartInst>(instruction)) {
        tell(*start, start->getArgList(), kListOfArguments, "__tsan_write_range");
      } else if (auto* copy = llvm::dyn_cast<llvm::VACopyInst>(instruction)) {
        tell(*copy, copy->getSrc(), kListOfArguments, "__tsan_read_range");
        tell(*copy, copy->getDest(), kListOfArguments, "__tsan_write_range");
      } else if (auto* call = llvm::dyn_cast<llvm::CallBase>(instruction)) {
        tell_arguments(*call);
      }
    }
  }

  static void look_at(llvm::Instruction& access, unsigned operand, llvm::Type* type, const char* entry) {
    const uint64_t bytes = access.getModule()->getDataLayout().getTypeStoreSize(type).getFixedSize();
    const bool is_told = bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16;
    if (is_told)
      show_variable(access, operand);
    else if (bytes != 0)
      tell(access, access.getOperand(operand), bytes, entry);
  }

  // clang 14 asks of the address of the access whether others may have it, where it should ask of the variable that
  // this is a part of. It does not know what variable an address belongs to that was a number.
  static void show_variable(llvm::Instruction& access, unsigned operand) {
    llvm::Value* pointer = access.getOperand(operand);
    const llvm::Value* object = llvm::getUnderlyingObject(pointer);
    if (!llvm::isa<llvm::AllocaInst>(object) || llvm::PointerMayBeCaptured(pointer, true, true)) return;
    if (!llvm::PointerMayBeCaptured(object, true, true)) return;
    llvm::IRBuilder<> builder(&access);
    llvm::Value* number = builder.CreatePtrToInt(pointer, builder.getInt64Ty());
    access.setOperand(operand, builder.CreateIntToPtr(number, pointer->getType()));
  }

  static void tell_arguments(llvm::CallBase& call) {
    const llvm::DataLayout& layout = call.getModule()->getDataLayout();
    for (unsigned k = 0; k < call.arg_size(); k++)
      if (call.isByValArgument(k))
        tell(call, call.getArgOperand(k), layout.getTypeStoreSize(call.getParamByValType(k)).getFixedSize(),
             "__tsan_read_range");
  }

  static void tell(llvm::Instruction& access, llvm::Value* pointer, uint64_t bytes, const char* entry) {
    if (pointer->getType()->getPointerAddressSpace() != 0) return;
    const llvm::Value* object = llvm::getUnderlyingObject(pointer);
    if (llvm::isa<llvm::AllocaInst>(object) && !llvm::PointerMayBeCaptured(object, true, true)) return;
    llvm::IRBuilder<> builder(&access);
    llvm::FunctionCallee function = access.getModule()->getOrInsertFunction(
        entry, builder.getVoidTy(), builder.getInt8PtrTy(), builder.getInt64Ty());
    builder.CreateCall(function, {builder.CreatePointerCast(pointer, builder.getInt8PtrTy()), builder.getInt64(bytes)});
  }
};

// LLVM makes a variable of the file a local one of the only function that uses it, if that function does not call
// itself. But several threads may run it at once. So no function is said not to call itself, except main.
class SeveralThreads : public llvm::PassInfoMixin<SeveralThreads> {
 public:
  llvm::PreservedAnalyses run(llvm::LazyCallGraph::SCC& functions, llvm::CGSCCAnalysisManager&, llvm::LazyCallGraph&,
                              llvm::CGSCCUpdateResult&) {
    for (llvm::LazyCallGraph::Node& node : functions)
      if (node.getFunction().getName() != "main") node.getFunction().removeFnAttr(llvm::Attribute::NoRecurse);
    return llvm::PreservedAnalyses::all();
  }
};

}  // namespace

extern "C" LLVM_ATTRIBUTE_WEAK llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "mazurka", LLVM_VERSION_STRING, [](llvm::PassBuilder& passes) {
            passes.registerOptimizerLastEPCallback(
                [](llvm::ModulePassManager& manager, llvm::OptimizationLevel) { manager.addPass(OddAccesses()); });
            passes.registerCGSCCOptimizerLateEPCallback(
                [](llvm::CGSCCPassManager& manager, llvm::OptimizationLevel) { manager.addPass(SeveralThreads()); });
          }};
}
