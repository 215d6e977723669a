// The benchmark programs have known numbers of traces (bench/toy/counts.txt): the algorithms must explore exactly
// those.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <unordered_set>

#include "explore/algorithms.hpp"
#include "model/fingerprint.hpp"
#include "toy/language/compiler.hpp"
#include "toy/machine.hpp"

namespace mazurka {
namespace {

struct Benchmark {
  std::string program;
  toy::Defines defines;
  uint64_t traces = 0;
  std::string name;  // for the test
};

// Tests run in the root of the repository.
std::vector<Benchmark> benchmarks(uint64_t max_traces) {
  std::vector<Benchmark> result;
  std::ifstream file("bench/toy/counts.txt");
  CHECK(file.good(), "bench/toy/counts.txt is there");
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::stringstream words(line);
    Benchmark benchmark;
    std::string constants, constant;
    words >> benchmark.program >> constants >> benchmark.traces;
    benchmark.name = benchmark.program;
    std::stringstream list(constants);
    while (std::getline(list, constant, ',')) {
      size_t equals = constant.find('=');
      benchmark.defines[constant.substr(0, equals)] = std::stoll(constant.substr(equals + 1));
      benchmark.name += "_" + constant.substr(equals + 1);
    }
    for (char& c : benchmark.name)
      if (c == '-') c = '_';
    if (benchmark.traces <= max_traces) result.push_back(std::move(benchmark));
  }
  return result;
}

toy::Machine machine_for(const Benchmark& benchmark) {
  std::ifstream file("bench/toy/" + benchmark.program + ".toy");
  std::stringstream text;
  text << file.rdbuf();
  auto code = toy::compile_text(text.str(), benchmark.defines);
  CHECK(code.ok(), "a benchmark program compiles");
  return toy::Machine(std::move(*code));
}

struct TraceSet final : Observer {
  bool on_execution(const Execution& execution) override {
    if (execution.blocked) return true;
    hasher.reset(0, 0);
    for (const Event& event : execution.events) hasher.add(event);
    traces.insert(hasher.fingerprint());
    return true;
  }
  TraceHasher hasher;
  std::unordered_set<Fingerprint> traces;
};

struct Explored {
  Statistics statistics;
  std::unordered_set<Fingerprint> traces;
};

Explored explore(const Benchmark& benchmark, const Algorithm& algorithm, bool sleep_sets = true, uint32_t k = 0) {
  toy::Machine machine = machine_for(benchmark);
  Options options;
  options.policy = algorithm.policy;
  options.sleep_sets = sleep_sets;
  options.k = k;
  TraceSet observer;
  Explored result;
  result.statistics = make_explorer(algorithm, options)->explore(machine, observer);
  result.traces = std::move(observer.traces);
  EXPECT_TRUE(result.statistics.complete);
  EXPECT_FALSE(machine.error());
  return result;
}

std::string name_of_benchmark(const testing::TestParamInfo<Benchmark>& info) {
  return info.param.name;
}

// Printed by gtest instead of the bytes.
void PrintTo(const Benchmark& benchmark, std::ostream* out) {
  *out << benchmark.name;
}

class OptimalCounts : public testing::TestWithParam<Benchmark> {};

TEST_P(OptimalCounts, EachTraceOnceNoneBlocked) {
  for (const Algorithm& algorithm : algorithms()) {
    if (!algorithm.optimal) continue;
    Explored explored = explore(GetParam(), algorithm);
    EXPECT_EQ(explored.statistics.executions, GetParam().traces) << algorithm.name;
    EXPECT_EQ(explored.traces.size(), GetParam().traces) << algorithm.name;
    EXPECT_EQ(explored.statistics.blocked, 0u) << algorithm.name;
  }
}
INSTANTIATE_TEST_SUITE_P(, OptimalCounts, testing::ValuesIn(benchmarks(20'000)), name_of_benchmark);

class QuasiOptimalCounts : public testing::TestWithParam<Benchmark> {};

// The larger k, the fewer runs are given up; the traces are the same.
TEST_P(QuasiOptimalCounts, EachTraceOnceFewerBlockedWithLargerK) {
  uint64_t blocked = UINT64_MAX;
  for (uint32_t k : {1, 2, 3, 0}) {
    Explored explored = explore(GetParam(), algorithm_named("qpor"), true, k);
    EXPECT_EQ(explored.traces.size(), GetParam().traces) << "k = " << k;
    EXPECT_EQ(explored.statistics.executions, GetParam().traces) << "k = " << k;
    EXPECT_LE(explored.statistics.blocked, blocked) << "k = " << k;
    blocked = explored.statistics.blocked;
  }
  EXPECT_EQ(blocked, 0u);
}
INSTANTIATE_TEST_SUITE_P(, QuasiOptimalCounts, testing::ValuesIn(benchmarks(5'000)), name_of_benchmark);

class SameTraces : public testing::TestWithParam<Benchmark> {};

TEST_P(SameTraces, AsPop) {
  Explored pop = explore(GetParam(), algorithm_named("pop"));
  for (const Algorithm& algorithm : algorithms()) {
    if (algorithm.all_interleavings || algorithm.optimal || algorithm.merges_states) continue;
    EXPECT_EQ(explore(GetParam(), algorithm).traces, pop.traces) << algorithm.name;
  }
}
// filesystem(24) takes dpor_cr most of a minute: only if MAZURKA_LONG_TESTS is set.
std::vector<Benchmark> compared_with_pop() {
  std::vector<Benchmark> result = benchmarks(5'000);
  if (std::getenv("MAZURKA_LONG_TESTS") == nullptr)
    std::erase_if(result, [](const Benchmark& benchmark) { return benchmark.name == "filesystem_24"; });
  return result;
}
INSTANTIATE_TEST_SUITE_P(, SameTraces, testing::ValuesIn(compared_with_pop()), name_of_benchmark);

// Naive and the variants without sleep sets need far more executions than traces: only the smallest sizes.
std::vector<Benchmark> smallest() {
  return {{"readers", {{"N", 4}}, 16, "readers_4"},
          {"lastzero", {{"N", 2}}, 5, "lastzero_2"},
          {"exp-mem", {{"N", 2}}, 4, "exp_mem_2"},
          {"groups", {{"N", 1}}, 5, "groups_1"},
          {"fib-bench", {{"N", 1}}, 11, "fib_bench_1"},
          {"circular-buffer", {{"N", 1}}, 2, "circular_buffer_1"},
          {"mpat", {{"K", 2}}, 8, "mpat_2"},
          {"pi", {{"N", 3}}, 6, "pi_3"},
          {"entangled", {{"K", 2}}, 4, "entangled_2"},
          {"length-param", {{"T", 2}, {"N", 1}}, 4, "length_param_2_1"}};
}

class SmallestSizes : public testing::TestWithParam<Benchmark> {};

TEST_P(SmallestSizes, SameTracesByNaiveAndWithoutSleepSets) {
  Explored pop = explore(GetParam(), algorithm_named("pop"));
  EXPECT_EQ(pop.traces.size(), GetParam().traces);
  for (const Algorithm& algorithm : algorithms()) {
    if (!algorithm.all_interleavings && !algorithm.optional_sleep_sets) continue;
    EXPECT_EQ(explore(GetParam(), algorithm, false).traces, pop.traces) << algorithm.name;
  }
}
INSTANTIATE_TEST_SUITE_P(, SmallestSizes, testing::ValuesIn(smallest()), name_of_benchmark);

TEST(PopMemory, StaysFlatWhileTheNumberOfTracesGrows) {
  uint64_t least = UINT64_MAX, most = 0;
  for (const Benchmark& benchmark : std::vector<Benchmark>{{"exp-mem", {{"N", 7}}, 10'080, ""},
                                                           {"exp-mem", {{"N", 8}}, 80'640, ""},
                                                           {"exp-mem", {{"N", 9}}, 725'760, ""},
                                                           {"lastzero", {{"N", 15}}, 147'456, ""}}) {
    toy::Machine machine = machine_for(benchmark);
    struct : Observer {
      bool on_execution(const Execution&) override { return true; }
    } nobody;
    Statistics statistics = make_explorer(algorithm_named("pop"), {})->explore(machine, nobody);
    EXPECT_EQ(statistics.executions, benchmark.traces);
    least = std::min(least, statistics.peak_bytes);
    most = std::max(most, statistics.peak_bytes);
  }
  EXPECT_LE(most, 2 * least);
}

}  // namespace
}  // namespace mazurka
