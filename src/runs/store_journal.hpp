// A pool's journal in a store.
//
// The pool is one worker of the store, whatever number of processes it has: it holds units, hands in all that it has
// done in one transaction, and gets new leases for what it keeps.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "fleet/store.hpp"
#include "supervise/input.hpp"
#include "supervise/journal.hpp"

namespace mazurka::runs {

// Who takes part in a run.
enum class Role {
  kOwner,   // whoever began it or goes on with it: ends it
  kHelper,  // works on it
};

class StoreJournal final : public Journal {
 public:
  // Makes the run, and gives its description: when it is worth being kept.
  using Describe = std::function<Or<fleet::RunDescription>(fleet::Store&)>;

  // A run that is not in the store yet.
  StoreJournal(std::string store, Describe describe, const StandardInput* input);
  // One that is.
  StoreJournal(std::unique_ptr<fleet::Store> store, fleet::RunId run, Role role);

  bool has_run() const override { return store_ != nullptr; }
  double begins_after() const override;
  bool is_ours() const override { return role_ == Role::kOwner; }
  bool is_copy() const override { return is_copy_; }
  Or<Done> begin(const HandIn& all) override;
  Or<News> hand_in(const HandIn& work) override;
  Or<Done> renew() override;
  Or<Taken> take(bool waits) override;
  Or<Left> left(size_t most) override;
  Or<Done> note_estimate(const std::string& text) override;
  void let_go() override;
  Or<bool> begin_generation(const std::vector<Words>& history) override;
  Or<Done> finish(const RunEnd& end) override;
  Or<Everything> everything() override;
  Or<RunEnd> how_it_ended() override;

 private:
  Or<Done> join();
  Or<bool> follow_history(const std::vector<Words>& history);
  Or<Done> keep_input();
  fleet::Exchange exchange_of(const HandIn& work, const fleet::Counts& now);
  Or<Taken> taken(const fleet::Lease& lease);

  std::string name_;
  Describe describe_;
  const StandardInput* input_ = nullptr;  // to be kept as soon as it was read
  std::unique_ptr<fleet::Store> store_;
  fleet::RunId run_;
  fleet::WorkerId worker_;
  Role role_ = Role::kOwner;
  bool is_copy_ = true;
  uint64_t generation_ = 0;
  bool knows_history_ = false;
  std::vector<fleet::Held> held_;
  fleet::Counts counted_;            // by this pool, in this generation, that are in the store
  std::set<fleet::Remark> remarks_;  // that are in the store
  std::set<uint64_t> bugs_;          // the same, by their keys
};

// What a store has of a run.
Journal::Or<Journal::Everything> everything_of(fleet::Store& store, fleet::RunId run);
Journal::Or<RunEnd> ending_of(fleet::Store& store, fleet::RunId run);

// The lease of a worker that is not heard of any more ends after so many seconds. For tests: MAZURKA_TEST_LEASE.
double lease_seconds();

}  // namespace mazurka::runs
