// The conformance test: random programs over all primitives, explored natively and by the toy language's brute-force
// oracle. Where each statement is the same steps on both sides, the sets of traces must be equal, with the result of
// every statement; optimal algorithms explore each of them once and give no run up. Else, for classes that the C++
// library makes out of several primitives, the sets of all threads' results must be equal. Data races must be found in
// exactly the traces that have some.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <chrono>
#include <cstdio>
#include <set>

#include "conformance/expectation.hpp"
#include "conformance/generator.hpp"
#include "conformance/listed.hpp"

namespace mazurka::conformance {

namespace {

struct Arguments {
  std::string driver;
  std::string algorithm;  // the only one; empty: mostly pop
  uint64_t programs = 200;
  uint64_t first = 0;
  uint64_t seed = 1;
  uint64_t max_mismatches = 3;
  bool show = false;
  bool listed = false;
  bool sections = false;
};

struct Totals {
  uint64_t compared = 0, stepwise = 0, too_large = 0, traces = 0, deadlocked = 0, failed = 0, executions = 0,
           mismatches = 0, states = 0, plain = 0, racy = 0, explored = 0, kept_out = 0, mailboxes = 0, fused = 0;
  std::set<std::array<int, 4>> uses;  // kind and variant of the object, operation and its variant
};

Way pick_way(Dice& dice, uint64_t index) {
  Way way;
  std::vector<const Algorithm*> others;
  for (const Algorithm& algorithm : algorithms())
    if (!algorithm.all_interleavings && &algorithm != way.algorithm) others.push_back(&algorithm);
  if (index % 4 == 3) way.algorithm = dice.pick(others);
  way.policy = policies()[dice.below(static_cast<uint32_t>(policies().size()))];
  way.seed = 1 + dice.below(1000);
  if (dice.one_in(50)) way.restart = protocol::Restart::kFork;
  return way;
}

// Leaves out statements and threads as long as the complaint stays.
template <class Fails>
Program shrink(Program program, Fails fails) {
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (size_t t = 0; t < program.threads.size(); t++)
      for (size_t k = program.threads[t].size(); k-- > 0;) {
        Program candidate = program;
        auto& body = candidate.threads[t];
        body.erase(body.begin() + static_cast<long>(k));
        auto moved = [k](int slot) { return slot > static_cast<int>(k) ? slot - 1 : slot; };
        bool used = false;
        for (Statement& s : body) {
          int at = static_cast<int>(k);
          used |= s.guard == at || s.a.slot == at || s.b.slot == at;
          s.guard = moved(s.guard);
          s.a.slot = moved(s.a.slot);
          s.b.slot = moved(s.b.slot);
        }
        if (used || !is_valid(candidate) || !fails(candidate)) continue;
        program = candidate;
        smaller = true;
      }
    size_t last = program.threads.size() - 1;
    if (last > 1 && program.threads[last].empty()) {
      Program candidate = program;
      candidate.threads.pop_back();
      for (auto& body : candidate.threads)
        if (!body.empty() && body.back().op == Op::kSpawn && body.back().object == static_cast<int>(last))
          body.pop_back();
      if (is_valid(candidate) && fails(candidate)) program = candidate, smaller = true;
    }
  }
  return program;
}

class Test {
 public:
  explicit Test(const Arguments& arguments) : arguments_(arguments) {}

  int run() {
    auto start = std::chrono::steady_clock::now();
    for (uint64_t k = 0; k < arguments_.programs && totals_.mismatches < arguments_.max_mismatches; k++)
      test_one(arguments_.first + k);
    double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    fmt::print(
        "seed {}, programs {} to {}: {} compared ({} step by step), {} were too large; {} traces by brute force, "
        "{} deadlocked, {} failed; {} programs with plain memory, {} of them with "
        "races, {} with races explored; {} in which readers may be kept out; {} with mailboxes; {} executions; "
        "{} states and steps from them compared; {} critical sections were one event; {} different uses of primitives; "
        "{} mismatches; {:.0f} s\n",
        arguments_.seed, arguments_.first, arguments_.first + arguments_.programs - 1, totals_.compared,
        totals_.stepwise, totals_.too_large, totals_.traces, totals_.deadlocked, totals_.failed, totals_.plain,
        totals_.racy, totals_.explored, totals_.kept_out, totals_.mailboxes, totals_.executions, totals_.states,
        totals_.fused, totals_.uses.size(), totals_.mismatches, seconds);
    const bool has_states = !only_states() || totals_.states > 0;
    const bool has_fused = !arguments_.sections || totals_.fused > 0;
    return totals_.mismatches == 0 && totals_.compared > 0 && has_states && has_fused ? 0 : 1;
  }

 private:
  bool only_states() const {
    const Algorithm* only = find_algorithm(arguments_.algorithm);
    return only != nullptr && only->merges_states;
  }

  // The first program of the index that is small enough.
  void test_one(uint64_t index) {
    Dice dice(arguments_.seed * 1'000'003 + index);
    while (!compare_next(dice, index)) totals_.too_large++;
  }

