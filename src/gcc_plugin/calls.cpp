// A plugin for gcc. Accesses to memory that are part of a call become statements of their own, which gcc then
// instruments; and calls of memcpy and the like stay calls.
//
// gcc's -fsanitize=thread looks at assignments only. In `shared = f()`, where f returns a structure, the call itself
// writes, and in `f(shared)` it reads: nobody would see that. Before the pass that instruments, they become `result =
// f(); shared = result` and `argument = shared; f(argument)`, with variables of the function's own. (An object with a
// constructor of its own is made in place, by code that is instrumented.) The same holds for the processor's own
// functions, such as __builtin_ia32_loadlps: what they do with memory is told before them. A store to a bit-field
// becomes what the processor does: it loads the bytes, changes some bits and stores them. Behind that pass, what it has
// left out is told.
#include <gcc-plugin.h>

#include <plugin-version.h>
#include <tree.h>

#include <basic-block.h>
#include <context.h>
#include <gimple.h>
#include <tree-pass.h>

#include <fold-const.h>
#include <gimple-expr.h>
#include <gimple-iterator.h>
#include <gimplify-me.h>
#include <gimplify.h>
#include <memmodel.h>
#include <ssa.h>
#include <tree-cfg.h>
#include <tree-eh.h>
#include <tree-into-ssa.h>

int plugin_is_GPL_compatible;

namespace {

// Is it memory that another thread may see? A variable of the function whose address nobody takes is not.
bool may_be_shared(tree operand) {
  if (!operand || is_gimple_min_invariant(operand) || TREE_CODE(operand) == SSA_NAME ||
      TREE_CODE(operand) == WITH_SIZE_EXPR)
    return false;
  tree type = TREE_TYPE(operand);
  // What has a constructor is made in place, by code of its own.
  if (TREE_ADDRESSABLE(type) || !COMPLETE_TYPE_P(type) || TREE_CODE(TYPE_SIZE_UNIT(type)) != INTEGER_CST) return false;
  tree base = get_base_address(operand);
  if (!base) return false;
  if (TREE_CODE(base) == MEM_REF || TREE_CODE(base) == TARGET_MEM_REF) return true;
  if (!DECL_P(base)) return false;
  return is_global_var(base) || TREE_ADDRESSABLE(base);
}

tree variable_like(tree operand, const char* name) {
  tree type = TYPE_MAIN_VARIANT(TREE_TYPE(operand));
  tree variable = create_tmp_var(type, name);
  return is_gimple_reg_type(type) ? make_ssa_name(variable) : variable;
}

// The value goes to the place behind the call, or, if the call may throw, on the edge to where it has not.
bool take_result_apart(gimple_stmt_iterator* at, gcall* call) {
  tree place = gimple_call_lhs(call);
  if (!place || !may_be_shared(place) || gimple_call_noreturn_p(call) || gimple_call_must_tail_p(call)) return false;
  edge normal = nullptr;
  if (stmt_ends_bb_p(call)) {
    normal = find_fallthru_edge(gimple_bb(call)->succs);
    if (!normal) return false;
  }
  tree result = variable_like(place, "result");
  gimple_call_set_lhs(call, result);
  if (TREE_CODE(result) == SSA_NAME) SSA_NAME_DEF_STMT(result) = call;
  update_stmt(call);
  gassign* store = gimple_build_assign(place, result);
  gimple_set_location(store, gimple_location(call));
  if (normal)
    gsi_insert_on_edge(normal, store);
  else
    gsi_insert_after(at, store, GSI_NEW_STMT);
  return true;
}

bool take_arguments_apart(gimple_stmt_iterator* at, gcall* call) {
  bool any = false;
  for (unsigned k = 0; k < gimple_call_num_args(call); k++) {
    tree argument = gimple_call_arg(call, k);
    if (!may_be_shared(argument)) continue;
    tree copy = variable_like(argument, "argument");
    gassign* load = gimple_build_assign(copy, unshare_expr(argument));
    gimple_set_location(load, gimple_location(call));
    gsi_insert_before(at, load, GSI_SAME_STMT);
    gimple_call_set_arg(call, k, copy);
    any = true;
  }
  if (any) update_stmt(call);
  return any;
}

// gcc does these in place where there are few bytes, after it has instrumented: also if they are called by the names
// that it has for them itself, as in the headers for -D_FORTIFY_SOURCE, and where it has made one of another.
bool may_be_done_in_place(built_in_function code) {
  switch (code) {
    case BUILT_IN_MEMCPY:
    case BUILT_IN_MEMMOVE:
    case BUILT_IN_MEMPCPY:
    case BUILT_IN_MEMSET:
    case BUILT_IN_MEMCMP:
    case BUILT_IN_MEMCHR:
    case BUILT_IN_BCMP:
    case BUILT_IN_BCOPY:
    case BUILT_IN_BZERO:
    case BUILT_IN_STRCPY:
    case BUILT_IN_STPCPY:
    case BUILT_IN_STRNCPY:
    case BUILT_IN_STPNCPY:
    case BUILT_IN_STRCAT:
    case BUILT_IN_STRNCAT:
    case BUILT_IN_STRCMP:
    case BUILT_IN_STRNCMP:
    case BUILT_IN_STRLEN:
    case BUILT_IN_STRNLEN:
    case BUILT_IN_SPRINTF:
    case BUILT_IN_SNPRINTF:
    case BUILT_IN_MEMCPY_CHK:
    case BUILT_IN_MEMMOVE_CHK:
    case BUILT_IN_MEMPCPY_CHK:
    case BUILT_IN_MEMSET_CHK:
    case BUILT_IN_STRCPY_CHK:
    case BUILT_IN_STPCPY_CHK:
    case BUILT_IN_STRNCPY_CHK:
    case BUILT_IN_STPNCPY_CHK:
    case BUILT_IN_STRCAT_CHK:
    case BUILT_IN_STRNCAT_CHK: return true;
    default: return false;
  }
}

// Makes it a call of a function of that name, of which gcc knows nothing else.
bool keep_call(gcall* call) {
  tree known = gimple_call_fndecl(call);
  if (!known || !fndecl_built_in_p(known, BUILT_IN_NORMAL) || !may_be_done_in_place(DECL_FUNCTION_CODE(known)))
    return false;
  tree unknown = build_fn_decl(IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(known)), TREE_TYPE(known));
  gimple_call_set_fndecl(call, unknown);
  update_stmt(call);
  return true;
}

