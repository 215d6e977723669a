// Explores a Tree through a Store, for store_kills.sh, which kills it.
//
//   tree_worker submit STORE SEED DEPTH            makes a run, prints its number
//   tree_worker work STORE RUN SEED DEPTH SLEEPY   works until the run is complete; appends to the file named by LOG
//   tree_worker verify STORE RUN SEED DEPTH        compares what the store has with the tree
//
// SLEEPY: of 1000 checkpoints, before how many the worker sleeps past its lease.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "fleet/database.hpp"
#include "fleet/kills/tree.hpp"
#include "fleet/store.hpp"

namespace mazurka::fleet {
namespace {

constexpr Store::Seconds kLease{0.5};
constexpr OpenOptions kPatient = {.create = true, .patience = std::chrono::seconds(60)};

[[noreturn]] void die(const std::string& sentence) {
  fmt::print(stderr, "tree_worker {}: {}\n", getpid(), sentence);
  std::exit(1);
}

template <class T>
T must(Result<T, std::string> result) {
  if (!result.ok()) die(result.error());
  return std::move(*result);
}

std::unique_ptr<Store> open_patiently(const std::string& name) {
  for (int attempt = 0; attempt < 600; attempt++) {
    auto store = Store::open(name, kPatient);
    if (store.ok()) return std::move(*store);
    if (!is_postgres_url(name) || attempt == 599) die(store.error());
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  std::abort();
}

// A unit is a list of paths, the deepest last.
std::string text_of(const std::vector<std::string>& paths) {
  std::string text;
  for (const std::string& path : paths) text += path + "\n";
  return text;
}
std::vector<std::string> paths_of(const std::string& text) {
  std::vector<std::string> paths;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) paths.push_back(line);
  return paths;
}
NewUnit unit_of(const std::vector<std::string>& paths) {
  return {paths.front(), text_of(paths)};
}

class TreeWorker {
 public:
  TreeWorker(const std::string& store_name, RunId run, Tree tree, unsigned sleepy)
      : name_(store_name), store_(open_patiently(store_name)), run_(run), tree_(tree), sleepy_(sleepy) {
    worker_ = must(store_->add_worker("tree_worker", std::to_string(getpid())));
    if (const char* log = std::getenv("LOG")) log_.open(log, std::ios::app);
  }

  void work() {
    for (;;) {
      Acquired acquired = must(store_->acquire(run_, worker_, kLease));
      if (acquired.state == RunState::kComplete) return;
      if (acquired.lease) {
        explore(*acquired.lease);
      } else if (acquired.open_units == 0) {
        (void)must(store_->complete_if_done(run_));
      } else {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
      }
    }
  }

 private:
  bool chance(unsigned of_thousand) { return random_() % 1000 < of_thousand; }

  void explore(Lease lease) {
    std::vector<std::string> stack = paths_of(lease.bytes);
    for (;;) {
      Checkpoint checkpoint;
      const size_t leaves = 1 + random_() % 60;
      while (!stack.empty() && checkpoint.counts.executions < leaves) {
        const std::string path = std::move(stack.back());
        stack.pop_back();
        const int count = tree_.children(path);
        for (int k = count - 1; k >= 0; k--) stack.push_back(path + static_cast<char>('a' + k));
        if (count != 0) continue;
        if (tree_.teaches(path, lease.generation)) {
          (void)must(store_->begin_generation(run_, lease.generation, "learned at " + path, unit_of({""})));
          return;
        }
        tree_.explore_leaf(path, lease.generation, checkpoint);
      }
      std::this_thread::sleep_for(std::chrono::microseconds(random_() % 2000));
      if (chance(50) && !must(store_->renew(lease, kLease))) log("stale renewal");
      split(stack, checkpoint);
      const bool stale = chance(sleepy_) && sleep_past(lease);
      Accepted accepted = must(store_->checkpoint(lease, checkpoint, kLease));
      log(accepted.accepted ? fmt::format("accepted {} {}", lease.unit.number, lease.token) : "stale checkpoint");
      if (stale) log(accepted.accepted ? "VIOLATION: a stale checkpoint was accepted" : "slept and was refused");
      if (!accepted.next) return;
      lease = std::move(*accepted.next);
    }
  }

