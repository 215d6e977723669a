// Prints the benchmark table: every program of bench/toy/counts.txt with every algorithm.
//
//   mazurka-bench [--seconds=10] [--filter=lastzero] [--algorithms=pop,optimal] [--max-traces=1000000]
//   mazurka-bench --fused [--filter=pool]: what fused sections save, on models of programs of bench/real
//
// Speed is executions (blocked ones included) by seconds of wall-clock time, with nothing but counting done for each
// execution. A run that is not done in time is stopped and marked. Run it on a quiet machine, in the root of the
// repository.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "explore/algorithms.hpp"
#include "toy/language/compiler.hpp"
#include "toy/machine.hpp"
#include "unfolding_queries.hpp"

namespace mazurka {
namespace {

using Clock = std::chrono::steady_clock;

struct Benchmark {
  std::string program;
  std::string constants;
  uint64_t traces = 0;
  std::string folder = "bench/toy";
  std::string file() const { return fmt::format("{}/{}.toy", folder, program); }
  std::string name() const { return fmt::format("{}({})", program, constants); }
};

struct Measurement {
  Statistics statistics;
  double seconds = 0;
  double rate() const { return static_cast<double>(statistics.executions + statistics.blocked) / seconds; }
};

class StopWatch final : public Observer {
 public:
  explicit StopWatch(double seconds)
      : end_(Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))) {}
  bool on_execution(const Execution&) override { return ++count_ % 256 != 0 || Clock::now() < end_; }

 private:
  uint64_t count_ = 0;
  Clock::time_point end_;
};

std::vector<Benchmark> read_benchmarks() {
  std::vector<Benchmark> result;
  std::ifstream file("bench/toy/counts.txt");
  for (std::string line; std::getline(file, line);) {
    Benchmark benchmark;
    std::stringstream words(line);
    if (line.empty() || line[0] == '#') continue;
    words >> benchmark.program >> benchmark.constants >> benchmark.traces;
    result.push_back(benchmark);
  }
  return result;
}

std::optional<toy::Machine> load(const Benchmark& benchmark) {
  std::ifstream file(benchmark.file());
  std::stringstream text;
  text << file.rdbuf();
  toy::Defines defines;
  std::stringstream list(benchmark.constants);
  for (std::string constant; std::getline(list, constant, ',');) {
    size_t equals = constant.find('=');
    defines[constant.substr(0, equals)] = std::stoll(constant.substr(equals + 1));
  }
  auto code = toy::compile_text(text.str(), defines);
  if (!code) {
    fmt::print(stderr, "{}: {}\n", benchmark.file(), code.error().message);
    return std::nullopt;
  }
  return toy::Machine(std::move(*code));
}

Measurement measure(toy::Machine& machine, const Algorithm& algorithm, Policy policy, double seconds) {
  Options options;
  options.policy = policy;
  StopWatch observer(seconds);
  auto explorer = make_explorer(algorithm, options);
  auto start = Clock::now();
  Measurement result;
  result.statistics = explorer->explore(machine, observer);
  result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return result;
}

void print_row(const Benchmark& benchmark, const Algorithm& algorithm, Policy policy, const Measurement& m) {
  std::string wrong;
  if (m.statistics.complete && algorithm.optimal &&
      (m.statistics.executions != benchmark.traces || m.statistics.blocked != 0))
    wrong = " WRONG";
  fmt::print("| {} | {} | {} | {}{}{} | {} | {:.0f} | {} |\n", benchmark.name(), algorithm.name, name_of(policy),
             m.statistics.complete ? "" : "> ", m.statistics.executions, wrong, m.statistics.blocked, m.rate(),
             m.statistics.peak_bytes);
  std::fflush(stdout);
}

constexpr const char* kHeader =
    "| program | algorithm | policy | executions | blocked | executions/s | peak bytes |\n"
    "|---|---|---|---:|---:|---:|---:|\n";

// The same programs with the same policy: pop's memory stays where it is, optimal's wakeup trees grow with the traces.
void print_memory(double seconds) {
  fmt::print("\n## Memory of pop and optimal\n\n{}", kHeader);
  for (const char* size : {"exp-mem N=7 10080", "exp-mem N=8 80640", "exp-mem N=9 725760", "lastzero N=15 147456"}) {
    Benchmark benchmark;
    std::stringstream(size) >> benchmark.program >> benchmark.constants >> benchmark.traces;
    auto machine = load(benchmark);
    if (!machine) return;
    for (const char* algorithm : {"pop", "optimal"})
      print_row(benchmark, algorithm_named(algorithm), Policy::kReadsFirst,
                measure(*machine, algorithm_named(algorithm), Policy::kReadsFirst, 6 * seconds));
  }
}

void print_length() {
  fmt::print(
      "\n## Long executions: length-param(2, N) with pop\n\n| N | seconds | microseconds per N |\n|---:|---:|---:|\n");
  for (int n : {1024, 4096, 16384, 65536}) {
    auto machine = load({"length-param", fmt::format("T=2,N={}", n), 4});
    if (!machine) return;
    Measurement m = measure(*machine, algorithm_named("pop"), Policy::kReadsFirst, 1000);
    fmt::print("| {} | {:.4f} | {:.3f} |\n", n, m.seconds, m.seconds / n * 1e6);
  }
}