  bool compare_next(Dice& dice, uint64_t index) {
    Program program = arguments_.sections ? generate_sections(dice) : generate(dice);
    if (arguments_.show) fmt::print("program {}\n{}{}\n", index, toy_text_of(program), script_of(program));
    Expectation expected = expectation_of(program);
    if (!expected.known) return false;
    Way way = pick_way(dice, index);
    if (const Algorithm* only = find_algorithm(arguments_.algorithm)) way.algorithm = only;
    if (arguments_.sections) {
      way.algorithm = find_algorithm("stateful");
      way.restart = protocol::Restart::kInProcess;
      way.fuses = !dice.one_in(8);
    }
    Finding finding = compare(program, expected, arguments_.driver, way);
    if (finding.too_large) return false;
    totals_.compared++;
    totals_.executions += finding.executions;
    totals_.states += finding.states_compared;
    totals_.fused += finding.fused;
    totals_.stepwise += is_stepwise(program);
    totals_.traces += expected.traces;
    totals_.deadlocked += expected.deadlocked;
    totals_.failed += expected.failed;
    totals_.plain += uses(program, Op::kPlainRead) || uses(program, Op::kPlainWrite);
    totals_.racy += expected.racy != 0;
    totals_.explored += program.explores_races;
    totals_.kept_out += may_be_kept_out(program);
    totals_.mailboxes += uses_mailboxes(program);
    note_uses(program);
    if (!finding.complaint.empty()) report(index, program, way, finding.complaint);
    return true;
  }

  void note_uses(const Program& program) {
    for (const auto& thread : program.threads)
      for (const Statement& s : thread) {
        const Object none;
        const Object& object = s.op >= Op::kSpawn ? none : program.objects[static_cast<size_t>(s.object)];
        bool varies = s.op == Op::kCas || s.op == Op::kFlagOn || s.op == Op::kFlagOff || s.op == Op::kAwait ||
                      s.op == Op::kSpawn || s.op == Op::kAssert;
        totals_.uses.insert(
            {static_cast<int>(object.kind), object.variant, static_cast<int>(s.op), varies ? s.variant : 0});
      }
  }

  std::string complaint_about(const Program& program, const Way& way) {
    Expectation expected = expectation_of(program);
    return expected.known ? compare(program, expected, arguments_.driver, way).complaint : "";
  }

  void report(uint64_t index, const Program& program, const Way& way, const std::string& before) {
    totals_.mismatches++;
    Program small = shrink(program, [&](const Program& p) { return !complaint_about(p, way).empty(); });
    std::string limits =
        fmt::format(", at most {} timeouts and {} spurious wakeups", small.max_timeouts, small.max_spurious_wakeups);
    fmt::print("MISMATCH in program {} of seed {} with {}: {} (not shrunk: {})\n{}script: {}{}\n\n", index,
               arguments_.seed, name_of(way), complaint_about(small, way), before, toy_text_of(small), script_of(small),
               limits);
    std::fflush(stdout);
  }

  const Arguments& arguments_;
  Totals totals_;
};

// Each by every algorithm that reduces, or only by the optimal ones, which need as many executions as there are traces.
int test_listed(const std::string& driver, bool all) {
  uint64_t compared = 0, failures = 0;
  for (const Listed& listed : listed_programs()) {
    Expectation expected = expectation_of(listed.program);
    for (const Algorithm& algorithm : algorithms()) {
      if (algorithm.all_interleavings || (!algorithm.optimal && !all)) continue;
      Way way;
      way.algorithm = &algorithm;
      Finding finding = compare(listed.program, expected, driver, way);
      if (finding.complaint.empty() && algorithm.optimal && finding.executions != listed.traces)
        finding.complaint = fmt::format("{} executions, expected {}", finding.executions, listed.traces);
      if (finding.complaint.empty() && expected.traces != listed.traces)
        finding.complaint = fmt::format("brute force finds {} traces, expected {}", expected.traces, listed.traces);
      compared++;
      if (finding.complaint.empty()) continue;
      failures++;
      fmt::print("MISMATCH: {} with {}: {}\n{}\n", listed.name, algorithm.name, finding.complaint,
                 toy_text_of(listed.program));
    }
  }
  fmt::print("{} named programs by algorithms compared, {} mismatches\n", compared, failures);
  return failures == 0 && compared > 0 ? 0 : 1;
}

}  // namespace
}  // namespace mazurka::conformance

int main(int argc, char** argv) {
  using namespace mazurka::conformance;
  CLI::App app("Compares the runtime with the oracle on random programs.");
  Arguments arguments;
  app.add_option("driver", arguments.driver, "The driver, compiled by mazurka-c++")
      ->required()
      ->check(CLI::ExistingFile);
  app.add_option("--programs", arguments.programs, "How many programs")->capture_default_str();
  app.add_option("--first", arguments.first, "The number of the first program")->capture_default_str();
  app.add_option("--seed", arguments.seed, "Where the random numbers start")->capture_default_str();
  app.add_option("--max-mismatches", arguments.max_mismatches, "Stop after so many")->capture_default_str();
  app.add_option("--algorithm", arguments.algorithm, "The only one, instead of mostly pop");
  app.add_flag("--listed", arguments.listed, "Instead of random programs those with mailboxes that have a name");
  app.add_flag("--sections", arguments.sections,
               "Critical sections of plain accesses, by stateful, which mostly takes them for one event");
  app.add_flag("--show", arguments.show, "Print each program");
  CLI11_PARSE(app, argc, argv);
  return arguments.listed ? test_listed(arguments.driver, arguments.programs > 1'000) : Test(arguments).run();
}
