#include "toy/fuzz/fuzzer.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "base/check.hpp"
#include "toy/fuzz/generator.hpp"
#include "toy/fuzz/mutator.hpp"
#include "toy/fuzz/plain_variables.hpp"
#include "toy/fuzz/shrinker.hpp"
#include "toy/language/compiler.hpp"
#include "toy/language/printer.hpp"
#include "toy/machine.hpp"

namespace mazurka::toy {

namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// A program ready to be compared, with a census for each equivalence that is needed.
class Subject {
 public:
  Subject(Code code, uint32_t step_limit, const OracleLimits& limits) : machine_(std::move(code)), limits_(limits) {
    machine_.set_step_limit(step_limit);
    for (const VisibleInstruction& instruction : machine_.code().visible) {
      OpCode op = instruction.operation.code;
      pairs_ |= object_count(op) == 2;
      shared_ |= op == OpCode::kAdd || op == OpCode::kAdd2 || op == OpCode::kReadLock || op == OpCode::kReadUnlock ||
                 op == OpCode::kTryReadLock;
    }
    main_ = take_census(machine_, Equivalence{}, limits_);
  }

  const Census& main_census() const { return main_; }
  const Census& census_for(const Variant& variant) {
    const Census& all = census_without_bound(*variant.algorithm);
    if (variant.bound == kNoBound || !all.complete) return all;
    if (!(bounded_variant_ == variant))
      bounded_ =
          take_bounded_census(machine_, variant.algorithm->equivalence, limits_, variant.bound_kind, variant.bound);
    bounded_variant_ = variant;
    return bounded_;
  }
  const Census& census_without_bound(const Algorithm& algorithm) {
    Equivalence equivalence = algorithm.equivalence;
    equivalence.commute_shared |= !shared_;
    if (equivalence == Equivalence{}) return main_;
    if (!other_) other_ = take_census(machine_, equivalence, limits_);
    return *other_;
  }
  Machine& machine() { return machine_; }
  bool pairs() const { return pairs_; }

 private:
  Machine machine_;
  OracleLimits limits_;
  bool pairs_ = false;
  bool shared_ = false;
  Census main_;
  std::optional<Census> other_;  // where shared updates do not commute
  Census bounded_;               // the last one
  Variant bounded_variant_;      // that it is for
};

class Fuzzer {
 public:
  explicit Fuzzer(const FuzzOptions& options)
      : options_(options), dice_(options.seed), pool_(options.features, options.always) {
    for (const Variant& variant : options.variants) result_.totals.push_back({.variant = variant});
  }

  FuzzResult run() {
    for (uint64_t i = 0; i < options_.programs; i++) {
      if (options_.max_seconds > 0 && seconds_since(start_) > options_.max_seconds) break;
      if (result_.mismatches.size() >= options_.max_mismatches) break;
      fuzz_one(i);
      result_.seconds = seconds_since(start_);
      if (options_.on_progress) options_.on_progress(result_);
    }
    return std::move(result_);
  }

 private:
  void fuzz_one(uint64_t index) {
    auto start = std::chrono::steady_clock::now();
    result_.programs++;
    bool mutate = options_.mode == FuzzMode::kMutate || (options_.mode == FuzzMode::kBoth && index % 2 == 1);
    Source source = mutate ? pool_.mutant(dice_) : generate(dice_, mix());
    std::optional<Subject> subject = prepare(source);
    result_.oracle_seconds += seconds_since(start);
    if (!subject || subject->main_census().misused) {
      CHECK(mutate, "a generated program does not compile or breaks a rule of the language");
      result_.rejected++;
      return;
    }
    if (!subject->main_census().complete) {
      result_.skipped++;
      return;
    }
    count(subject->main_census());
    pool_.offer(dice_, source, subject->main_census().traces.size());
    for (size_t v = 0; v < options_.variants.size(); v++) {
      if (options_.variants[v].plain) {
        compare_plain(index, v, source);
        continue;
      }
      // The optimal algorithms, which are the most delicate, are compared under two policies.
      size_t times = options_.variants[v].is_optimal() ? 2 : 1;
      for (size_t p = 0; p < times; p++) {
        Policy policy = policies()[(index / 2 + v + 2 * p) % policies().size()];
        ComparisonOptions how = comparison_options(*subject, options_.variants[v], policy, dice_.next());
        if (!compare_one(index, source, *subject, how, result_.totals[v])) break;
      }
    }
  }