// Before the call: a range of memory that an argument points to.
void tell(gimple_stmt_iterator* at, gcall* call, const char* entry, unsigned argument, tree bytes) {
  tree of_entry = build_function_type_list(void_type_node, ptr_type_node, size_type_node, NULL_TREE);
  gcall* note = gimple_build_call(build_fn_decl(entry, of_entry), 2, unshare_expr(gimple_call_arg(call, argument)),
                                  fold_convert(size_type_node, bytes));
  gimple_set_location(note, gimple_location(call));
  gsi_insert_before(at, note, GSI_SAME_STMT);
}

// These name memory and do not access all of it, or not at once; our assembler looks at their instructions.
bool is_for_assembler(tree known) {
  const char* name = IDENTIFIER_POINTER(DECL_NAME(known));
  for (const char* part : {"mask", "gather", "scatter", "clflush", "clwb", "clzero", "cldemote", "prefetch", "monitor"})
    if (strstr(name, part)) return true;
  return false;
}

// A vector that is read or written at the first argument where a mask says so, which is the last argument. If it says
// "all of it", as gcc knows, the instruction has no mask, and the assembler does not look at it. Returns how many bytes
// that are, or nothing.
tree bytes_without_mask(tree known, gcall* call) {
  const char* name = IDENTIFIER_POINTER(DECL_NAME(known));
  const unsigned arguments = gimple_call_num_args(call);
  tree pointer = TYPE_ARG_TYPES(TREE_TYPE(known)) ? TREE_VALUE(TYPE_ARG_TYPES(TREE_TYPE(known))) : NULL_TREE;
  // (What makes elements narrower on the way is for the assembler in any case.)
  if (!strstr(name, "_mask") || strstr(name, "mem_mask") || arguments < 2 || !pointer || !POINTER_TYPE_P(pointer))
    return NULL_TREE;
  tree mask = gimple_call_arg(call, arguments - 1), vector = TREE_TYPE(TREE_TYPE(known));
  if (!VECTOR_TYPE_P(vector)) vector = TREE_TYPE(gimple_call_arg(call, 1));
  if (TREE_CODE(mask) != INTEGER_CST || !VECTOR_TYPE_P(vector)) return NULL_TREE;
  tree part = TYPE_SIZE_UNIT(TREE_TYPE(pointer));
  bool one = false;  // ... element of the vector, the first
  for (const char* scalar : {"storess", "storesd", "storesh", "loadss", "loadsd", "loadsh"})
    one |= strstr(name, scalar) != nullptr;
  const unsigned elements = one ? 1 : TYPE_VECTOR_SUBPARTS(vector).to_constant();
  for (unsigned k = 0; k < elements; k++)
    if (!wi::bit_and(wi::to_wide(mask), wi::set_bit_in_zero(k, TYPE_PRECISION(TREE_TYPE(mask)))).to_uhwi())
      return NULL_TREE;
  return one || VECTOR_TYPE_P(TREE_TYPE(pointer)) ? part : TYPE_SIZE_UNIT(vector);
}

