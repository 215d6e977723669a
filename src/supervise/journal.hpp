// Where a pool keeps its run, so that it outlasts the pool's processes and others can take part: what is explored, and
// the units that are left. src/runs has the one that lies in a store.
//
// At every moment the units in the journal, together with the pieces in it, are the whole tree, each part once. A pool
// holds some of the units. What it hands in replaces all that it holds, at once; if something of that is another's by
// now, nothing of it counts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "explore/division.hpp"
#include "protocol/channel.hpp"
#include "report/check_report.hpp"
#include "report/run_log.hpp"
#include "supervise/pieces.hpp"

namespace mazurka {

// For tests: if set, runs are kept from the beginning, and handed in all the time.
inline constexpr const char* kHasteVariable = "MAZURKA_TEST_HASTE";

using Words = std::vector<uint32_t>;  // a unit as numbers

// Where an exploration stops, in the order of one process: at a bug, or because something was learned.
struct StoppedAt {
  Unit node;
  bool learned = false;
};

// What a pool hands in.
struct HandIn {
  const std::vector<Words>& history;
  std::vector<Unit> kept;   // it goes on with these
  std::vector<Unit> given;  // these are for others
  Pieces& pieces;
  const report::RunLog& log;
  std::optional<StoppedAt> stop;
};

// How a run ends.
struct RunEnd {
  enum class Kind : uint32_t {
    kExplored,  // to its end
    kAtStop,    // at the first bug
    kStopped,   // by a person or a limit: it can be gone on with
    kFailed,    // it cannot go on
  };
  Kind kind = Kind::kExplored;
  protocol::State state = protocol::State::kDone;
  report::Ending ending = report::Ending::kByItself;
  std::string sentence;
};

class Journal {
 public:
  template <class T>
  using Or = Result<T, std::string>;
  struct Done {};

  struct News {
    bool accepted = true;           // false: what was handed in is another's by now
    bool is_open = true;            // false: somebody has ended the run
    std::optional<StoppedAt> stop;  // the first that anybody has found
    uint64_t wanted = 0;            // so many units others wait for
    protocol::Progress elsewhere;   // what others have counted, and pools before this one
  };
  struct Taken {
    std::optional<Unit> unit;
    std::optional<std::vector<Words>> history;  // that it belongs to
    std::optional<StoppedAt> stop;
    bool is_open = true;
    bool is_stale = false;    // the run has gone on without this pool: what it holds is worth nothing
    uint64_t open_units = 0;  // of others, if there is none
  };
  // Of the whole run, as far as it was handed in.
  struct Left {
    size_t generation = 0;
    uint64_t units = 0;        // so many are left, with everybody
    std::vector<Unit> sample;  // of them
    uint64_t executions = 0;   // that were explored
  };
  struct Everything {
    Pieces pieces;
    report::RunLog log;
  };

  virtual ~Journal() = default;

  // Is the run in it? Until then the pool has all of it.
  virtual bool has_run() const = 0;
  // After so many seconds the run is worth being kept.
  virtual double begins_after() const = 0;
  // Is it this pool's run? It then ends it, and waits for it.
  virtual bool is_ours() const = 0;
  // Has the pool all that is in it?
  virtual bool is_copy() const = 0;
  virtual Or<Done> begin(const HandIn& all) = 0;

  virtual Or<News> hand_in(const HandIn& work) = 0;
  // Nothing was done; but the units are still held.
  virtual Or<Done> renew() = 0;
  // `waits`: the pool has nothing else to do.
  virtual Or<Taken> take(bool waits) = 0;
  // With a sample of at most so many units.
  virtual Or<Left> left(size_t most) = 0;
  // How much there is in all, for people.
  virtual Or<Done> note_estimate(const std::string& text) = 0;
  // Forgets what is held.
  virtual void let_go() = 0;
  // All before the stop is explored: the exploration starts again with this history. False: somebody was first.
  virtual Or<bool> begin_generation(const std::vector<Words>& history) = 0;
  virtual Or<Done> finish(const RunEnd& end) = 0;
  // Of a run that has ended, or that all have left.
  virtual Or<Everything> everything() = 0;
  virtual Or<RunEnd> how_it_ended() = 0;
};

}  // namespace mazurka
