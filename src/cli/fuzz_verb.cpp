#include "cli/fuzz_verb.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/verb.hpp"
#include "explore/algorithms.hpp"
#include "toy/fuzz/features.hpp"
#include "toy/fuzz/fuzzer.hpp"

namespace mazurka {

namespace {

using toy::FuzzMode;
using toy::FuzzOptions;
using toy::FuzzResult;

std::string feature_names() {
  std::string names;
  for (toy::Feature f : toy::Features::all().list()) names += fmt::format("{}, ", toy::name_of(f));
  return names + "all";
}

toy::Features features_from(const std::string& option, const std::vector<std::string>& names) {
  toy::Features features;
  for (const std::string& name : names) {
    if (name == "all") return toy::Features::all();
    std::optional<toy::Feature> feature = toy::feature_named(name);
    if (!feature) {
      throw CLI::ValidationError(option, fmt::format("'{}' is no feature; expected some of {}", name, feature_names()));
    }
    features.add(*feature);
  }
  return features;
}

std::vector<toy::Variant> variants_from(const std::vector<std::string>& names) {
  std::vector<toy::Variant> variants;
  for (const std::string& name : names) {
    if (name == "all") return toy::all_variants();
    const Algorithm* algorithm = find_algorithm(name);
    if (algorithm == nullptr) {
      throw CLI::ValidationError("--algorithms", fmt::format("'{}' is no algorithm; expected some of {}, all", name,
                                                             names_of(algorithms(), ", ")));
    }
    for (const toy::Variant& variant : toy::variants_of(*algorithm)) variants.push_back(variant);
  }
  return variants;
}

FuzzMode mode_from(const std::string& name) {
  return name == "random" ? FuzzMode::kRandom : name == "mutate" ? FuzzMode::kMutate : FuzzMode::kBoth;
}

std::string text_of(const toy::Mismatch& m) {
  return fmt::format(
      "MISMATCH: {} {}\n"
      "  policy {}, policy seed {}, program {}\n"
      "  {} traces by brute force; explored {} executions, {} of them repeated, and {} blocked\n"
      "{}\n",
      toy::name_of(m.variant), m.verdict.complaint, name_of(m.policy), m.seed, m.program_index, m.traces,
      m.verdict.executions, m.verdict.duplicates, m.verdict.blocked, m.program);
}

void print_text(const FuzzResult& r, uint64_t seed) {
  for (const toy::Mismatch& m : r.mismatches) fmt::print("{}", text_of(m));
  fmt::print("seed {}: {} programs in {:.1f} s, {} compared, {} too large, {} mutants that break a rule\n", seed,
             r.programs, r.seconds, r.compared, r.skipped, r.rejected);
  fmt::print("{} traces by brute force ({} deadlocked, {} failed, {} cut at the step limit; at most {} in a program)\n",
             r.traces, r.deadlocked, r.failed, r.cut, r.largest);
  fmt::print("{:<28} {:>9} {:>12} {:>12} {:>10} {:>10} {:>9}\n", "algorithm", "compared", "not compared", "executions",
             "blocked", "mismatches", "seconds");
  for (const toy::FuzzTotals& t : r.totals)
    fmt::print("{:<28} {:>9} {:>12} {:>12} {:>10} {:>10} {:>9.1f}\n", toy::name_of(t.variant), t.compared,
               t.not_compared, t.executions, t.blocked, t.mismatches, t.seconds);
  for (const toy::FuzzTotals& t : r.totals)
    if (t.programs_blocked > 0)
      fmt::print("{} gave up runs in {} comparisons, all with programs where it may\n", toy::name_of(t.variant),
                 t.programs_blocked);
  fmt::print("{}\n", r.mismatches.empty() ? "no mismatch" : fmt::format("{} mismatches", r.mismatches.size()));
}

void print_json(const FuzzResult& r, uint64_t seed) {
  nlohmann::ordered_json json = {
      {"seed", seed},           {"programs", r.programs}, {"compared", r.compared},     {"skipped", r.skipped},
      {"rejected", r.rejected}, {"traces", r.traces},     {"deadlocked", r.deadlocked}, {"failed", r.failed},
      {"cut", r.cut},           {"largest", r.largest},   {"seconds", r.seconds},
  };
  json["algorithms"] = nlohmann::ordered_json::array();
  for (const toy::FuzzTotals& t : r.totals)
    json["algorithms"].push_back({{"algorithm", t.variant.algorithm->name},
                                  {"sleep_sets", t.variant.sleep_sets},
                                  {"k", t.variant.k},
                                  {"in_parts", t.variant.in_parts},
                                  {"outer_loop", t.variant.outer_loop},
                                  {"compared", t.compared},
                                  {"not_compared", t.not_compared},
                                  {"executions", t.executions},
                                  {"blocked", t.blocked},
                                  {"programs_blocked", t.programs_blocked},
                                  {"mismatches", t.mismatches},
                                  {"seconds", t.seconds}});
  json["mismatches"] = nlohmann::ordered_json::array();
  for (const toy::Mismatch& m : r.mismatches)
    json["mismatches"].push_back({{"algorithm", m.variant.algorithm->name},
                                  {"sleep_sets", m.variant.sleep_sets},
                                  {"k", m.variant.k},
                                  {"in_parts", m.variant.in_parts},
                                  {"outer_loop", m.variant.outer_loop},
                                  {"policy", name_of(m.policy)},
                                  {"policy_seed", m.seed},
                                  {"program_index", m.program_index},
                                  {"complaint", m.verdict.complaint},
                                  {"traces", m.traces},
                                  {"executions", m.verdict.executions},
                                  {"duplicates", m.verdict.duplicates},
                                  {"blocked", m.verdict.blocked},
                                  {"program", m.program},
                                  {"found", m.found}});
  fmt::print("{}\n", json.dump(2));
}

// A line on stderr every few seconds.
class Progress {
 public:
  explicit Progress(uint64_t programs) : programs_(programs) {}
  void operator()(const FuzzResult& r) {
    if (r.seconds < next_) return;
    next_ = r.seconds + (isatty(STDERR_FILENO) != 0 ? 2 : 30);
    fmt::print(stderr, "fuzz: {} of {} programs, {} traces, {} mismatches, {:.0f} s\n", r.programs, programs_, r.traces,
               r.mismatches.size(), r.seconds);
  }