// A function of the processor's reads what its pointers to constants point to, and writes what others do.
bool tell_accesses(gimple_stmt_iterator* at, gcall* call) {
  tree known = gimple_call_fndecl(call);
  if (!known || !fndecl_built_in_p(known, BUILT_IN_MD)) return false;
  if (tree bytes = bytes_without_mask(known, call)) {
    const bool reads = VECTOR_TYPE_P(TREE_TYPE(TREE_TYPE(known)));
    tell(at, call, reads ? "__tsan_read_range" : "__tsan_write_range", 0, bytes);
    return true;
  }
  if (is_for_assembler(known)) return false;
  bool any = false;
  tree types = TYPE_ARG_TYPES(TREE_TYPE(known));
  for (unsigned k = 0; k < gimple_call_num_args(call) && types; k++, types = TREE_CHAIN(types)) {
    tree type = TREE_VALUE(types);
    if (!POINTER_TYPE_P(type) || !COMPLETE_TYPE_P(TREE_TYPE(type))) continue;
    tree size = TYPE_SIZE_UNIT(TREE_TYPE(type));
    if (!size || TREE_CODE(size) != INTEGER_CST) continue;
    tell(at, call, TYPE_READONLY(TREE_TYPE(type)) ? "__tsan_read_range" : "__tsan_write_range", k, size);
    any = true;
  }
  return any;
}

// A buffer of __builtin_setjmp: where the frame, the label and the stack are.
bool tell_jump(gimple_stmt_iterator* at, gcall* call) {
  tree known = gimple_call_fndecl(call);
  if (!known || !fndecl_built_in_p(known, BUILT_IN_NORMAL)) return false;
  const built_in_function code = DECL_FUNCTION_CODE(known);
  if (code != BUILT_IN_SETJMP_SETUP && code != BUILT_IN_LONGJMP) return false;
  tell(at, call, code == BUILT_IN_LONGJMP ? "__tsan_read_range" : "__tsan_write_range", 0, size_int(24));
  return true;
}

// A list of arguments: made, or made like another one. (What va_arg does with it is instrumented.)
bool tell_list(gimple_stmt_iterator* at, gcall* call) {
  tree known = gimple_call_fndecl(call);
  if (!known || !fndecl_built_in_p(known, BUILT_IN_NORMAL)) return false;
  const built_in_function code = DECL_FUNCTION_CODE(known);
  if (code != BUILT_IN_VA_START && code != BUILT_IN_VA_COPY) return false;
  if (code == BUILT_IN_VA_COPY) tell(at, call, "__tsan_read_range", 1, size_int(24));
  tell(at, call, "__tsan_write_range", 0, size_int(24));
  return true;
}