// Three sizes of each program of bench/real that has critical sections with plain accesses only; the models have as
// many traces as the programs. Processor time, the best of three.
constexpr const char* kModels =
    "pool A=1,B=2 pool A=2,B=3 pool A=3,B=3 logger A=1,B=2 logger A=2,B=2 logger A=2,B=3 "
    "striped_map A=2,B=1 striped_map A=2,B=3 striped_map A=3,B=3 stealing A=2,B=2 stealing A=2,B=4 stealing A=3,B=4 "
    "pipeline A=1,B=2 pipeline A=2,B=2 pipeline A=2,B=4 async_chain A=1,B=1 async_chain A=1,B=2 async_chain A=2,B=2 "
    "counters A=2,B=2 counters A=3,B=3 counters A=4,B=3 bank A=2,B=1 bank A=2,B=2 bank A=3,B=2";

int print_fused(const std::string& filter) {
  fmt::print("program,fused,runs,states,summaries,seconds,mb\n");
  std::stringstream models(kModels);
  Benchmark benchmark;
  benchmark.folder = "bench/real/models";
  while (models >> benchmark.program >> benchmark.constants) {
    if (benchmark.name().find(filter) == std::string::npos) continue;
    auto machine = load(benchmark);
    if (!machine) return 2;
    for (const bool fuses : {false, true}) {
      Options options;
      options.policy = algorithm_named("stateful").policy;
      options.fuses = fuses;
      Statistics statistics;
      double seconds = 0;
      for (int k = 0; k < 3; k++) {
        StopWatch observer(1000);
        const std::clock_t start = std::clock();
        statistics = make_explorer(algorithm_named("stateful"), options)->explore(*machine, observer);
        const double taken = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        seconds = k == 0 ? taken : std::min(seconds, taken);
      }
      double states = 0, summaries = 0;
      for (const Figure& figure : statistics.figures.all()) {
        if (figure.name_text() == "states") states = figure.value;
        if (figure.name_text() == "summaries") summaries = figure.value;
      }
      fmt::print("\"{}\",{},{},{},{},{:.4f},{:.1f}{}\n", benchmark.name(), fuses ? "yes" : "no",
                 statistics.executions + statistics.blocked, states, summaries, seconds,
                 static_cast<double>(statistics.peak_bytes) / 1e6, statistics.complete ? "" : ",incomplete");
      std::fflush(stdout);
    }
  }
  return 0;
}

int run(int argc, char** argv) {
  double seconds = 10;
  uint64_t max_traces = UINT64_MAX;
  std::string filter;
  std::vector<std::string> names;
  for (const Algorithm& algorithm : algorithms())
    if (!algorithm.all_interleavings) names.emplace_back(algorithm.name);
  CLI::App app{"Executions per second and memory of each exploration algorithm on the benchmark programs"};
  app.add_option("--seconds", seconds, "Stop a run after so long")->capture_default_str();
  app.add_option("--max-traces", max_traces, "Only programs with at most so many traces");
  app.add_option("--filter", filter, "Only programs whose name contains this");
  bool queries = false;
  app.add_flag("--queries", queries, "Measure causality and conflict queries on unfoldings instead");
  bool fused = false;
  app.add_flag("--fused", fused, "Compare stateful without and with fused sections instead");
  app.add_option("--algorithms", names, "Which")->delimiter(',')->capture_default_str();
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  if (fused) return print_fused(filter);
  if (queries) {
    fmt::print(
        "| program | events | by | causality ns | conflict ns | causal % | conflicting % | tree steps | bytes/event |\n"
        "|---|---:|---|---:|---:|---:|---:|---:|---:|\n");
    for (const Benchmark& benchmark : read_benchmarks()) {
      if (benchmark.name().find(filter) == std::string::npos || benchmark.traces > max_traces) continue;
      if (auto machine = load(benchmark)) print_queries(benchmark.name(), *machine);
    }
    return 0;
  }
  fmt::print("{}", kHeader);
  for (const Benchmark& benchmark : read_benchmarks()) {
    if (benchmark.name().find(filter) == std::string::npos || benchmark.traces > max_traces) continue;
    auto machine = load(benchmark);
    if (!machine) return 2;
    for (const std::string& name : names) {
      const Algorithm* algorithm = find_algorithm(name);
      if (algorithm == nullptr) {
        fmt::print(stderr, "mazurka-bench: unknown algorithm '{}'; see --help\n", name);
        return 2;
      }
      print_row(benchmark, *algorithm, algorithm->policy, measure(*machine, *algorithm, algorithm->policy, seconds));
    }
  }
  if (filter.empty()) {
    print_memory(seconds);
    print_length();
  }
  return 0;
}

}  // namespace
}  // namespace mazurka

int main(int argc, char** argv) {
  return mazurka::run(argc, argv);
}
