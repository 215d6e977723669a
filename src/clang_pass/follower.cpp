// Beside each value of a function, the number of its expression is computed. Nearly all of that is skipped while the
// numbers are 0: one test in front of each operation, and none where it is known while compiling.
#include "clang_pass/follower.hpp"

#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/InstIterator.h>
#include <mazurka/follow.h>

using namespace llvm;

namespace mazurka::clang_pass {

namespace {

// 0: there is none.
unsigned operator_of(unsigned opcode) {
  switch (opcode) {
    case Instruction::Add: return MAZURKA_ADD;
    case Instruction::Sub: return MAZURKA_SUB;
    case Instruction::Mul: return MAZURKA_MUL;
    case Instruction::UDiv: return MAZURKA_UDIV;
    case Instruction::SDiv: return MAZURKA_SDIV;
    case Instruction::URem: return MAZURKA_UREM;
    case Instruction::SRem: return MAZURKA_SREM;
    case Instruction::Shl: return MAZURKA_SHL;
    case Instruction::LShr: return MAZURKA_LSHR;
    case Instruction::AShr: return MAZURKA_ASHR;
    case Instruction::And: return MAZURKA_AND;
    case Instruction::Or: return MAZURKA_OR;
    case Instruction::Xor: return MAZURKA_XOR;
    default: return 0;
  }
}

struct Comparison {
  unsigned op;
  bool swapped, negated;
};

Comparison comparison_of(CmpInst::Predicate predicate) {
  switch (predicate) {
    case CmpInst::ICMP_EQ: return {MAZURKA_EQ, false, false};
    case CmpInst::ICMP_NE: return {MAZURKA_EQ, false, true};
    case CmpInst::ICMP_UGT: return {MAZURKA_ULT, true, false};
    case CmpInst::ICMP_UGE: return {MAZURKA_ULE, true, false};
    case CmpInst::ICMP_ULT: return {MAZURKA_ULT, false, false};
    case CmpInst::ICMP_ULE: return {MAZURKA_ULE, false, false};
    case CmpInst::ICMP_SGT: return {MAZURKA_SLT, true, false};
    case CmpInst::ICMP_SGE: return {MAZURKA_SLE, true, false};
    case CmpInst::ICMP_SLT: return {MAZURKA_SLT, false, false};
    default: return {MAZURKA_SLE, false, false};
  }
}

constexpr unsigned kNotFollowed = UINT_MAX;

bool has_no_wrap(BinaryOperator* operation) {
  return isa<OverflowingBinaryOperator>(operation) && operation->hasNoSignedWrap();
}

}  // namespace

void Follower::instrument(Function& function) {
  function_ = &function;
  shadows_.clear();
  phis_.clear();
  split_edges(function);
  std::vector<Instruction*> all;
  for (Instruction& instruction : instructions(function)) all.push_back(&instruction);
  make_phis(function);
  enter(function);
  for (Instruction* instruction : all) visit(instruction);
  complete_phis();
}

// First of all, so that what comes from behind has its shadow.
void Follower::make_phis(Function& function) {
  for (BasicBlock& block : function)
    for (PHINode& phi : block.phis()) {
      if (std::find(phis_.begin(), phis_.end(), &phi) == phis_.end()) phis_.push_back(&phi);
    }
  for (PHINode* phi : phis_) {
    const Parts parts = parts_of(layout_, phi->getType());
    for (unsigned k = 0; k < parts.size(); k++)
      if (parts[k].is_followed)
        shadows_.set(phi, k, PHINode::Create(emit_.int32, phi->getNumIncomingValues(), "", phi));
  }
}

void Follower::complete_phis() {
  for (PHINode* phi : phis_) {
    const Parts parts = parts_of(layout_, phi->getType());
    for (unsigned k = 0; k < parts.size(); k++)
      if (parts[k].is_followed)
        for (unsigned n = 0; n < phi->getNumIncomingValues(); n++)
          llvm::cast<PHINode>(shadows_.of(phi, k))
              ->addIncoming(shadows_.of(phi->getIncomingValue(n), k), phi->getIncomingBlock(n));
  }
}

void Follower::enter(Function& function) {
  Instruction* first = &*function.getEntryBlock().getFirstInsertionPt();
  while (isa<AllocaInst>(first)) first = first->getNextNode();
  Builder builder(first);
  Value* active = emit_.is_active(builder);
  clear_locals(function, first, active);
  Value* told = emit_.when(first, active, [&](Builder& inside) {
    return emit_.call(inside, "mazurka_follow_enter", emit_.int32, {emit_.as_pointer(inside, &function)});
  });
  for (Argument& argument : function.args()) {
    if (!can_follow(argument.getType()) || argument.hasByValAttr() || argument.getArgNo() >= 16) continue;
    Builder here(first);
    Value* is_told = here.CreateICmpNE(told, emit_.number(0));
    shadows_.set(&argument, 0, emit_.when(first, is_told, [&](Builder& inside) {
      return emit_.call(inside, "mazurka_follow_parameter", emit_.int32,
                        {told, emit_.number(argument.getArgNo()), emit_.as_word(inside, &argument)});
    }));
  }
}

void Follower::visit(Instruction* instruction) {
  if (isa<PHINode>(instruction) || isa<DbgInfoIntrinsic>(instruction)) return;
  if (isa<AllocaInst>(instruction)) return fix_operands(instruction);
  if (auto* one = dyn_cast<BinaryOperator>(instruction)) return binary(one);
  if (auto* one = dyn_cast<ICmpInst>(instruction)) return comparison(one);
  if (auto* one = dyn_cast<CastInst>(instruction)) return this->cast(one);
  if (auto* one = dyn_cast<SelectInst>(instruction)) return select(one);
  if (auto* one = dyn_cast<GetElementPtrInst>(instruction)) return element_pointer(one);
  if (auto* one = dyn_cast<LoadInst>(instruction)) return load(one);
  if (auto* one = dyn_cast<StoreInst>(instruction)) return store(one);
  if (auto* one = dyn_cast<AtomicRMWInst>(instruction)) return update(one);
  if (auto* one = dyn_cast<AtomicCmpXchgInst>(instruction)) return compare_exchange(one);
  if (auto* one = dyn_cast<BranchInst>(instruction)) return branch(one);
  if (auto* one = dyn_cast<SwitchInst>(instruction)) return switch_over(one);
  if (auto* one = dyn_cast<ReturnInst>(instruction)) return give_back(one);
  if (auto* one = dyn_cast<CallBase>(instruction)) return call(one);
  if (auto* one = dyn_cast<FreezeInst>(instruction)) {
    for (unsigned k = 0; k < parts_of(layout_, one->getType()).size(); k++)
      shadows_.set(one, k, shadows_.of(one->getOperand(0), k));
    return;
  }
  if (auto* one = dyn_cast<ExtractValueInst>(instruction)) {
    const unsigned first = part_at(one->getAggregateOperand()->getType(), one->getIndices());
    if (first == kNotFollowed) return;
    for (unsigned k = 0; k < parts_of(layout_, one->getType()).size(); k++)
      shadows_.set(one, k, shadows_.of(one->getAggregateOperand(), first + k));
    return;
  }
  if (auto* one = dyn_cast<InsertValueInst>(instruction)) {
    for (unsigned k = 0; k < parts_of(layout_, one->getType()).size(); k++)
      shadows_.set(one, k, shadows_.of(one->getAggregateOperand(), k));
    const unsigned first = part_at(one->getType(), one->getIndices());
    if (first == kNotFollowed) {
      for (unsigned k = 0; k < parts_of(layout_, one->getInsertedValueOperand()->getType()).size(); k++)
        fix(one, one->getInsertedValueOperand(), k);
      return;
    }
    for (unsigned k = 0; k < parts_of(layout_, one->getInsertedValueOperand()->getType()).size(); k++)
      shadows_.set(one, first + k, shadows_.of(one->getInsertedValueOperand(), k));
    return;
  }
  fix_operands(instruction);
}

// Which part of a value of this type the member is, or begins with.
unsigned Follower::part_at(Type* type, ArrayRef<unsigned> indices) const {
  unsigned part = 0;
  for (const unsigned index : indices) {
    auto* structure = dyn_cast<StructType>(type);
    if (structure == nullptr) return kNotFollowed;  // an array
    for (unsigned k = 0; k < index; k++)
      part += static_cast<unsigned>(parts_of(layout_, structure->getElementType(k)).size());
    type = structure->getElementType(index);
  }
  return part;
}

void Follower::fix(Instruction* before, Value* value, unsigned part) {
  Value* shadow = shadows_.of(value, part);
  Builder builder(before);
  Value* condition = emit_.any_of(builder, {shadow});
  if (condition == nullptr) return;
  emit_.when(before, condition, [&](Builder& inside) -> Value* {
    emit_.call(inside, "mazurka_follow_fix", emit_.nothing, {shadow});
    return nullptr;
  });
}

void Follower::use_memory(Instruction* before, const char* how, Value* address, uint64_t bytes) {
  Builder builder(before);
  emit_.when(before, emit_.is_active(builder), [&](Builder& inside) -> Value* {
    emit_.call(inside, how, emit_.nothing, {emit_.as_pointer(inside, address), emit_.word(bytes)});
    return nullptr;
  });
}

// What was on the stack before is nobody's value.
void Follower::clear_locals(Function& function, Instruction* before, Value* active) {
  for (Instruction& instruction : function.getEntryBlock()) {
    auto* local = dyn_cast<AllocaInst>(&instruction);
    if (local == nullptr || !local->isStaticAlloca()) continue;
    const uint64_t bytes = layout_.getTypeAllocSize(local->getAllocatedType()) *
                           llvm::cast<ConstantInt>(local->getArraySize())->getZExtValue();
    emit_.when(before, active, [&](Builder& inside) -> Value* {
      emit_.call(inside, "mazurka_follow_fill", emit_.nothing,
                 {emit_.as_pointer(inside, local), emit_.number(0), emit_.word(bytes)});
      return nullptr;
    });
  }
}

// Nothing is known of what it does.
void Follower::fix_operands(Instruction* instruction) {
  for (Value* operand : instruction->operands())
    for (unsigned k = 0; k < parts_of(layout_, operand->getType()).size(); k++)
      if (shadows_.may_be_symbolic(operand, k)) fix(instruction, operand, k);
}

void Follower::binary(BinaryOperator* operation) {
  unsigned op = operator_of(operation->getOpcode());
  if (op == 0 || !can_follow(operation->getType())) return fix_operands(operation);
  if (has_no_wrap(operation)) op |= MAZURKA_NO_WRAP;
  Value *a = operation->getOperand(0), *b = operation->getOperand(1);
  Builder builder(operation);
  Value* condition = emit_.any_of(builder, {shadows_.of(a), shadows_.of(b)});
  if (condition == nullptr) return;
  shadows_.set(operation, 0, emit_.when(operation, condition, [&](Builder& inside) {
    return make_binary(inside, op, width(operation), shadows_.of(a), shadows_.of(b), emit_.as_word(inside, a),
                       emit_.as_word(inside, b));
  }));
}

void Follower::comparison(ICmpInst* compare) {
  Value *a = compare->getOperand(0), *b = compare->getOperand(1);
  if (!can_follow(a->getType())) return fix_operands(compare);
  const Comparison found = comparison_of(compare->getPredicate());
  if (found.swapped) std::swap(a, b);
  Builder builder(compare);
  Value* condition = emit_.any_of(builder, {shadows_.of(a), shadows_.of(b)});
  if (condition == nullptr) return;
  shadows_.set(compare, 0, emit_.when(compare, condition, [&](Builder& inside) {
    Value* a_word = emit_.as_word(inside, a);
    Value* b_word = emit_.as_word(inside, b);
    Value* result = make_binary(inside, found.op, width(a), shadows_.of(a), shadows_.of(b), a_word, b_word);
    if (!found.negated) return result;
    // (1 if they are equal) ^ 1. Where the comparison turned out to be constant, nothing is left to follow.
    Value* equal = inside.CreateZExt(inside.CreateICmpEQ(a, b), emit_.int64);
    Value* negation = make_binary(inside, MAZURKA_XOR, 1, result, emit_.number(0), equal, emit_.word(1));
    return inside.CreateSelect(inside.CreateICmpEQ(result, emit_.number(0)), emit_.number(0), negation);
  }));
}

void Follower::cast(CastInst* instruction) {
  Value* operand = instruction->getOperand(0);
  if (!can_follow(operand->getType()) || !can_follow(instruction->getType())) return fix_operands(instruction);
  Builder builder(instruction);
  Value* condition = emit_.any_of(builder, {shadows_.of(operand)});
  if (condition == nullptr) return;
  if (width(operand) == width(instruction)) return shadows_.set(instruction, 0, shadows_.of(operand));
  const bool is_signed = instruction->getOpcode() == Instruction::SExt;
  shadows_.set(instruction, 0, emit_.when(instruction, condition, [&](Builder& inside) {
    return emit_.call(inside, "mazurka_follow_convert", emit_.int32,
                      {emit_.number(is_signed ? 1 : 0), emit_.number(width(instruction)), shadows_.of(operand)});
  }));
}

void Follower::select(SelectInst* select) {
  Value *c = select->getCondition(), *a = select->getTrueValue(), *b = select->getFalseValue();
  Builder builder(select);
  if (!can_follow(select->getType())) {
    // What it gives is not followed: so it is a branch.
    if (!c->getType()->isIntegerTy(1)) return fix_operands(select);
    return fix(select, c);
  }
  Value* condition = emit_.any_of(builder, {shadows_.of(c), shadows_.of(a), shadows_.of(b)});
  if (condition == nullptr) return;
  shadows_.set(select, 0, emit_.when(select, condition, [&](Builder& inside) {
    return emit_.call(inside, "mazurka_follow_select", emit_.int32,
                      {emit_.number(width(select)), shadows_.of(c), shadows_.of(a), shadows_.of(b),
                       inside.CreateZExt(c, emit_.int32), emit_.as_word(inside, a), emit_.as_word(inside, b)});
  }));
}

// An index into an array of known length, and into a block of the heap from its beginning on: with --symbolic-checks.
void Follower::check_bounds(GetElementPtrInst* gep) {
  // The end of an array may be pointed at.
  const bool is_used = any_of(gep->users(), [&](User* user) {
    return (isa<LoadInst>(user) && user->getOperand(0) == gep) || (isa<StoreInst>(user) && user->getOperand(1) == gep);
  });
  unsigned place = 0;
  for (auto at = gep_type_begin(gep); at != gep_type_end(gep); ++at, place++) {
    Value* index = at.getOperand();
    if (at.isStruct() || !shadows_.may_be_symbolic(index)) continue;
    const SmallVector<Value*, 4> before(gep->idx_begin(), gep->idx_begin() + place);
    auto* array = dyn_cast<ArrayType>(GetElementPtrInst::getIndexedType(gep->getSourceElementType(), before));
    const uint64_t count = place != 0 && array != nullptr ? array->getNumElements() : 0;
    if (place != 0 && count < 2) continue;  // it may be the open end of a structure
    Builder builder(gep);
    Value* condition = emit_.any_of(builder, {shadows_.of(index)});
    emit_.when(gep, condition, [&](Builder& inside) -> Value* {
      Value* base = place == 0 ? emit_.as_pointer(inside, gep->getPointerOperand())
                               : ConstantPointerNull::get(llvm::cast<PointerType>(emit_.pointer));
      const uint64_t size = layout_.getTypeAllocSize(at.getIndexedType());
      emit_.call(inside, "mazurka_follow_bound", emit_.nothing,
                 {shadows_.of(index), base, emit_.word(place == 0 ? size : count), emit_.number(is_used ? 0 : 1)});
      return nullptr;
    });
  }
}

void Follower::element_pointer(GetElementPtrInst* gep) {
  if (!gep->getType()->isPointerTy()) return fix_operands(gep);
  check_bounds(gep);
  SmallVector<Value*, 4> shadows = {shadows_.of(gep->getPointerOperand())};
  for (Value* index : gep->indices()) shadows.push_back(shadows_.of(index));
  Builder builder(gep);
  Value* condition = emit_.any_of(builder, shadows);
  if (condition == nullptr) return;
  shadows_.set(gep, 0, emit_.when(gep, condition, [&](Builder& inside) {
    Value* sum = shadows[0];
    Value* address = emit_.as_word(inside, gep->getPointerOperand());
    auto add = [&](Value* shadow, Value* amount) {
      sum = make_binary(inside, MAZURKA_ADD, 64, sum, shadow, address, amount);
      address = inside.CreateAdd(address, amount);
    };
    unsigned place = 1;
    for (auto at = gep_type_begin(gep); at != gep_type_end(gep); ++at, place++) {
      if (StructType* structure = at.getStructTypeOrNull()) {
        const auto field = static_cast<unsigned>(llvm::cast<ConstantInt>(at.getOperand())->getZExtValue());
        add(shadows_.none(), emit_.word(layout_.getStructLayout(structure)->getElementOffset(field)));
        continue;
      }
      Value* index = at.getOperand();
      Value* size = emit_.word(layout_.getTypeAllocSize(at.getIndexedType()));
      Value* wide = inside.CreateSExtOrTrunc(index, emit_.int64);
      Value* scaled = shadows_.none();
      if (shadows_.may_be_symbolic(index)) {
        Value* extended = emit_.call(inside, "mazurka_follow_convert", emit_.int32,
                                     {emit_.number(1), emit_.number(64), shadows_.of(index)});
        scaled = make_binary(inside, MAZURKA_MUL, 64, extended, emit_.number(0), wide, size);
      }
      add(scaled, inside.CreateMul(wide, size));
    }
    return sum;
  }));
}

void Follower::load(LoadInst* load) {
  Value* address = load->getPointerOperand();
  fix(load, address);
  const Parts parts = parts_of(layout_, load->getType());
  Instruction* next = load->getNextNode();
  for (const Part& part : parts)
    if (!part.is_followed || layout_.getTypeSizeInBits(part.type) % 8 != 0)
      return use_memory(next, "mazurka_follow_fix_memory", address, layout_.getTypeStoreSize(load->getType()));
  for (unsigned k = 0; k < parts.size(); k++) {
    Builder builder(next);
    shadows_.set(load, k, emit_.when(next, emit_.is_active(builder), [&](Builder& inside) {
      Value* at = inside.CreateConstGEP1_64(inside.getInt8Ty(), emit_.as_pointer(inside, address), parts[k].offset);
      Value* value = parts.size() == 1 ? static_cast<Value*>(load) : nullptr;
      if (value == nullptr) {
        value = inside.CreateLoad(parts[k].type, inside.CreatePointerCast(at, parts[k].type->getPointerTo()));
      }
      return emit_.call(inside, "mazurka_follow_load", emit_.int32,
                        {at, emit_.number(layout_.getTypeStoreSize(parts[k].type)), emit_.as_word(inside, value)});
    }));
  }
}

void Follower::store(StoreInst* store) {
  Value *address = store->getPointerOperand(), *value = store->getValueOperand();
  fix(store, address);
  const Parts parts = parts_of(layout_, value->getType());
  Instruction* next = store->getNextNode();
  Builder builder(next);
  emit_.when(next, emit_.is_active(builder), [&](Builder& inside) -> Value* {
    Value* begin = emit_.as_pointer(inside, address);
    const bool simple = std::all_of(parts.begin(), parts.end(), [](const Part& part) { return part.is_followed; });
    if (!simple)
      emit_.call(inside, "mazurka_follow_fill", emit_.nothing,
                 {begin, emit_.number(0), emit_.word(layout_.getTypeStoreSize(value->getType()))});
    for (unsigned k = 0; k < parts.size(); k++) {
      if (!parts[k].is_followed) continue;
      emit_.call(inside, "mazurka_follow_store", emit_.nothing,
                 {inside.CreateConstGEP1_64(inside.getInt8Ty(), begin, parts[k].offset),
                  emit_.number(layout_.getTypeStoreSize(parts[k].type)), shadows_.of(value, k)});
    }
    return nullptr;
  });
}

void Follower::update(AtomicRMWInst* update) {
  Value *address = update->getPointerOperand(), *value = update->getValOperand();
  fix(update, address);
  unsigned op = 0;
  switch (update->getOperation()) {
    case AtomicRMWInst::Xchg: break;
    case AtomicRMWInst::Add: op = MAZURKA_ADD; break;
    case AtomicRMWInst::Sub: op = MAZURKA_SUB; break;
    case AtomicRMWInst::And: op = MAZURKA_AND; break;
    case AtomicRMWInst::Or: op = MAZURKA_OR; break;
    case AtomicRMWInst::Xor: op = MAZURKA_XOR; break;
    default: op = MAZURKA_OTHER;
  }
  if (!can_follow(value->getType()))
    return use_memory(update->getNextNode(), "mazurka_follow_lose_memory", address,
                      layout_.getTypeStoreSize(value->getType()));
  Instruction* next = update->getNextNode();
  Builder builder(next);
  shadows_.set(update, 0, emit_.when(next, emit_.is_active(builder), [&](Builder& inside) {
    return emit_.call(inside, "mazurka_follow_rmw", emit_.int32,
                      {emit_.as_pointer(inside, address), emit_.number(width(value) / 8), emit_.number(op),
                       shadows_.of(value), emit_.as_word(inside, value), emit_.as_word(inside, update)});
  }));
}

void Follower::compare_exchange(AtomicCmpXchgInst* exchange) {
  Value *address = exchange->getPointerOperand(), *expected = exchange->getCompareOperand(),
        *desired = exchange->getNewValOperand();
  fix(exchange, address);
  if (!can_follow(desired->getType()))
    return use_memory(exchange->getNextNode(), "mazurka_follow_lose_memory", address,
                      layout_.getTypeStoreSize(desired->getType()));
  Instruction* next = exchange->getNextNode();
  Builder builder(next);
  shadows_.set(exchange, 0, emit_.when(next, emit_.is_active(builder), [&](Builder& inside) {
    Value* before = inside.CreateExtractValue(exchange, 0);
    Value* success = inside.CreateZExt(inside.CreateExtractValue(exchange, 1), emit_.int32);
    return emit_.call(inside, "mazurka_follow_cas", emit_.int32,
                      {emit_.as_pointer(inside, address), emit_.number(width(desired) / 8), shadows_.of(expected),
                       shadows_.of(desired), emit_.as_word(inside, expected), emit_.as_word(inside, before), success});
  }));
}

void Follower::branch(BranchInst* branch) {
  if (!branch->isConditional()) return;
  Value* shadow = shadows_.of(branch->getCondition());
  Builder builder(branch);
  Value* condition = emit_.any_of(builder, {shadow});
  if (condition == nullptr) return;
  emit_.when(branch, condition, [&](Builder& inside) -> Value* {
    emit_.call(inside, "mazurka_follow_branch", emit_.nothing,
               {shadow, inside.CreateZExt(branch->getCondition(), emit_.int32)});
    return nullptr;
  });
}

void Follower::switch_over(SwitchInst* instruction) {
  Value* value = instruction->getCondition();
  if (!can_follow(value->getType())) return fix_operands(instruction);
  Value* shadow = shadows_.of(value);
  Builder builder(instruction);
  Value* condition = emit_.any_of(builder, {shadow});
  if (condition == nullptr) return;
  SmallVector<uint64_t, 8> cases;
  SmallVector<uint32_t, 8> targets;
  DenseMap<BasicBlock*, uint32_t> numbers = {{instruction->getDefaultDest(), 0}};
  for (auto& one : instruction->cases()) {
    cases.push_back(one.getCaseValue()->getZExtValue());
    targets.push_back(numbers.try_emplace(one.getCaseSuccessor(), numbers.size()).first->second);
  }
  auto table = [&](Constant* content) {
    return new GlobalVariable(emit_.module(), content->getType(), true, GlobalValue::PrivateLinkage, content);
  };
  GlobalVariable* case_table = table(ConstantDataArray::get(instruction->getContext(), cases));
  GlobalVariable* target_table = table(ConstantDataArray::get(instruction->getContext(), targets));
  emit_.when(instruction, condition, [&](Builder& inside) -> Value* {
    emit_.call(inside, "mazurka_follow_switch", emit_.nothing,
               {shadow, emit_.number(width(value)), emit_.as_word(inside, value), emit_.word(cases.size()),
                emit_.as_pointer(inside, case_table), emit_.as_pointer(inside, target_table)});
    return nullptr;
  });
}

void Follower::give_back(ReturnInst* instruction) {
  Value* value = instruction->getReturnValue();
  if (value == nullptr) return;
  const auto count = static_cast<unsigned>(parts_of(layout_, value->getType()).size());
  for (unsigned k = 0; k < count; k++) {
    Value* shadow = shadows_.of(value, k);
    Builder builder(instruction);
    Value* condition = emit_.any_of(builder, {shadow});
    if (condition == nullptr) continue;
    emit_.when(instruction, condition, [&](Builder& inside) -> Value* {
      Function* where = Intrinsic::getDeclaration(&emit_.module(), Intrinsic::returnaddress);
      emit_.call(
          inside, "mazurka_follow_return", emit_.nothing,
          {emit_.as_pointer(inside, function_), emit_.number(k), shadow, inside.CreateCall(where, {emit_.number(0)})});
      return nullptr;
    });
  }
}

}  // namespace mazurka::clang_pass
