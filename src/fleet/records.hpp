// What the store keeps, as plain data: runs, units of work, what units gave.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace mazurka::fleet {

// A number that the store gives.
template <class Tag>
struct StoreId {
  int64_t number = 0;
  friend constexpr auto operator<=>(StoreId, StoreId) = default;
};
using RunId = StoreId<struct RunTag>;
using UnitId = StoreId<struct UnitTag>;
using WorkerId = StoreId<struct WorkerTag>;

// Milliseconds since 1970, on the server's clock.
using Moment = int64_t;

enum class RunState {
  kOpen,      // units are handed out
  kComplete,  // every unit is done; the bugs, if any, are in the store
  kBug,       // ended at a bug
  kStopped,   // by a person or a limit: can be resumed
  kFailed,    // cannot go on
};
const char* name_of(RunState state);
RunState state_named(const std::string& name);  // kFailed for a name that is none

// A file of the checked program, which the store has by its content.
struct ProgramFile {
  std::string path;  // below the folder that a worker makes for the program
  std::string hash;  // content_hash of it
};

struct RunDescription {
  std::string name;
  std::string program;       // a hash of all that is checked: equal for equal programs only
  std::string options;       // canonical text of those that change what is explored
  std::string command_line;  // for people
  std::vector<ProgramFile> files;
};

struct Run {
  RunId id;
  RunDescription description;
  RunState state = RunState::kOpen;
  uint64_t generation = 0;
  Moment started = 0;
  Moment changed = 0;  // its state or generation
  std::string estimate;
};

// A unit of work before it is in the store: bytes that only workers understand, and a place in the order of all units.
// Units are handed out in the order of their keys (compared byte by byte), equal ones oldest first.
struct NewUnit {
  std::string order_key;
  std::string bytes;
};

// The right to work on a unit. The token is new for each lease: who has an older one is refused.
struct Lease {
  UnitId unit;
  RunId run;
  WorkerId worker;
  int64_t token = 0;
  uint64_t generation = 0;
  uint64_t attempt = 1;  // how often the unit has been handed out, this time included
  std::string order_key;
  std::string bytes;
};

// What a unit gave, or the sum of what units gave.
struct Counts {
  uint64_t executions = 0;
  uint64_t blocked = 0;
  uint64_t deadlocks = 0;
  uint64_t failed = 0;
  uint64_t cut = 0;
  uint64_t events = 0;
  uint64_t max_depth = 0;   // the maximum
  uint64_t peak_bytes = 0;  // the maximum

  // Further ones, by name.
  std::map<std::string, uint64_t> sums;
  std::map<std::string, uint64_t> maxima;
  std::map<std::string, uint64_t> digests;  // sums modulo 2^64

  void add(const Counts& other);
  friend bool operator==(const Counts&, const Counts&) = default;
};

struct Bug {
  std::string fingerprint;  // equal for what is the same bug
  std::string order_key;    // of two with the same fingerprint, the one with the lesser key is kept
  std::string summary;
  std::string trace;  // JSON
  uint64_t occurrences = 1;

  friend bool operator==(const Bug&, const Bug&) = default;
};

// Something that a run's report says, once: why it is incomplete, say.
struct Remark {
  std::string kind;
  std::string text;
  bool lasting = false;  // it stays when a new generation begins

  friend auto operator<=>(const Remark&, const Remark&) = default;
};

// What a worker hands in for a lease.
struct Checkpoint {
  Counts counts;                        // of the part that is explored now
  std::optional<NewUnit> continuation;  // the part that the worker goes on with
  std::vector<NewUnit> given;           // the parts that are for others
  std::vector<Bug> bugs;
  std::vector<Remark> remarks;
};

// A part of the run that is explored, or as much of it as is explored so far: bytes that only workers understand, and
// its place in the order. The store keeps pieces of all generations.
struct StoredPiece {
  int64_t id = 0;  // chosen by the worker, by new_token(); a piece with the same one is replaced
  uint64_t generation = 0;
  std::string order_key;
  std::string bytes;

  friend bool operator==(const StoredPiece&, const StoredPiece&) = default;
};

// Where the exploration stops: what comes after it in the order does not count and is not handed out. Of several in a
// generation the first in the order holds.
struct StoredStop {
  std::string order_key;
  std::string bytes;

  friend bool operator==(const StoredStop&, const StoredStop&) = default;
};

// Units that a worker holds by one token.
struct Held {
  int64_t token = 0;
  uint64_t units = 0;
};

// What a worker hands in for all that it holds: as a Checkpoint, for any number of leases.
struct Exchange {
  std::vector<Held> ends;      // all of these are done, as far as they are not in the next two
  std::vector<NewUnit> kept;   // what the worker goes on with
  std::vector<NewUnit> given;  // for others
  Counts counts;
  std::vector<StoredPiece> pieces;
  std::vector<Bug> bugs;
  std::vector<Remark> remarks;
  std::optional<StoredStop> stop;
};

// What of a run is left, in its current generation.
struct Left {
  uint64_t generation = 0;
  uint64_t units = 0;               // open ones before the stop, whoever holds them
  std::vector<std::string> sample;  // of them, as bytes
  Counts totals;
};

struct Demand {
  uint64_t waiting_workers = 0;
  uint64_t free_units = 0;
};

struct Exchanged {
  bool accepted = false;  // if not, one of the leases was stale, and nothing was changed
  int64_t token = 0;      // of what is kept
  std::vector<UnitId> kept;
  RunState state = RunState::kOpen;
  std::optional<StoredStop> stop;  // of the run
  Demand demand;
};

struct Accepted {
  bool accepted = false;      // if not, the lease was stale, and nothing was changed
  std::optional<Lease> next;  // of the continuation
};

struct Acquired {
  std::optional<Lease> lease;
  RunState state = RunState::kOpen;
  uint64_t generation = 0;  // the run's
  uint64_t open_units = 0;  // free and leased ones before the stop; counted only if there is no lease
};

struct History {
  uint64_t generation = 0;
  std::string bytes;
  std::optional<StoredStop> stop;
};

struct Worker {
  WorkerId id;
  std::string name;
  std::string host;
  Moment since = 0;
  Moment last_seen = 0;
};

// A line of the list of runs.
struct RunSummary {
  Run run;
  Counts totals;
  uint64_t free_units = 0;
  uint64_t leased_units = 0;
  uint64_t bugs = 0;
  uint64_t workers = 0;  // that hold a lease now
};

}  // namespace mazurka::fleet