 private:
  uint64_t programs_;
  double next_ = 2;
};

struct Arguments {
  FuzzOptions options;
  std::vector<std::string> features = {"all"};
  std::vector<std::string> with;
  std::vector<std::string> algorithms = {"all"};
  std::string mode = "both";
  std::string format = "text";
};

}  // namespace

void add_fuzz_verb(CLI::App& app, int& exit_code) {
  CLI::App* verb = app.add_subcommand("fuzz", "Compare the algorithms with brute force on random small programs");
  auto arguments = std::make_shared<Arguments>();
  FuzzOptions& options = arguments->options;
  verb->add_option("--programs", options.programs, "How many programs")->capture_default_str();
  verb->add_option("--seed", options.seed, "Where the random numbers start; the same seed gives the same programs")
      ->capture_default_str();
  verb->add_option("--features", arguments->features, "What programs may use: " + feature_names())
      ->delimiter(',')
      ->capture_default_str();
  verb->add_option("--with", arguments->with,
                   "What every program may use, not only a few by chance; inputs: it has some")
      ->delimiter(',');
  verb->add_option("--algorithms", arguments->algorithms, "Which to compare: " + names_of(algorithms(), ", ") + ", all")
      ->delimiter(',')
      ->capture_default_str();
  verb->add_option("--mode", arguments->mode, "random programs, mutants of hard ones (mutate), or both in turn")
      ->check(CLI::IsMember({"random", "mutate", "both"}))
      ->capture_default_str();
  verb->add_option("--max-time", options.max_seconds, "Stop after so many seconds; 0: no limit")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  verb->add_option("--max-mismatches", options.max_mismatches, "Stop after so many mismatches")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  verb->add_option("--format", arguments->format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  verb->callback([arguments, &exit_code] {
    FuzzOptions& o = arguments->options;
    o.features = features_from("--features", arguments->features);
    o.always = features_from("--with", arguments->with);
    o.variants = variants_from(arguments->algorithms);
    o.mode = mode_from(arguments->mode);
    o.on_progress = Progress(o.programs);
    FuzzResult result = toy::fuzz(o);
    if (arguments->format == "json")
      print_json(result, o.seed);
    else
      print_text(result, o.seed);
    exit_code = result.mismatches.empty() ? 0 : 1;
  });
}

}  // namespace mazurka
