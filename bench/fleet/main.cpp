// Many workers of one store, simulated: what they do with the store is real, what they explore is not.
//
//   mazurka-fleet-bench STORE WORKERS SECONDS PAUSE
//
// Each worker has a connection of its own and holds a unit. It hands in what it has explored after PAUSE seconds, or
// after a hundred times as long as that took, as a pool does, but at least every ten seconds. One time in twenty its
// unit is done: it gives one away and takes another. Prints what it took as a line of JSON.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "fleet/store.hpp"

namespace mazurka::fleet {
namespace {

using Clock = std::chrono::steady_clock;

constexpr Store::Seconds kLease{60};
constexpr double kPausePerCost = 100;
constexpr double kMostPause = 10;
constexpr size_t kUnitBytes = 400;   // a path of 20 levels
constexpr size_t kPieceBytes = 300;  // counts and a place
constexpr int kDoneOneTimeIn = 20;

template <class T>
T must(Result<T, std::string> result) {
  if (result.ok()) return std::move(*result);
  fmt::print(stderr, "mazurka-fleet-bench: {}\n", result.error());
  std::_Exit(1);
}

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

struct Figures {
  std::mutex mutex;
  std::vector<double> exchanges, acquires;  // seconds
  uint64_t refused = 0;
};

class SimulatedWorker {
 public:
  SimulatedWorker(const std::string& store, RunId run, unsigned number)
      : dice_(number), store_(must(Store::open(store))), run_(run) {
    worker_ = must(store_->add_worker(fmt::format("simulated {}", number), "here"));
    piece_ = new_token();
  }

  void work(Clock::time_point end, double least_pause, Figures& figures) {
    std::uniform_real_distribution<double> spread(0, least_pause);
    double pause = spread(dice_);
    while (Clock::now() + std::chrono::duration<double>(pause) < end) {
      std::this_thread::sleep_for(std::chrono::duration<double>(pause));
      if (held_.units == 0) acquire(figures);
      const Clock::time_point begin = Clock::now();
      if (held_.units != 0) hand_in(figures);
      pause = std::clamp(kPausePerCost * seconds_since(begin), least_pause, kMostPause);
    }
  }

 private:
  std::string key() { return fmt::format("{:08x}", dice_()); }

  void acquire(Figures& figures) {
    const Clock::time_point begin = Clock::now();
    const Acquired acquired = must(store_->acquire(run_, worker_, kLease));
    if (acquired.lease) held_ = {acquired.lease->token, 1};
    const std::lock_guard lock(figures.mutex);
    figures.acquires.push_back(seconds_since(begin));
  }

  void hand_in(Figures& figures) {
    Exchange exchange;
    exchange.ends = {held_};
    const NewUnit next = {key(), std::string(kUnitBytes, 'u')};
    (dice_() % kDoneOneTimeIn == 0 ? exchange.given : exchange.kept).push_back(next);
    exchange.counts.executions = 100'000;
    exchange.counts.events = 5'000'000;
    exchange.counts.max_depth = 60;
    exchange.counts.digests["traces"] = dice_();
    exchange.pieces = {{piece_, 0, next.order_key, std::string(kPieceBytes, 'p')}};
    const Clock::time_point begin = Clock::now();
    const Exchanged done = must(store_->exchange(run_, worker_, 0, exchange, kLease));
    must(store_->totals(run_));
    const double seconds = seconds_since(begin);
    held_ = {done.token, done.accepted ? done.kept.size() : 0};
    if (held_.units == 0) piece_ = new_token();
    const std::lock_guard lock(figures.mutex);
    figures.exchanges.push_back(seconds);
    figures.refused += done.accepted ? 0 : 1;
  }

  std::mt19937 dice_;
  std::unique_ptr<Store> store_;
  RunId run_;
  WorkerId worker_;
  Held held_;
  int64_t piece_;
};

double part(std::vector<double>& values, double share) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[std::min(values.size() - 1, static_cast<size_t>(share * static_cast<double>(values.size())))];
}

int simulate(const std::string& name, unsigned workers, double seconds, double pause) {
  const auto store = must(Store::open(name));
  const RunId run = must(store->create_run({"simulated", "p", "o", "c", {}}, {"", "root"}));
  const WorkerId first = must(store->add_worker("first", "here"));
  Exchange all;
  all.ends = {{must(store->acquire(run, first, kLease)).lease->token, 1}};
  for (unsigned k = 0; k < workers; k++) all.given.push_back({fmt::format("{:08x}", k), std::string(kUnitBytes, 'u')});
  if (!must(store->exchange(run, first, 0, all, kLease)).accepted) return 1;
  std::vector<std::unique_ptr<SimulatedWorker>> crew;
  for (unsigned k = 0; k < workers; k++) crew.push_back(std::make_unique<SimulatedWorker>(name, run, k));
  fmt::print(stderr, "ready\n");
  Figures figures;
  const Clock::time_point begin = Clock::now();
  const auto end = begin + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  std::vector<std::thread> threads;
  for (auto& worker : crew) threads.emplace_back([&] { worker->work(end, pause, figures); });
  for (std::thread& thread : threads) thread.join();
  const double taken = seconds_since(begin);
  const bool exact = must(store->totals(run)).executions == 100'000 * (figures.exchanges.size() - figures.refused);
  fmt::print(
      "{{\"workers\": {}, \"exchanges\": {}, \"per_second\": {:.1f}, \"median_ms\": {:.2f}, \"p99_ms\": {:.2f}, "
      "\"acquires\": {}, \"acquire_median_ms\": {:.2f}, \"refused\": {}, \"exact\": {}}}\n",
      workers, figures.exchanges.size(), static_cast<double>(figures.exchanges.size()) / taken,
      1000 * part(figures.exchanges, 0.5), 1000 * part(figures.exchanges, 0.99), figures.acquires.size(),
      1000 * part(figures.acquires, 0.5), figures.refused, exact);
  return exact ? 0 : 1;
}

}  // namespace
}  // namespace mazurka::fleet

int main(int argc, char** argv) {
  if (argc != 5) {
    fmt::print(stderr, "usage: mazurka-fleet-bench STORE WORKERS SECONDS PAUSE; see bench/fleet/run\n");
    return 2;
  }
  return mazurka::fleet::simulate(argv[1], static_cast<unsigned>(std::atoi(argv[2])), std::atof(argv[3]),
                                  std::atof(argv[4]));
}