  // Gives the shallower half away if others wait, or by chance.
  void split(std::vector<std::string>& stack, Checkpoint& checkpoint) {
    if (stack.empty()) return;
    const Demand demand = must(store_->demand(run_));
    if (stack.size() > 1 && (demand.waiting_workers > demand.free_units || chance(100))) {
      const auto half = stack.begin() + static_cast<std::ptrdiff_t>(stack.size() / 2);
      for (auto path = stack.begin(); path != half; ++path) checkpoint.given.push_back(unit_of({*path}));
      stack.erase(stack.begin(), half);
    }
    checkpoint.continuation = unit_of(stack);
  }

  // Sleeps until the unit is somebody else's, who still works on it, or is done. True if so. Looks without the store.
  bool sleep_past(const Lease& lease) {
    std::this_thread::sleep_for(kLease);
    DatabaseOrError database = is_postgres_url(name_) ? open_postgres(name_) : open_sqlite(name_, false);
    for (int attempt = 0; database.ok() && attempt < 200; attempt++) {
      // (Of a unit that was given back, the token is NULL.)
      const auto own =
          (*database)->run("SELECT id FROM unit WHERE id = $1 AND token = $2", {lease.unit.number, lease.token});
      if (!own.ok()) return false;
      if (own->empty()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
  }

  // A line at once, or nothing: a kill must not leave half of one.
  void log(const std::string& line) {
    log_ << line + "\n";
    log_.flush();
  }

  std::string name_;
  std::unique_ptr<Store> store_;
  RunId run_;
  Tree tree_;
  unsigned sleepy_;
  WorkerId worker_;
  std::ofstream log_;
  std::mt19937_64 random_{std::random_device{}()};
};

int verify(Store& store, RunId run, const Tree& tree) {
  const Tree::Expected expected = tree.expected();
  for (const uint64_t teachers : expected.teachers)
    if (teachers == 0) die("this tree teaches nothing: take another seed");
  std::vector<std::string> wrong;
  const Counts totals = must(store.totals(run));
  if (totals != expected.counts)
    wrong.push_back(fmt::format("executions {} of {}, digest {:x} of {:x}", totals.executions,
                                expected.counts.executions, totals.digests.at("leaves"),
                                expected.counts.digests.at("leaves")));
  std::map<std::string, Bug> bugs;
  for (const Bug& bug : must(store.bugs(run))) bugs[bug.fingerprint] = bug;
  if (bugs != expected.bugs) wrong.emplace_back("other bugs");
  const std::vector<Remark> remarks = must(store.remarks(run));
  if (std::set<Remark>(remarks.begin(), remarks.end()) != expected.remarks) wrong.emplace_back("other remarks");
  if (must(store.run(run))->state != RunState::kComplete) wrong.emplace_back("it is not complete");
  if (must(store.history(run)).generation != kLastGeneration) wrong.emplace_back("the wrong generation");
  if (must(store.acquire(run, must(store.add_worker("verifier", "")), kLease)).open_units != 0)
    wrong.emplace_back("units are left");
  for (const std::string& sentence : wrong) fmt::print("run {}: {}\n", run.number, sentence);
  if (wrong.empty()) fmt::print("run {}: {} executions, as expected\n", run.number, totals.executions);
  return wrong.empty() ? 0 : 1;
}

int run(const std::vector<std::string>& words) {
  const auto number = [&](size_t k) { return std::stoull(words.at(k)); };
  const std::string& verb = words.at(0);
  if (verb == "submit") {
    const auto store = open_patiently(words.at(1));
    const Tree tree(number(2), number(3));
    fmt::print("{}\n", must(store->create_run({"tree", words[2], words[3], "tree_worker", {}}, unit_of({""}))).number);
    return 0;
  }
  const RunId run = {static_cast<int64_t>(number(2))};
  const Tree tree(number(3), number(4));
  if (verb == "verify") return verify(*open_patiently(words.at(1)), run, tree);
  TreeWorker(words.at(1), run, tree, static_cast<unsigned>(number(5))).work();
  return 0;
}

}  // namespace
}  // namespace mazurka::fleet

int main(int argc, char** argv) {
  return mazurka::fleet::run({argv + 1, argv + argc});
}