  // On a program like this one, with plain variables.
  void compare_plain(uint64_t index, size_t v, const Source& source) {
    const std::optional<Source> plain = with_plain_variables(source, dice_.next());
    std::optional<Subject> subject = plain ? prepare(*plain) : std::nullopt;
    if (!subject || !subject->main_census().complete) {
      result_.totals[v].not_compared++;
      return;
    }
    const Policy policy = policies()[(index / 2 + v) % policies().size()];
    const ComparisonOptions how = comparison_options(*subject, options_.variants[v], policy, dice_.next());
    compare_one(index, *plain, *subject, how, result_.totals[v]);
  }

  Features mix() {
    Features features = pick_mix(dice_, options_.features);
    for (Feature f : options_.always.list()) features.add(f);
    return features;
  }

  std::optional<Subject> prepare(const Source& source) const {
    Result<Code, ParseError> code = compile(source);
    if (!code) return std::nullopt;
    return Subject(std::move(*code), options_.step_limit, options_.limits);
  }

  void count(const Census& census) {
    result_.compared++;
    result_.traces += census.traces.size();
    result_.deadlocked += census.deadlocked;
    result_.failed += census.failed;
    result_.cut += census.cut;
    result_.largest = std::max<uint64_t>(result_.largest, census.traces.size());
  }

  ComparisonOptions comparison_options(Subject& subject, const Variant& variant, Policy policy, uint64_t seed) const {
    ComparisonOptions how;
    how.policy = policy;
    how.seed = seed;
    how.max_interleavings = options_.max_interleavings;
    how.pairs = subject.pairs();
    how.traces_without_bound = subject.census_without_bound(*variant.algorithm).traces.size();
    how.interleavings_without_bound = subject.census_without_bound(*variant.algorithm).interleavings;
    how.factory = options_.factory;
    return how;
  }

  // False if there is a mismatch.
  bool compare_one(uint64_t index, const Source& source, Subject& subject, const ComparisonOptions& how,
                   FuzzTotals& totals) {
    auto start = std::chrono::steady_clock::now();
    bool too_large = totals.variant.bound != kNoBound && how.interleavings_without_bound > how.max_interleavings;
    if (too_large || !subject.census_for(totals.variant).complete) {
      totals.not_compared++;
      return true;
    }
    const Census& census = subject.census_for(totals.variant);
    Verdict verdict = compare(subject.machine(), census, totals.variant, how);
    totals.seconds += seconds_since(start);
    totals.executions += verdict.executions;
    totals.blocked += verdict.blocked;
    (verdict.compared ? totals.compared : totals.not_compared)++;
    if (verdict.wrong()) {
      totals.mismatches++;
      if (result_.mismatches.size() < options_.max_mismatches) report(index, source, totals.variant, how, verdict);
    } else if (verdict.blocked > 0 && totals.variant.is_optimal()) {
      totals.programs_blocked++;
    }
    return !verdict.wrong();
  }

  // Looks for a mismatch of the variant on a program, under the given policy first and then under the others.
  std::optional<Mismatch> find_mismatch(const Source& source, const Variant& variant, const ComparisonOptions& first) {
    std::optional<Subject> subject = prepare(source);
    if (!subject || !subject->main_census().complete) return std::nullopt;
    const Census& census = subject->census_for(variant);
    if (!census.complete) return std::nullopt;
    std::vector<Policy> to_try = {first.policy};
    to_try.insert(to_try.end(), policies().begin(), policies().end());
    for (Policy policy : to_try) {
      ComparisonOptions how = comparison_options(*subject, variant, policy, first.seed);
      Mismatch mismatch;
      mismatch.variant = variant;
      mismatch.policy = policy;
      mismatch.seed = first.seed;
      mismatch.verdict = compare(subject->machine(), census, variant, how);
      if (!mismatch.verdict.wrong()) continue;
      mismatch.traces = census.traces.size();
      return mismatch;
    }
    return std::nullopt;
  }

  void report(uint64_t index, const Source& source, const Variant& variant, const ComparisonOptions& how,
              const Verdict& verdict) {
    Source small = shrink(source, [&](const Source& s) { return find_mismatch(s, variant, how).has_value(); });
    Mismatch mismatch;
    if (std::optional<Mismatch> again = find_mismatch(small, variant, how)) {
      mismatch = std::move(*again);
    } else {  // The explorer behaves differently from run to run.
      mismatch.variant = variant;
      mismatch.policy = how.policy;
      mismatch.seed = how.seed;
      mismatch.verdict = verdict;
      mismatch.verdict.complaint += " (not when run again)";
    }
    mismatch.program_index = index;
    mismatch.found = print(source);
    mismatch.program = print(small);
    result_.mismatches.push_back(std::move(mismatch));
  }

  const FuzzOptions& options_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  Dice dice_;
  MutantPool pool_;
  FuzzResult result_;
};

}  // namespace

FuzzResult fuzz(const FuzzOptions& options) {
  return Fuzzer(options).run();
}

}  // namespace mazurka::toy