// The bytes that a bit-field is part of, as a field, and the place of its bits in them.
tree bytes_around(tree place, unsigned HOST_WIDE_INT& position) {
  if (TREE_CODE(place) != COMPONENT_REF || !DECL_BIT_FIELD(TREE_OPERAND(place, 1))) return NULL_TREE;
  tree field = TREE_OPERAND(place, 1), bytes = DECL_BIT_FIELD_REPRESENTATIVE(field);
  if (!bytes || !INTEGRAL_TYPE_P(TREE_TYPE(bytes)) || !INTEGRAL_TYPE_P(TREE_TYPE(place))) return NULL_TREE;
  if (!tree_fits_uhwi_p(DECL_FIELD_OFFSET(field)) || !tree_fits_uhwi_p(DECL_FIELD_OFFSET(bytes))) return NULL_TREE;
  position = (tree_to_uhwi(DECL_FIELD_OFFSET(field)) - tree_to_uhwi(DECL_FIELD_OFFSET(bytes))) * BITS_PER_UNIT +
             tree_to_uhwi(DECL_FIELD_BIT_OFFSET(field)) - tree_to_uhwi(DECL_FIELD_BIT_OFFSET(bytes));
  if (position + TYPE_PRECISION(TREE_TYPE(place)) > TYPE_PRECISION(TREE_TYPE(bytes))) return NULL_TREE;
  tree whole = build3(COMPONENT_REF, TREE_TYPE(bytes), unshare_expr(TREE_OPERAND(place, 0)), bytes, NULL_TREE);
  TREE_THIS_VOLATILE(whole) = TREE_THIS_VOLATILE(place);
  return whole;
}

bool take_bit_field_apart(gimple_stmt_iterator* at, gimple* store) {
  if (!gimple_assign_single_p(store) || gimple_clobber_p(store) || stmt_ends_bb_p(store)) return false;
  tree place = gimple_assign_lhs(store), value = gimple_assign_rhs1(store);
  unsigned HOST_WIDE_INT position = 0;
  if (!is_gimple_val(value) || !may_be_shared(place)) return false;
  tree whole = bytes_around(place, position);
  if (!whole || !INTEGRAL_TYPE_P(TREE_TYPE(value)) ||
      TYPE_PRECISION(TREE_TYPE(value)) != TYPE_PRECISION(TREE_TYPE(place)))
    return false;
  tree before = make_ssa_name(TREE_TYPE(whole)), after = make_ssa_name(TREE_TYPE(whole));
  gassign* load = gimple_build_assign(before, whole);
  gassign* change = gimple_build_assign(after, BIT_INSERT_EXPR, before, value, bitsize_int(position));
  for (gassign* statement : {load, change}) {
    gimple_set_location(statement, gimple_location(store));
    gsi_insert_before(at, statement, GSI_SAME_STMT);
  }
  gimple_assign_set_lhs(store, unshare_expr(whole));
  gimple_assign_set_rhs1(store, after);
  update_stmt(store);
  return true;
}

// gcc 12 forgets that the pointer is atomic in `f()`, where f is an _Atomic pointer to a function, and loads it
// plainly.
bool load_atomically(gimple_stmt_iterator* at, gimple* load) {
  if (!gimple_assign_single_p(load) || stmt_ends_bb_p(load)) return false;
  tree result = gimple_assign_lhs(load), place = gimple_assign_rhs1(load), type = TREE_TYPE(place);
  if (!TYPE_ATOMIC(type) || !POINTER_TYPE_P(type) || TREE_CODE(TREE_TYPE(type)) != FUNCTION_TYPE) return false;
  if (TREE_CODE(result) != SSA_NAME || !may_be_shared(place) || TYPE_PRECISION(type) != 64) return false;
  tree address = build_fold_addr_expr_with_type(unshare_expr(place), ptr_type_node);
  address = force_gimple_operand_gsi(at, address, true, NULL_TREE, true, GSI_SAME_STMT);
  tree order = build_int_cst(integer_type_node, MEMMODEL_SEQ_CST);
  gcall* call = gimple_build_call(builtin_decl_explicit(BUILT_IN_ATOMIC_LOAD_8), 2, address, order);
  tree bits = make_ssa_name(TREE_TYPE(TREE_TYPE(builtin_decl_explicit(BUILT_IN_ATOMIC_LOAD_8))));
  gimple_call_set_lhs(call, bits);
  gimple_set_location(call, gimple_location(load));
  gsi_insert_before(at, call, GSI_SAME_STMT);
  gimple_assign_set_rhs_with_ops(at, NOP_EXPR, bits);
  update_stmt(gsi_stmt(*at));
  return true;
}

