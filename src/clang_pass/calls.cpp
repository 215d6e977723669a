// Calls: of functions that are followed, too; of those that are not; and of the few that mean something to us.
#include <llvm/ADT/StringSet.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <mazurka/follow.h>

#include "clang_pass/follower.hpp"

using namespace llvm;

namespace mazurka::clang_pass {

namespace {

// stdout, std::cout and the like.
bool is_standard_stream(const Value* stream) {
  stream = stream->stripPointerCasts();
  if (const auto* load = dyn_cast<LoadInst>(stream)) stream = load->getPointerOperand()->stripPointerCasts();
  const auto* variable = dyn_cast<GlobalVariable>(stream);
  return variable != nullptr && StringSwitch<bool>(variable->getName())
                                    .Cases("stdout", "stderr", "_ZSt4cout", "_ZSt4cerr", "_ZSt4clog", true)
                                    .Default(false);
}

// What it is given is seen by nobody but a reader.
bool only_prints(const CallBase* call) {
  const Function* function = call->getCalledFunction();
  if (function == nullptr) return false;
  const StringRef name = function->getName();
  if (name.startswith("_ZNSols") || name.startswith("_ZStls")) {
    const Value* stream = call->getArgOperand(0)->stripPointerCasts();
    if (const auto* before = dyn_cast<CallBase>(stream)) return only_prints(before);
    return is_standard_stream(stream);
  }
  static const StringSet<> to_stdout = {"printf", "vprintf", "puts", "putchar", "perror"};
  if (!call->use_empty()) return false;  // how much was printed
  if (to_stdout.contains(name)) return true;
  if (name == "fprintf" || name == "vfprintf") return is_standard_stream(call->getArgOperand(0));
  return (name == "fputs" || name == "fputc" || name == "putc") && is_standard_stream(call->getArgOperand(1));
}

// Functions that the runtime stands in for, which look at small objects without saying so. (Of other functions the
// runtime knows what they read and write.)
bool reads_unseen(StringRef name) {
  static const StringSet<> others = {"nanosleep",   "select",    "pselect",    "poll",     "ppoll",  "sigaction",
                                     "sigprocmask", "setitimer", "thrd_sleep", "futimens", "syscall"};
  static const StringSet<> harmless = {"pthread_create",           "pthread_exit", "pthread_setspecific",
                                       "pthread_getspecific",      "pthread_join", "pthread_self",
                                       "__pthread_register_cancel"};
  if (harmless.contains(name)) return false;
  for (const char* prefix : {"pthread_", "sem_", "mtx_", "cnd_", "clock_", "timer_", "epoll_", "mq_", "msg",
                             "mazurka_mailbox", "mazurka_message"})
    if (name.startswith(prefix)) return true;
  return others.contains(name);
}

// Functions of the C library of which there is a model in C (include/mazurka/followed), and what they look at, argument
// by argument: t a text, r a pointer to one, n a text and m memory of at most as many bytes as the last argument says,
// c a character, k a character whose kind is asked, f a FILE. Null: there is none.
const char* looked_at_by(StringRef name) {
  return StringSwitch<const char*>(name)
      .Cases("strlen", "strdup", "atoi", "atol", "atoll", "t")
      .Cases("strcmp", "strcasecmp", "strstr", "strspn", "strcspn", "strpbrk", "strcat", "tt")
      .Cases("strncmp", "strncasecmp", "nn.")
      .Cases("strnlen", "strndup", "n.")
      .Cases("memcmp", "bcmp", "mm.")
      .Case("memchr", "mc.")
      .Cases("strchr", "strrchr", "tc")
      .Case("strtok_r", "ttr")
      .Case("strsep", "rt")
      .Cases("strcpy", "stpcpy", ".t")
      .Cases("strncpy", "stpncpy", ".n.")
      .Case("strncat", "tn.")
      .Cases("strtol", "strtoul", "strtoll", "strtoull", "t..")
      .Cases("abs", "labs", "llabs", "c")
      .Cases("isdigit", "isupper", "islower", "isalpha", "isalnum", "isxdigit", "isspace", "k")
      .Cases("isblank", "iscntrl", "isprint", "isgraph", "ispunct", "toupper", "tolower", "k")
      .Cases("fgetc", "getc", "f")
      .Case("getchar", "")
      .Cases("fgets", "getline", "..f")
      .Cases("fread", "getdelim", "...f")
      .Default(nullptr);
}

bool is_nondet(StringRef name) {
  return name.startswith("__VERIFIER_nondet_");
}

}  // namespace

// What comes behind a call that may throw gets a block of its own. Not later: shadows of phis are made without values.
void Follower::split_edges(Function& function) {
  std::vector<InvokeInst*> calls;
  for (Instruction& instruction : instructions(function))
    if (auto* call = dyn_cast<InvokeInst>(&instruction)) calls.push_back(call);
  for (InvokeInst* call : calls)
    if (call->getNormalDest()->getSinglePredecessor() == nullptr) SplitEdge(call->getParent(), call->getNormalDest());
}

Instruction* Follower::behind(Instruction* instruction) {
  // (Nothing else comes there: split_edges.)
  if (auto* invoke = dyn_cast<InvokeInst>(instruction)) return &*invoke->getNormalDest()->getFirstInsertionPt();
  if (instruction->isTerminator()) return nullptr;
  return instruction->getNextNode();
}

void Follower::call(CallBase* call) {
  if (auto* one = dyn_cast<MemIntrinsic>(call)) return memory_intrinsic(one);
  if (auto* one = dyn_cast<IntrinsicInst>(call)) return intrinsic(one);
  if (call->isInlineAsm()) return assembly(call);
  const Function* function = call->getCalledFunction();
  const StringRef name = function == nullptr ? "" : function->getName();
  if (name.startswith("mazurka_follow_")) return;
  if (input_call(call, name) || memory_call(call, name) || special_call(call, name)) return;
  if (reads_unseen(name)) lose_arguments(call);
  if (function != nullptr && function->isDeclaration()) choose_model(call, name);
  fix(call, call->getCalledOperand());
  pass_arguments(call);
  take_result(call);
}

// Does an input reach what the function looks at? Then it is the model that is called.
void Follower::choose_model(CallBase* call, StringRef name) {
  const char* codes = looked_at_by(name);
  if (codes == nullptr || StringRef(codes).size() != call->arg_size() || call->getFunctionType()->isVarArg()) return;
  Builder builder(call);
  Value* reaches = emit_.when(call, emit_.is_active(builder), [&](Builder& inside) {
    Value* sum = emit_.number(0);
    const auto add = [&](const char* question, ArrayRef<Value*> arguments) {
      sum = inside.CreateOr(sum, emit_.call(inside, question, emit_.int32, arguments));
    };
    const auto add_text = [&](Value* text, Value* most, bool ends_at_zero) {
      add("mazurka_follow_reaches",
          {emit_.as_pointer(inside, text), emit_.as_word(inside, most), emit_.number(ends_at_zero ? 1 : 0)});
    };
    if (name == "getchar") add("mazurka_follow_reaches_input", {});
    for (unsigned k = 0; k < call->arg_size(); k++) {
      Value* argument = call->getArgOperand(k);
      Value* last = call->getArgOperand(call->arg_size() - 1);
      switch (codes[k]) {
        case 't': add_text(argument, emit_.word(UINT64_MAX), true); break;
        case 'n': add_text(argument, last, true); break;
        case 'm': add_text(argument, last, false); break;
        case 'r': add("mazurka_follow_reaches_rest", {emit_.as_pointer(inside, argument)}); break;
        case 'f': add("mazurka_follow_reaches_stream", {emit_.as_pointer(inside, argument)}); break;
        case 'c': sum = inside.CreateOr(sum, shadows_.of(argument)); break;
        case 'k': add("mazurka_follow_reaches_kind", {shadows_.of(argument)}); break;
        default: break;
      }
    }
    return sum;
  });
  Builder here(call);
  auto model = emit_.module().getOrInsertFunction(("mazurka_model_" + name).str(), call->getFunctionType());
  call->setCalledOperand(
      here.CreateSelect(here.CreateICmpNE(reaches, emit_.number(0)), model.getCallee(), call->getCalledOperand()));
}

// Inputs: from here on they are followed.
bool Follower::input_call(CallBase* call, StringRef name) {
  if (name == "mazurka_symbolic" && call->arg_size() == 3) {
    for (Value* argument : call->args()) fix(call, argument);
    call->setCalledFunction(emit_.module().getOrInsertFunction("mazurka_follow_object", call->getFunctionType()));
    return true;
  }
  Type* type = call->getType();
  if (!is_nondet(name) || call->arg_size() != 0 || !type->isIntegerTy() || type->getIntegerBitWidth() > 64)
    return false;
  if (isa<InvokeInst>(call)) return false;
  const StringRef kind = name.drop_front(StringRef("__VERIFIER_nondet_").size());
  std::string label = ("nondet_" + kind).str();
  if (const DebugLoc& place = call->getDebugLoc()) label += ":" + std::to_string(place.getLine());
  Builder top(&*function_->getEntryBlock().begin());
  Value* room = top.CreateAlloca(emit_.int64);
  Builder builder(call);
  const bool is_signed = !kind.startswith("u") && kind != "bool" && kind != "size_t";
  // A bool is one bit in a byte.
  const unsigned bits = kind == "bool" ? 1 : width(call);
  Value* shadow =
      emit_.call(builder, "mazurka_follow_input", emit_.int32,
                 {emit_.number(bits), emit_.number(is_signed ? 1 : 0), builder.CreateGlobalStringPtr(label), room});
  auto* value = builder.CreateLoad(emit_.int64, room);
  Value* result = builder.CreateTrunc(value, type);
  if (bits != width(call))
    shadow = emit_.call(builder, "mazurka_follow_convert", emit_.int32,
                        {emit_.number(0), emit_.number(width(call)), shadow});
  shadows_.set(result, 0, shadow);
  call->replaceAllUsesWith(result);
  call->eraseFromParent();
  return true;
}

// Functions of the C library that move bytes and look at none.
bool Follower::memory_call(CallBase* call, StringRef name) {
  const bool copies = name == "memcpy" || name == "memmove" || name == "mempcpy";
  if ((!copies && name != "memset") || call->arg_size() != 3) return false;
  for (const unsigned k : {0u, 2u}) fix(call, call->getArgOperand(k));
  if (copies) fix(call, call->getArgOperand(1));
  Instruction* next = behind(call);
  if (next == nullptr) return true;
  Builder builder(next);
  emit_.when(next, emit_.is_active(builder), [&](Builder& inside) -> Value* {
    Value* to = emit_.as_pointer(inside, call->getArgOperand(0));
    Value* bytes = emit_.as_word(inside, call->getArgOperand(2));
    if (copies)
      emit_.call(inside, "mazurka_follow_copy", emit_.nothing,
                 {to, emit_.as_pointer(inside, call->getArgOperand(1)), bytes});
    else
      emit_.call(inside, "mazurka_follow_fill", emit_.nothing, {to, shadows_.of(call->getArgOperand(1)), bytes});
    return nullptr;
  });
  return true;
}

bool Follower::special_call(CallBase* call, StringRef name) {
  if ((name == "mazurka_assume" || name == "__VERIFIER_assume") && call->arg_size() == 1) {
    Value* value = call->getArgOperand(0);
    Builder builder(call);
    Value* condition = emit_.any_of(builder, {shadows_.of(value)});
    if (condition == nullptr) return true;
    emit_.when(call, condition, [&](Builder& inside) -> Value* {
      Value* is_zero = make_binary(inside, MAZURKA_EQ, width(value), shadows_.of(value), emit_.number(0),
                                   emit_.as_word(inside, value), emit_.word(0));
      Value* now = inside.CreateICmpEQ(value, ConstantInt::get(value->getType(), 0));
      emit_.call(inside, "mazurka_follow_branch", emit_.nothing, {is_zero, inside.CreateZExt(now, emit_.int32)});
      return nullptr;
    });
    return true;
  }
  const bool c11 = name == "thrd_create" && call->arg_size() == 3;
  if ((name == "pthread_create" && call->arg_size() == 4) || c11) {
    const unsigned place = c11 ? 2 : 3;
    Value* argument = call->getArgOperand(place);
    for (unsigned k = 0; k < place; k++) fix(call, call->getArgOperand(k));
    Builder builder(call);
    if (Value* condition = emit_.any_of(builder, {shadows_.of(argument)}))
      emit_.when(call, condition, [&](Builder& inside) -> Value* {
        emit_.call(inside, "mazurka_follow_thread_argument", emit_.nothing,
                   {emit_.as_pointer(inside, call->getArgOperand(place - 1)), shadows_.of(argument)});
        return nullptr;
      });
    return true;
  }
  return false;
}

void Follower::lose_arguments(CallBase* call) {
  constexpr uint64_t kBytes = 128;  // if nothing is known of the object
  for (Value* argument : call->args()) {
    if (!argument->getType()->isPointerTy() || isa<ConstantPointerNull>(argument)) continue;
    const Value* typed = argument;
    if (const auto* cast = dyn_cast<BitCastOperator>(argument)) typed = cast->getOperand(0);
    Type* object = typed->getType()->getPointerElementType();
    const bool is_known = object->isSized() && layout_.getTypeAllocSize(object) > 1;
    const uint64_t bytes = is_known ? std::min<uint64_t>(layout_.getTypeAllocSize(object), kBytes) : kBytes;
    Builder builder(call);
    emit_.when(call, emit_.is_active(builder), [&](Builder& inside) -> Value* {
      emit_.call(inside, "mazurka_follow_lose_memory", emit_.nothing,
                 {emit_.as_pointer(inside, argument), emit_.word(bytes)});
      return nullptr;
    });
  }
}

// What it does with memory is not followed.
void Follower::assembly(CallBase* call) {
  fix_operands(call);
  const auto* code = llvm::cast<InlineAsm>(call->getCalledOperand());
  if (code->getAsmString().empty()) return;
  const bool reaches_memory = any_of(call->args(), [](Value* argument) { return argument->getType()->isPointerTy(); });
  if (!reaches_memory && !StringRef(code->getConstraintString()).contains("memory")) return;
  Builder builder(call);
  emit_.when(call, emit_.is_active(builder), [&](Builder& inside) -> Value* {
    emit_.call(inside, "mazurka_follow_lose_all", emit_.nothing, {});
    return nullptr;
  });
}

void Follower::pass_arguments(CallBase* call) {
  const bool prints = only_prints(call);
  const unsigned fixed = call->getFunctionType()->getNumParams();
  SmallVector<Value*, 8> shadows;
  for (unsigned k = 0; k < call->arg_size(); k++) {
    Value* argument = call->getArgOperand(k);
    if (call->isByValArgument(k))
      use_memory(call, "mazurka_follow_fix_memory", argument, layout_.getTypeStoreSize(call->getParamByValType(k)));
    // Those of functions with "..." are taken from memory.
    if (k >= fixed && !prints) fix(call, argument);
    if (!can_follow(argument->getType())) continue;
    if (k < fixed) shadows.push_back(shadows_.of(argument));
  }
  if (prints) return;
  Builder builder(call);
  Value* condition = emit_.any_of(builder, shadows);
  if (condition == nullptr) return;
  emit_.when(call, condition, [&](Builder& inside) -> Value* {
    for (unsigned k = 0; k < fixed; k++)
      if (shadows_.may_be_symbolic(call->getArgOperand(k)))
        emit_.call(inside, "mazurka_follow_argument", emit_.nothing,
                   {emit_.number(k), shadows_.of(call->getArgOperand(k))});
    emit_.call(inside, "mazurka_follow_call", emit_.nothing, {emit_.as_pointer(inside, call->getCalledOperand())});
    return nullptr;
  });
  Instruction* next = behind(call);
  if (next == nullptr || call->isMustTailCall()) return;
  emit_.when(next, condition, [&](Builder& inside) -> Value* {
    emit_.call(inside, "mazurka_follow_called", emit_.nothing, {emit_.as_pointer(inside, call->getCalledOperand())});
    return nullptr;
  });
}

void Follower::take_result(CallBase* call) {
  const Parts parts = parts_of(layout_, call->getType());
  if (parts.empty() || call->isMustTailCall()) return;
  const Function* function = call->getCalledFunction();
  if ((function != nullptr && function->isIntrinsic()) || only_prints(call)) return;
  Instruction* next = behind(call);
  if (next == nullptr) return;
  // Only structures of one level: others are not followed out of functions.
  auto* whole = dyn_cast<StructType>(call->getType());
  if (whole != nullptr && whole->getNumElements() != parts.size()) {
    Builder builder(next);
    emit_.when(next, emit_.is_active(builder), [&](Builder& inside) -> Value* {
      emit_.call(inside, "mazurka_follow_lose_results", emit_.nothing, {});
      return nullptr;
    });
    return;
  }
  for (unsigned k = 0; k < parts.size() && k < 16; k++) {
    if (!parts[k].is_followed) continue;
    Builder builder(next);
    shadows_.set(call, k, emit_.when(next, emit_.is_active(builder), [&](Builder& inside) {
      Value* value = call;
      if (whole != nullptr) value = inside.CreateExtractValue(call, k);
      return emit_.call(
          inside, "mazurka_follow_result", emit_.int32,
          {emit_.as_pointer(inside, call->getCalledOperand()), emit_.number(k), emit_.as_word(inside, value)});
    }));
  }
}

void Follower::memory_intrinsic(MemIntrinsic* intrinsic) {
  fix(intrinsic, intrinsic->getRawDest());
  fix(intrinsic, intrinsic->getLength());
  auto* transfer = dyn_cast<MemTransferInst>(intrinsic);
  if (transfer != nullptr) fix(intrinsic, transfer->getRawSource());
  Instruction* next = intrinsic->getNextNode();
  Builder builder(next);
  emit_.when(next, emit_.is_active(builder), [&](Builder& inside) -> Value* {
    Value* to = emit_.as_pointer(inside, intrinsic->getRawDest());
    Value* bytes = emit_.as_word(inside, intrinsic->getLength());
    if (transfer != nullptr)
      emit_.call(inside, "mazurka_follow_copy", emit_.nothing,
                 {to, emit_.as_pointer(inside, transfer->getRawSource()), bytes});
    else
      emit_.call(inside, "mazurka_follow_fill", emit_.nothing,
                 {to, shadows_.of(llvm::cast<MemSetInst>(intrinsic)->getValue()), bytes});
    return nullptr;
  });
}

}  // namespace mazurka::clang_pass
