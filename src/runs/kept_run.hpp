// Runs in a store: begun, gone on with, and fetched by other machines.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/result.hpp"
#include "fleet/store.hpp"
#include "runs/run_spec.hpp"
#include "runs/store_journal.hpp"
#include "supervise/check.hpp"
#include "supervise/input.hpp"

namespace mazurka::runs {

template <class T>
using Or = Result<T, std::string>;  // the error is a sentence without a full stop

// Where a check keeps its run, if the user names no store: a file in its folder.
std::string default_store(const CheckRequest& request);

// A run that comes into the store when it has lasted. The request and the input must outlive it.
std::unique_ptr<Journal> journal_for_later(const std::string& store, const CheckRequest& request,
                                           const protocol::Settings& settings, const StandardInput& input);

// Puts a run with its program into the store. Standard input is read to its end.
Or<fleet::RunId> submit(fleet::Store& store, const CheckRequest& request, const protocol::Settings& settings,
                        const StandardInput& input);
// Standard input as it must be for that.
StandardInput whole_input(const StandardInput& input);

// What a run needs to go on.
struct KeptRun {
  std::unique_ptr<fleet::Store> store;
  fleet::Run run;
  RunSpec spec;
  std::shared_ptr<const StandardInput> input;
};

// The last run of this program with these options that did not come to its end; it is open then. The error says what is
// in the way.
Or<KeptRun> find_to_resume(const std::string& store, const fleet::OpenOptions& how, const CheckRequest& request,
                           const protocol::Settings& settings);

// A run by its number, with its program fetched: as a request that explores and reports on it. The program's folder is
// `folder`, or that in the cache.
Or<KeptRun> read_run(std::unique_ptr<fleet::Store> store, fleet::RunId run);
Or<CheckRequest> request_of(KeptRun& kept);

// Nothing if this machine can run the program; or why not.
std::optional<std::string> why_not_here(const KeptRun& kept, const CheckRequest& request);

}  // namespace mazurka::runs