const pass_data kPass = {GIMPLE_PASS, "mazurka_calls", OPTGROUP_NONE, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0, 0};

class Calls : public gimple_opt_pass {
 public:
  explicit Calls(gcc::context* context) : gimple_opt_pass(kPass, context) {}
  opt_pass* clone() override { return new Calls(m_ctxt); }
  unsigned execute(function* code) override {
    bool any = false;
    basic_block block;
    FOR_EACH_BB_FN(block, code) {
      for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
        any |= take_bit_field_apart(&at, gsi_stmt(at));
        any |= load_atomically(&at, gsi_stmt(at));
        gcall* call = dyn_cast<gcall*>(gsi_stmt(at));
        if (!call || gimple_call_internal_p(call)) continue;
        any |= keep_call(call);
        any |= tell_accesses(&at, call);
        any |= tell_jump(&at, call);
        any |= tell_list(&at, call);
        any |= take_arguments_apart(&at, call);
        any |= take_result_apart(&at, call);
      }
    }
    if (!any) return 0;
    gsi_commit_edge_inserts();
    mark_virtual_operands_for_renaming(code);
    return TODO_update_ssa_only_virtuals;
  }
};

// ---- behind the pass that instruments: what it has left out

// Is it one of the calls that tell of an access?
bool tells_access(gimple* statement) {
  tree function = is_gimple_call(statement) ? gimple_call_fndecl(statement) : NULL_TREE;
  if (!function) return false;
  const char* name = IDENTIFIER_POINTER(DECL_NAME(function));
  return strstr(name, "__tsan_") && (strstr(name, "read") || strstr(name, "write") || strstr(name, "vptr"));
}

// How many of these come right before it? What computes their addresses lies between them.
unsigned told_before(gimple_stmt_iterator at) {
  unsigned count = 0;
  for (gsi_prev(&at); !gsi_end_p(at); gsi_prev(&at)) {
    gimple* statement = gsi_stmt(at);
    if (tells_access(statement))
      count++;
    else if (!is_gimple_debug(statement) && (!is_gimple_assign(statement) || gimple_vuse(statement)))
      break;
  }
  return count;
}

// A variable that a nested function shares with the function around it: both find it in a structure in the frame, in
// which gcc takes it for one whose address nobody has.
bool is_of_nested_functions(tree operand, tree base) {
  if (!VAR_P(base) || is_global_var(base) || !TREE_ADDRESSABLE(base)) return false;
  for (; handled_component_p(operand); operand = TREE_OPERAND(operand, 0))
    if (TREE_CODE(operand) == COMPONENT_REF && DECL_NONADDRESSABLE_P(TREE_OPERAND(operand, 1))) return true;
  return false;
}

// A global variable, or what a pointer points to. (A bit-field has no address, and is never left out.)
bool is_in_memory(tree operand) {
  if (!operand || is_gimple_min_invariant(operand) || TREE_CODE(operand) == SSA_NAME) return false;
  if (TREE_CODE(operand) == COMPONENT_REF && DECL_BIT_FIELD(TREE_OPERAND(operand, 1))) return false;
  if (TREE_CODE(operand) == BIT_FIELD_REF || TREE_CODE(operand) == CONSTRUCTOR) return false;
  tree size = COMPLETE_TYPE_P(TREE_TYPE(operand)) ? TYPE_SIZE_UNIT(TREE_TYPE(operand)) : NULL_TREE;
  if (!size || TREE_CODE(size) != INTEGER_CST || integer_zerop(size)) return false;
  tree base = get_base_address(operand);
  if (!base || !ADDR_SPACE_GENERIC_P(TYPE_ADDR_SPACE(TREE_TYPE(base)))) return false;
  if (TREE_CODE(base) == MEM_REF || TREE_CODE(base) == TARGET_MEM_REF) return true;
  if (is_of_nested_functions(operand, base)) return true;
  return VAR_P(base) && is_global_var(base) && !TREE_READONLY(base) && !DECL_HARD_REGISTER(base);
}

