// A plugin for gcc, for explorations that compare states. What is left of values that have no meaning any more would
// make states differ that are the same to the program. So
// - a variable on the stack is cleared where its scope ends, and where the function begins;
// - registers that a call preserves, and that have no meaning behind it, are cleared before it.
// This is done last, behind all that optimises, so that no other code changes; nobody instruments it, since no other
// thread may look there. (Needs -fno-shrink-wrap: whoever unwinds must find all saved registers in the frame.)
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
#include <ssa.h>
#include <tree-cfg.h>
#include <tree-into-ssa.h>

#include <backend.h>
#include <rtl.h>

#include <df.h>
#include <memmodel.h>

#include <emit-rtl.h>
#include <regs.h>

int plugin_is_GPL_compatible;

namespace {

// To a place where a scope had not ended yet, and with registers as they were there.
bool comes_back(const function* code) {
  return code->calls_setjmp || code->has_nonlocal_label || code->has_forced_label_in_static;
}

// Larger ones take longer to clear than it is worth.
constexpr unsigned kMostBytes = 4096;

// A variable in the frame of the function, that ends here.
bool is_end_of_variable(gimple* statement) {
  if (!gimple_clobber_p(statement, CLOBBER_EOL)) return false;
  tree variable = gimple_assign_lhs(statement);
  if (!VAR_P(variable) || is_global_var(variable) || DECL_HARD_REGISTER(variable) || DECL_HAS_VALUE_EXPR_P(variable) ||
      is_gimple_reg(variable))
    return false;
  tree type = TREE_TYPE(variable);
  if (!COMPLETE_TYPE_P(type)) return false;
  tree bytes = TYPE_SIZE_UNIT(type);
  return bytes && tree_fits_uhwi_p(bytes) && tree_to_uhwi(bytes) != 0 && tree_to_uhwi(bytes) <= kMostBytes;
}

const pass_data kScopesPass = {GIMPLE_PASS, "mazurka_scopes", OPTGROUP_NONE, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0, 0};

class Scopes : public gimple_opt_pass {
 public:
  explicit Scopes(gcc::context* context) : gimple_opt_pass(kScopesPass, context) {}
  opt_pass* clone() override { return new Scopes(m_ctxt); }
  bool gate(function* code) override { return !comes_back(code); }
  unsigned execute(function* code) override {
    auto_vec<tree> variables;
    basic_block block;
    FOR_EACH_BB_FN(block, code) {
      for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
        gimple* statement = gsi_stmt(at);
        if (!is_end_of_variable(statement)) continue;
        tree variable = gimple_assign_lhs(statement);
        gsi_insert_before(&at, clearing_of(variable), GSI_SAME_STMT);
        if (!variables.contains(variable)) variables.safe_push(variable);
      }
    }
    if (variables.is_empty()) return 0;
    clear_at_entry(code, variables);
    mark_virtual_operands_for_renaming(code);
    return TODO_update_ssa_only_virtuals;
  }

 private:
  static gassign* clearing_of(tree variable) {
    tree type = TREE_TYPE(variable);
    return gimple_build_assign(variable,
                               AGGREGATE_TYPE_P(type) ? build_constructor(type, nullptr) : build_zero_cst(type));
  }
  // What callers left where the variables will be. Each ends at once, so that they may still share their places.
  static void clear_at_entry(function* code, const auto_vec<tree>& variables) {
    edge entry = single_succ_edge(ENTRY_BLOCK_PTR_FOR_FN(code));
    for (tree variable : variables) {
      gsi_insert_on_edge(entry, clearing_of(variable));
      gsi_insert_on_edge(entry, gimple_build_assign(variable, build_clobber(TREE_TYPE(variable), CLOBBER_EOL)));
    }
    gsi_commit_edge_inserts();
  }
};

const pass_data kRegistersPass = {RTL_PASS, "mazurka_registers", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0};

class Registers : public rtl_opt_pass {
 public:
  explicit Registers(gcc::context* context) : rtl_opt_pass(kRegistersPass, context) {}
  opt_pass* clone() override { return new Registers(m_ctxt); }
  bool gate(function* code) override { return !comes_back(code); }
  unsigned execute(function* code) override {
    df_analyze();
    auto_bitmap live;
    basic_block block;
    FOR_EACH_BB_FN(block, code) {
      bitmap_copy(live, df_get_live_out(block));
      df_simulate_initialize_backwards(block, live);
      rtx_insn *at, *before;
      FOR_BB_INSNS_REVERSE_SAFE(block, at, before) {
        if (!NONDEBUG_INSN_P(at)) continue;
        if (CALL_P(at) && !SIBLING_CALL_P(at) && !find_reg_note(at, REG_NORETURN, NULL_RTX)) clear_dead(at, live);
        df_simulate_one_insn_backwards(block, at, live);
      }
    }
    return 0;
  }

 private:
  struct Register {
    unsigned number;
    const char* clearing;
  };
  static void clear_dead(rtx_insn* call, bitmap live) {
    static constexpr Register kPreserved[] = {{BX_REG, "mov $0, %%ebx"},
                                              {R12_REG, "mov $0, %%r12d"},
                                              {R13_REG, "mov $0, %%r13d"},
                                              {R14_REG, "mov $0, %%r14d"},
                                              {R15_REG, "mov $0, %%r15d"}};
    for (const Register& reg : kPreserved) {
      // One that the function never uses is its caller's.
      if (!df_regs_ever_live_p(reg.number) || bitmap_bit_p(live, reg.number)) continue;
      if (global_regs[reg.number] || reg_overlap_mentioned_p(gen_rtx_REG(DImode, reg.number), PATTERN(call))) continue;
      rtx code = gen_rtx_ASM_OPERANDS(VOIDmode, reg.clearing, "", 0, rtvec_alloc(0), rtvec_alloc(0), rtvec_alloc(0),
                                      UNKNOWN_LOCATION);
      MEM_VOLATILE_P(code) = 1;
      rtx clobber = gen_rtx_CLOBBER(VOIDmode, gen_rtx_REG(DImode, reg.number));
      emit_insn_before(gen_rtx_PARALLEL(VOIDmode, gen_rtvec(2, code, clobber)), call);
    }
  }
};

}  // namespace

int plugin_init(plugin_name_args* arguments, plugin_gcc_version* version) {
  if (!plugin_default_version_check(version, &gcc_version)) {
    fprintf(stderr, "mazurka was built for gcc %s, and this is gcc %s: build mazurka again\n", gcc_version.basever,
            version->basever);
    return 1;
  }
  register_pass_info info = {new Scopes(g), "optimized", 0, PASS_POS_INSERT_AFTER};
  register_callback(arguments->base_name, PLUGIN_PASS_MANAGER_SETUP, nullptr, &info);
  register_pass_info registers = {new Registers(g), "pro_and_epilogue", 0, PASS_POS_INSERT_AFTER};
  register_callback(arguments->base_name, PLUGIN_PASS_MANAGER_SETUP, nullptr, &registers);
  return 0;
}
