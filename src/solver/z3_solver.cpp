#include "solver/z3_solver.hpp"

#include <z3.h>

#include <string>
#include <vector>

namespace mazurka::solver {

namespace {

using concolic::Answer;
using concolic::Node;
using concolic::Op;
using concolic::Query;
using concolic::Status;

class Context {
 public:
  explicit Context(uint32_t milliseconds) {
    Z3_config config = Z3_mk_config();
    Z3_set_param_value(config, "model", "true");
    context_ = Z3_mk_context(config);
    Z3_del_config(config);
    // An error is seen as an answer that is unknown.
    Z3_set_error_handler(context_, [](Z3_context, Z3_error_code) {});
    solver_ = Z3_mk_solver_for_logic(context_, Z3_mk_string_symbol(context_, "QF_BV"));
    Z3_solver_inc_ref(context_, solver_);
    Z3_params parameters = Z3_mk_params(context_);
    Z3_params_inc_ref(context_, parameters);
    if (milliseconds != 0)
      Z3_params_set_uint(context_, parameters, Z3_mk_string_symbol(context_, "timeout"), milliseconds);
    Z3_solver_set_params(context_, solver_, parameters);
    Z3_params_dec_ref(context_, parameters);
  }
  ~Context() {
    Z3_solver_dec_ref(context_, solver_);
    Z3_del_context(context_);
  }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  Answer solve(const Query& query) {
    terms_.resize(1);
    for (size_t k = 1; k < query.nodes.size(); k++) terms_.push_back(term_of(query, query.nodes[k]));
    for (const concolic::ExpressionId constraint : query.constraints)
      Z3_solver_assert(context_, solver_, Z3_mk_eq(context_, terms_[constraint], number(1, 1)));
    Answer answer;
    const Z3_lbool result = Z3_solver_check(context_, solver_);
    if (result == Z3_L_FALSE) answer.status = Status::kUnsatisfiable;
    if (result != Z3_L_TRUE) return answer;
    Z3_model model = Z3_solver_get_model(context_, solver_);
    if (model == nullptr) return answer;
    Z3_model_inc_ref(context_, model);
    answer.status = Status::kSatisfiable;
    for (Z3_ast input : inputs_) answer.values.push_back(value_in(model, input, answer.status));
    Z3_model_dec_ref(context_, model);
    return answer;
  }

 private:
  Z3_ast number(uint64_t value, unsigned width) {
    return Z3_mk_unsigned_int64(context_, value & concolic::mask(width), Z3_mk_bv_sort(context_, width));
  }

  // A condition as one bit.
  Z3_ast bit(Z3_ast condition) { return Z3_mk_ite(context_, condition, number(1, 1), number(0, 1)); }

  uint64_t value_in(Z3_model model, Z3_ast input, Status& status) {
    Z3_ast value = nullptr;
    uint64_t result = 0;
    if (!Z3_model_eval(context_, model, input, true, &value) || !Z3_get_numeral_uint64(context_, value, &result))
      status = Status::kUnknown;
    return result;
  }

  Z3_ast input(const Node& node) {
    const std::string name = "i" + std::to_string(inputs_.size());
    inputs_.push_back(
        Z3_mk_const(context_, Z3_mk_string_symbol(context_, name.c_str()), Z3_mk_bv_sort(context_, node.width)));
    return inputs_.back();
  }

  Z3_ast term_of(const Query& query, const Node& node) {
    Z3_ast a = terms_[node.a], b = terms_[node.b], c = terms_[node.c];
    switch (node.op) {
      case Op::kInput: return input(node);
      case Op::kConstant: return number(node.payload, node.width);
      case Op::kAdd: return Z3_mk_bvadd(context_, a, b);
      case Op::kSub: return Z3_mk_bvsub(context_, a, b);
      case Op::kMul: return Z3_mk_bvmul(context_, a, b);
      case Op::kUdiv: return Z3_mk_bvudiv(context_, a, b);
      case Op::kSdiv: return Z3_mk_bvsdiv(context_, a, b);
      case Op::kUrem: return Z3_mk_bvurem(context_, a, b);
      case Op::kSrem: return Z3_mk_bvsrem(context_, a, b);
      case Op::kShl: return Z3_mk_bvshl(context_, a, b);
      case Op::kLshr: return Z3_mk_bvlshr(context_, a, b);
      case Op::kAshr: return Z3_mk_bvashr(context_, a, b);
      case Op::kAnd: return Z3_mk_bvand(context_, a, b);
      case Op::kOr: return Z3_mk_bvor(context_, a, b);
      case Op::kXor: return Z3_mk_bvxor(context_, a, b);
      case Op::kEq: return bit(Z3_mk_eq(context_, a, b));
      case Op::kUlt: return bit(Z3_mk_bvult(context_, a, b));
      case Op::kUle: return bit(Z3_mk_bvule(context_, a, b));
      case Op::kSlt: return bit(Z3_mk_bvslt(context_, a, b));
      case Op::kSle: return bit(Z3_mk_bvsle(context_, a, b));
      case Op::kConcat: return Z3_mk_concat(context_, a, b);
      case Op::kExtract: {
        const auto low = static_cast<unsigned>(node.payload);
        return Z3_mk_extract(context_, low + node.width - 1, low, a);
      }
      case Op::kZext: return Z3_mk_zero_ext(context_, node.width - query.nodes[node.a].width, a);
      case Op::kSext: return Z3_mk_sign_ext(context_, node.width - query.nodes[node.a].width, a);
      case Op::kIte: return Z3_mk_ite(context_, Z3_mk_eq(context_, a, number(1, 1)), b, c);
      case Op::kCount: break;
    }
    return nullptr;
  }

  Z3_context context_;
  Z3_solver solver_;
  std::vector<Z3_ast> terms_;   // by node
  std::vector<Z3_ast> inputs_;  // in the order of Query::inputs
};

}  // namespace

Answer Z3Solver::solve(const Query& query) {
  return Context(query.milliseconds).solve(query);
}

}  // namespace mazurka::solver