void tell_operand(gimple_stmt_iterator* at, tree operand, const char* entry) {
  const location_t location = gimple_location(gsi_stmt(*at));
  tree address = build_fold_addr_expr_with_type(unshare_expr(operand), ptr_type_node);
  address = force_gimple_operand_gsi(at, address, true, NULL_TREE, true, GSI_SAME_STMT);
  tree of_entry = build_function_type_list(void_type_node, ptr_type_node, size_type_node, NULL_TREE);
  gcall* note = gimple_build_call(build_fn_decl(entry, of_entry), 2, address,
                                  fold_convert(size_type_node, TYPE_SIZE_UNIT(TREE_TYPE(operand))));
  gimple_set_location(note, location);
  gsi_insert_before(at, note, GSI_SAME_STMT);
}

const pass_data kLeftOutPass = {
    GIMPLE_PASS, "mazurka_left_out", OPTGROUP_NONE, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0, 0};

// gcc leaves out accesses to the parts of a pointer to a member function.
class LeftOut : public gimple_opt_pass {
 public:
  LeftOut(gcc::context* context, bool optimizes) : gimple_opt_pass(kLeftOutPass, context), optimizes_(optimizes) {}
  opt_pass* clone() override { return new LeftOut(m_ctxt, optimizes_); }
  bool gate(function*) override { return (optimize != 0) == optimizes_; }
  unsigned execute(function* code) override {
    bool any = false;
    basic_block block;
    FOR_EACH_BB_FN(block, code) {
      for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
        gimple* statement = gsi_stmt(at);
        if (!gimple_assign_single_p(statement) || gimple_clobber_p(statement)) continue;
        tree from = gimple_assign_rhs1(statement), to = gimple_assign_lhs(statement);
        const bool reads = is_in_memory(from), writes = is_in_memory(to);
        if (told_before(at) >= static_cast<unsigned>(reads) + static_cast<unsigned>(writes)) continue;
        if (reads) tell_operand(&at, from, "__tsan_read_range");
        if (writes) tell_operand(&at, to, "__tsan_write_range");
        any = true;
      }
    }
    if (!any) return 0;
    mark_virtual_operands_for_renaming(code);
    return TODO_update_ssa_only_virtuals;
  }

 private:
  const bool optimizes_;  // behind the pass for optimised code, or that for other code
};

void put_after(const char* pass, bool optimizes, const char* plugin) {
  register_pass_info info = {new LeftOut(g, optimizes), pass, 0, PASS_POS_INSERT_AFTER};
  register_callback(plugin, PLUGIN_PASS_MANAGER_SETUP, nullptr, &info);
}

void put_before(const char* pass, const char* plugin) {
  // 0: wherever it stands: -Og has a list of its own.
  register_pass_info info = {new Calls(g), pass, 0, PASS_POS_INSERT_BEFORE};
  register_callback(plugin, PLUGIN_PASS_MANAGER_SETUP, nullptr, &info);
}

}  // namespace

int plugin_init(plugin_name_args* arguments, plugin_gcc_version* version) {
  if (!plugin_default_version_check(version, &gcc_version)) {
    fprintf(stderr, "mazurka was built for gcc %s, and this is gcc %s: build mazurka again\n", gcc_version.basever,
            version->basever);
    return 1;
  }
  put_before("tsan", arguments->base_name);
  put_before("tsan0", arguments->base_name);
  put_after("tsan", true, arguments->base_name);
  put_after("tsan0", false, arguments->base_name);
  return 0;
}
