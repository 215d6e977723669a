#include "runs/kept_run.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "base/file_content.hpp"
#include "runs/program_parts.hpp"
#include "runs/run_bytes.hpp"
#include "supervise/host.hpp"
#include "supervise/process.hpp"

namespace mazurka::runs {

namespace {

namespace fs = std::filesystem;
using fleet::Run;
using fleet::RunState;
using fleet::Store;

std::vector<std::string> environment_of(const CheckRequest& request) {
  return request.environment ? *request.environment : own_environment();
}

RunSpec spec_for(const CheckRequest& request, const protocol::Settings& settings, const StandardInput& input,
                 const ProgramParts& parts) {
  RunSpec spec;
  std::error_code failure;
  spec.program = request.program.string();
  spec.directory = request.directory.empty() ? fs::current_path(failure).string() : request.directory;
  spec.arguments = request.arguments;
  spec.environment = environment_of(request);
  spec.input = input.kind();
  spec.settings = settings;
  spec.system = parts.system;
  spec.trusted = request.options.trusted;
  if (!request.options.suppressions.empty())
    spec.suppressions = content_of_file(request.options.suppressions).value_or("");
  return spec;
}

std::string command_line() {
  std::string line = content_of_file("/proc/self/cmdline").value_or("");
  while (!line.empty() && line.back() == '\0') line.pop_back();
  std::replace(line.begin(), line.end(), '\0', ' ');
  return line;
}

// The run with its files, put into the store. `ships`: the program, too.
Or<fleet::RunDescription> describe(Store& store, const CheckRequest& request, const protocol::Settings& settings,
                                   const StandardInput& input, bool ships) {
  const auto parts = parts_of(request.program.string(), environment_of(request));
  if (!parts) return parts.error();
  fleet::RunDescription description;
  description.name = request.program.filename().string();
  description.program = hash_of(*parts, request.arguments);
  description.options = options_text(settings);
  description.command_line = command_line();
  const auto put = [&](const std::string& name, const std::string& content) -> std::optional<std::string> {
    if (const auto done = store.put_file(content); !done) return done.error();
    description.files.push_back({name, fleet::content_hash(content)});
    return std::nullopt;
  };
  if (auto problem = put(kSpecFile, text_of(spec_for(request, settings, input, *parts)))) return *problem;
  if (const auto text = input.text())
    if (auto problem = put(kInputFile, *text)) return *problem;
  for (const Part& part : ships ? parts->shipped : std::vector<Part>()) {
    const auto content = content_of_file(part.path);
    if (!content || fleet::content_hash(*content) != part.hash)
      return fmt::format("'{}' was changed or removed while it was put into the store; start the check again",
                         part.path);
    if (auto problem = put(kPartsFolder + part.name, *content)) return *problem;
  }
  return description;
}

// Why there is nothing to go on with.
std::string why_none(Store& store, const std::string& program, const std::string& options) {
  const auto runs = store.runs();
  if (!runs) return runs.error();
  if (runs->empty()) return fmt::format("there is no run in the store {} to go on with", store.name());
  const Run& last = runs->back().run;
  const bool is_over = last.state != RunState::kOpen && last.state != RunState::kStopped;
  if (last.description.program != program)
    return fmt::format("the last run in the store {} is of another program: its files or its arguments differ",
                       store.name());
  if (last.description.options != options)
    return fmt::format("the last run in the store {} was made with other options: {}", store.name(),
                       last.description.command_line);
  if (is_over)
    return fmt::format("the last run in the store {} has ended ({}): there is nothing to go on with", store.name(),
                       name_of(last.state));
  return fmt::format("there is no run in the store {} to go on with", store.name());
}

Or<KeptRun> read(std::unique_ptr<Store> store, const Run& run) {
  KeptRun kept;
  const auto text = file_of(*store, run, kSpecFile);
  if (!text) return text.error();
  if (!*text) return fmt::format("run {} in the store {} is no check", run.id.number, store->name());
  auto spec = spec_of(**text);
  if (!spec) return fmt::format("run {} in the store {}: {}", run.id.number, store->name(), spec.error());
  const auto input = file_of(*store, run, kInputFile);
  if (!input) return input.error();
  if (*input) kept.input = std::make_shared<StandardInput>(StandardInput::known(spec->input, **input));
  kept.spec = std::move(*spec);
  kept.run = run;
  kept.store = std::move(store);
  return kept;
}

}  // namespace

std::string default_store(const CheckRequest& request) {
  return (request.folder / "run.db").string();
}

std::unique_ptr<Journal> journal_for_later(const std::string& store, const CheckRequest& request,
                                           const protocol::Settings& settings, const StandardInput& input) {
  return std::make_unique<StoreJournal>(
      store,
      [&request, settings, &input](Store& opened) -> Or<fleet::RunDescription> {
        return describe(opened, request, settings, input, false);
      },
      &input);
}

StandardInput whole_input(const StandardInput& input) {
  if (!input.is_untouched()) return StandardInput::known(input.kind(), input.text().value_or(""));
  std::string text;
  char buffer[65536];
  for (ssize_t got; text.size() <= protocol::kLongestInput &&
                    ((got = ::read(STDIN_FILENO, buffer, sizeof buffer)) > 0 || (got < 0 && errno == EINTR));)
    if (got > 0) text.append(buffer, static_cast<size_t>(got));
  if (text.size() > protocol::kLongestInput) return StandardInput::known(protocol::Input::kMissing, "");
  return StandardInput::known(input.kind(), text);
}

Or<fleet::RunId> submit(Store& store, const CheckRequest& request, const protocol::Settings& settings,
                        const StandardInput& input) {
  const auto description = describe(store, request, settings, input, true);
  if (!description) return description.error();
  return store.create_run(*description, stored(Unit{}));
}

Or<KeptRun> find_to_resume(const std::string& name, const fleet::OpenOptions& how, const CheckRequest& request,
                           const protocol::Settings& settings) {
  auto opened = Store::open(name, how);
  if (!opened) return opened.error();
  std::unique_ptr<Store> store = std::move(*opened);
  const auto parts = parts_of(request.program.string(), environment_of(request));
  if (!parts) return parts.error();
  const std::string program = hash_of(*parts, request.arguments);
  protocol::Settings wanted = settings;
  auto found = store->find_unfinished(program, options_text(wanted));
  if (!found) return found.error();
  if (!*found && !request.suppressions.empty()) {
    // It may have started again because of a race that does not count.
    wanted.collect_races = 1;
    found = store->find_unfinished(program, options_text(wanted));
    if (!found) return found.error();
  }
  if (!*found) return why_none(*store, program, options_text(settings));
  const Run run = **found;
  auto kept = read(std::move(store), run);
  if (!kept) return kept.error();
  if (const auto open = kept->store->set_state(run.id, RunState::kOpen); !open) return open.error();
  return kept;
}

Or<KeptRun> read_run(std::unique_ptr<Store> store, fleet::RunId number) {
  const auto run = store->run(number);
  if (!run) return run.error();
  if (!*run) return fmt::format("the store {} has no run {}", store->name(), number.number);
  return read(std::move(store), **run);
}

Or<CheckRequest> request_of(KeptRun& kept) {
  const auto program = fetch_program(*kept.store, kept.run);
  if (!program) return program.error();
  const RunSpec& spec = kept.spec;
  auto suppressions = report::Suppressions::parse(spec.suppressions, "the run's suppressions");
  if (!suppressions) return suppressions.error();
  CheckRequest request;
  request.program = *program;
  request.folder = fs::path("mazurka-out") / kept.run.description.name;
  request.arguments = spec.arguments;
  request.options.settings = spec.settings;
  request.options.trusted = spec.trusted;
  request.suppressions = *suppressions;
  request.name = spec.program;
  std::error_code failure;
  const std::string folder = request.program.parent_path().string();
  request.directory = fs::is_directory(spec.directory, failure) ? spec.directory : folder;
  // Libraries lie beside the program.
  std::vector<std::string> environment;
  std::string paths = folder;
  for (const std::string& variable : spec.environment)
    if (variable.starts_with("LD_LIBRARY_PATH="))
      paths += ":" + variable.substr(variable.find('=') + 1);
    else
      environment.push_back(variable);
  environment.push_back("LD_LIBRARY_PATH=" + paths);
  request.environment = environment;
  request.input = kept.input;
  return request;
}

std::optional<std::string> why_not_here(const KeptRun& kept, const CheckRequest& request) {
  if (!has_syscall_user_dispatch()) return "this kernel has no Syscall User Dispatch";
  const auto parts = parts_of(request.program.string(), *request.environment, request.wrapper);
  if (!parts) return parts.error();
  for (const auto& [name, hash] : kept.spec.system) {
    const auto here = parts->system.find(name);
    if (here == parts->system.end()) return fmt::format("this machine has no {}", name);
    if (here->second != hash)
      return fmt::format("the {} of this machine is another one than where the run was begun", name);
  }
  return std::nullopt;
}

}  // namespace mazurka::runs
