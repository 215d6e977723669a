#include "supervise/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <new>
#include <string_view>
#include <utility>

#include "build/linking/notes.hpp"
#include "protocol/start.hpp"
#include "report/program/main_function.hpp"
#include "report/words.hpp"

namespace mazurka {

namespace {

// Code that was not built with mazurka may keep something where nobody sees it.
bool has_unseen_code(const std::string& program) {
  const LinkNotes notes = read_link_notes(program);
  return !notes.was_linked_by_us || !notes.objects.unseen.empty() || !notes.objects.known.empty();
}

using protocol::Channel;
using protocol::Progress;
using protocol::ScheduleStep;
using protocol::State;
using report::Ending;

// Descriptors of the program: they decide the numbers of the files that it opens, and must be the same for all
// processes that share work, on every machine. (The runtime closes that of the channel.)
constexpr int kChannelNumber = 3;
constexpr int kInputNumber = 4;

// The word by which a wrapper's program is known.
constexpr const char* kStartAs = "--start-as";
constexpr int kKilledStatus = 128;  // with a wrapper: plus the number of the signal

volatile std::sig_atomic_t interrupts_seen = 0;

// If memory runs out, the program is to be killed, not the supervisor.
void sacrifice_if_out_of_memory() {
  Descriptor score(open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC));
  if (score.number() >= 0) (void)!write(score.number(), "1000", 4);
}

// In the new process: the program as its runtime wants it (protocol/start.hpp), so that it need not start itself again.
// Returns if that cannot be.
void start_without_randomness(const char* file, char** arguments, char** environment) {
  personality(static_cast<unsigned long>(personality(0xffffffff)) | ADDR_NO_RANDOMIZE);
  const int program = open(file, O_PATH | O_CLOEXEC);
  if (program < 0 || dup3(program, protocol::kProgramDescriptor, O_CLOEXEC) < 0) return;
  execve(protocol::kProgramPath, arguments, environment);
}

// In the new process, between fork and exec: tells `failures` the error number if it gets no further.
[[noreturn]] void become_program(const WorkerRequest& request, const char* file, char** arguments, char** environment,
                                 int failures, int channel, int solver) {
  auto must = [failures](bool ok) {
    if (ok) return;
    int error = errno;
    (void)!write(failures, &error, sizeof(error));
    _exit(127);
  };
  const bool reads = request.input != nullptr && request.input->is_untouched();  // while its number is still its own
  // Out of each other's way first.
  channel = fcntl(channel, F_DUPFD_CLOEXEC, kInputNumber + 1);
  must(channel >= 0);
  if (request.input != nullptr && request.input->file() >= 0) {
    const int input = fcntl(request.input->file(), F_DUPFD_CLOEXEC, kInputNumber + 1);
    must(input >= 0);
    close(request.input->file());
    must(dup2(input, kInputNumber) >= 0);
  }
  must(dup2(channel, kChannelNumber) >= 0);
  if (solver >= 0) must(dup2(solver, protocol::kSolverDescriptor) >= 0);
  setpgid(0, 0);                     // a Ctrl-C on the terminal is for the supervisor alone
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // nothing is left behind if the supervisor is killed
  rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  sacrifice_if_out_of_memory();
  must(request.directory.empty() || chdir(request.directory.c_str()) == 0);
  int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
  must(nowhere >= 0 && (reads || dup2(nowhere, STDIN_FILENO) >= 0));
  if (request.output == OutputTo::kNowhere)
    must(dup2(nowhere, STDOUT_FILENO) >= 0 && dup2(nowhere, STDERR_FILENO) >= 0);
  if (request.output == OutputTo::kStderr) must(dup2(STDERR_FILENO, STDOUT_FILENO) >= 0);
  if (request.wrapper.empty()) start_without_randomness(file, arguments, environment);
  execve(file, arguments, environment);
  must(false);
  _exit(127);
}

std::vector<char*> pointers_to(std::vector<std::string>& strings) {
  std::vector<char*> result;
  for (std::string& text : strings) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

bool is_of_mazurka(std::string_view variable) {
  return variable.starts_with("MAZURKA_");
}

// Of our own variables only those that the runtime reads: arguments and environment lie elsewhere if there are others,
// and a replay would not be the same.
std::vector<std::string> environment_for(const WorkerRequest& request, int channel) {
  std::vector<std::string> result = request.environment ? *request.environment : own_environment();
  const std::string no_dispatch = fmt::format("{}=", protocol::kNoDispatchVariable);
  for (char** entry = environ; *entry != nullptr; entry++)
    if (std::string_view(*entry).starts_with(no_dispatch)) result.emplace_back(*entry);
  result.push_back(fmt::format("{}={}", protocol::kChannelVariable, channel));
  return result;
}

void add_start_variables(std::vector<std::string>& environment) {
  const size_t given = environment.size();
  const auto is_given = [&](std::string_view variable) {
    const std::string_view name = variable.substr(0, variable.find('=') + 1);
    return std::any_of(environment.begin(), environment.begin() + static_cast<ptrdiff_t>(given),
                       [&](const std::string& one) { return one.starts_with(name); });
  };
  for (const char* variable : protocol::kStartVariables) environment.emplace_back(variable);
  for (const char* wish : protocol::kFrameworkVariables)
    if (!is_given(wish)) environment.emplace_back(wish);
}

// Processes that were killed and whose memory the kernel still frees: with a gigabyte, that takes half a second.
std::vector<pid_t>& dying_processes() {
  static std::vector<pid_t> processes;
  return processes;
}

void reap_dying_processes() {
  std::erase_if(dying_processes(), [](pid_t process) { return waitpid(process, nullptr, WNOHANG) != 0; });
}

// A number in a file of /proc/PID, behind a word that begins a line; of "" it is the first one.
std::optional<uint64_t> number_in(pid_t process, const char* file, std::string_view word) {
  std::ifstream lines(fmt::format("/proc/{}/{}", process, file));
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(word)) return std::strtoull(line.c_str() + word.size(), nullptr, 10);
  return std::nullopt;
}

// Whoever has none runs none of its code, ever again.
bool has_memory(pid_t process) {
  return number_in(process, "statm", "").value_or(0) != 0;
}

Result<pid_t, std::string> start_program(const WorkerRequest& request, int channel, int solver) {
  StartCommand command =
      start_command(request.wrapper, request.program, request.name.empty() ? request.program : request.name,
                    request.arguments, environment_for(request, kChannelNumber));
  if (request.wrapper.empty()) add_start_variables(command.variables);
  std::vector<char*> arguments = pointers_to(command.words);
  std::vector<char*> environment = pointers_to(command.variables);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return fmt::format("cannot make a pipe: {}", std::strerror(errno));
  Descriptor reading(ends[0]), writing(ends[1]);
  std::fflush(nullptr);
  pid_t process = fork();
  if (process < 0) return fmt::format("cannot start a process: {}", std::strerror(errno));
  if (process == 0)
    become_program(request, command.file.c_str(), arguments.data(), environment.data(), ends[1], channel, solver);
  writing.reset();
  int error = 0;
  ssize_t count;
  do count = read(reading.number(), &error, sizeof(error));
  while (count < 0 && errno == EINTR);
  if (count == sizeof(error)) {
    waitpid(process, nullptr, 0);
    return fmt::format("cannot start '{}': {}", request.program, std::strerror(error));
  }
  return process;
}

std::string how_it_ended(const WorkerResult& result) {
  if (result.signal == 0) return fmt::format("exited with status {}", result.exit_status);
  if (result.signal == SIGKILL) return "was killed by SIGKILL (out of memory?)";
  const char* name = sigabbrev_np(result.signal);
  return name == nullptr ? fmt::format("was killed by signal {}", result.signal)
                         : fmt::format("was killed by SIG{}", name);
}

// Into the log, as far as there is room for it and for what the program has to say.
template <class T>
bool put(const std::vector<T>& things, Channel& channel, uint32_t& length) {
  const size_t bytes = things.size() * sizeof(T);
  if (channel.log_used + bytes > Channel::log_bytes() / 2) return false;
  if (bytes != 0) std::memcpy(channel.log() + channel.log_used, things.data(), bytes);
  channel.log_used += bytes;
  length = static_cast<uint32_t>(things.size());
  return true;
}

void read_log(Channel& channel, WorkerResult& result) {
  result.log_dropped = channel.log_dropped;
  const protocol::Settings& settings = channel.settings;
  size_t begin = settings.schedule_length * sizeof(ScheduleStep) +
                 settings.facts_length * sizeof(protocol::LearnedFact) +
                 settings.shared_length * sizeof(protocol::SharedMemory) +
                 settings.symbolic.values_length * sizeof(protocol::InputValue);
  size_t end = std::min<uint64_t>(channel.log_used, Channel::log_bytes());
  if (begin < end) result.log = report::parse_log({channel.log() + begin, end - begin});
}

}  // namespace

std::vector<std::string> own_environment() {
  std::vector<std::string> result;
  for (char** entry = environ; *entry != nullptr; entry++)
    if (!is_of_mazurka(*entry)) result.emplace_back(*entry);
  return result;
}

StartCommand start_command(const std::vector<std::string>& wrapper, const std::string& program, const std::string& name,
                           const std::vector<std::string>& arguments, const std::vector<std::string>& variables) {
  StartCommand command = {program, {name}, variables};
  if (!wrapper.empty()) {
    command = {wrapper.front(), wrapper, {}};
    std::error_code failure;
    command.words.push_back(std::filesystem::read_symlink("/proc/self/exe", failure).string());
    command.words.emplace_back(kStartAs);
    command.words.push_back(std::to_string(variables.size()));
    command.words.insert(command.words.end(), variables.begin(), variables.end());
    command.words.push_back(program);
    command.words.push_back(name);
  }
  command.words.insert(command.words.end(), arguments.begin(), arguments.end());
  return command;
}

void start_as(int argc, char** argv) {
  if (argc < 3 || std::string_view(argv[1]) != kStartAs) return;
  const int count = std::atoi(argv[2]);
  if (count < 0 || argc < count + 5) return;
  char** variables = argv + 3;
  const char* program = variables[count];
  std::vector<char*> environment(variables, variables + count);
  environment.push_back(nullptr);
  execve(program, variables + count + 1, environment.data());
  fmt::print(stderr, "mazurka: cannot start '{}': {}\n", program, std::strerror(errno));
  _exit(127);
}

void Descriptor::take(int number) {
  reset();
  number_ = number;
}

void Descriptor::reset() {
  if (number_ >= 0) close(number_);
  number_ = -1;
}

InterruptCounter::InterruptCounter() {
  interrupts_seen = 0;
  struct sigaction action {};
  action.sa_handler = [](int) { interrupts_seen = interrupts_seen + 1; };
  sigaction(SIGINT, &action, &old_int_);
  sigaction(SIGTERM, &action, &old_term_);
}

InterruptCounter::~InterruptCounter() {
  sigaction(SIGINT, &old_int_, nullptr);
  sigaction(SIGTERM, &old_term_, nullptr);
}

int InterruptCounter::count() const {
  return interrupts_seen;
}

double monotonic_now() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

void explain_ending(const std::string& program, WorkerResult& result) {
  if (result.ending != Ending::kByItself) return;
  if (result.runtime_version != 0 && result.runtime_version != protocol::kVersion) {
    result.ending = Ending::kNotStarted;
    result.sentence = fmt::format("'{}' was built by another version of mazurka: build it again", program);
  } else if (result.progress.state == State::kStarting) {
    result.ending = Ending::kNotStarted;
    result.sentence = fmt::format("'{}' {} before main, or is not instrumented", program, how_it_ended(result));
  } else if (result.progress.state == State::kRunning) {
    result.ending = Ending::kDied;
    result.sentence = fmt::format("'{}' {} in the middle of execution {}", program, how_it_ended(result),
                                  report::grouped(result.progress.executions + 1));
  }
}

Process::Process() : file_(memfd_create("mazurka-channel", MFD_CLOEXEC)), memory_(MAP_FAILED) {
  if (file_.number() < 0 || ftruncate(file_.number(), protocol::kChannelBytes) != 0) return;
  memory_ = mmap(nullptr, protocol::kChannelBytes, PROT_READ | PROT_WRITE, MAP_SHARED, file_.number(), 0);
  if (memory_ != MAP_FAILED) channel_ = new (memory_) Channel;
}

Process::~Process() {
  if (process_ > 0 && !collected_) {
    kill();
    dying_processes().push_back(process_);
    reap_dying_processes();
  }
  if (channel_ != nullptr) munmap(memory_, protocol::kChannelBytes);
}

std::string Process::fill(const WorkerRequest& request) {
  if (channel_ == nullptr) return fmt::format("cannot make a memory file: {}", std::strerror(errno));
  Channel& channel = *channel_;
  channel.settings = request.settings;
  channel.settings.main_is_void = report::main_is_void(request.program);
  channel.settings.has_unseen_code = has_unseen_code(request.program);
  channel.settings.input = request.input == nullptr ? protocol::Input::kNothing : request.input->kind();
  channel.settings.input_file = request.input != nullptr && request.input->file() >= 0 ? kInputNumber : -1;
  if (channel.settings.asks_for_memory != 0) {
    protocol::MemoryStop& stop = protocol::memory_stop(channel);
    for (const protocol::MemoryStop::Range& range : request.watched)
      if (stop.watched_count < protocol::MemoryStop::kMostWatched) stop.watched[stop.watched_count++] = range;
  }
  bool fits = put(request.schedule, channel, channel.settings.schedule_length) &&
              put(request.facts, channel, channel.settings.facts_length) &&
              put(request.shared, channel, channel.settings.shared_length) &&
              put(request.inputs, channel, channel.settings.symbolic.values_length);
  return fits ? "" : fmt::format("a schedule of {} is too long", report::counted(request.schedule.size(), "step"));
}

std::string become(const WorkerRequest& request, std::vector<std::string> command) {
  std::unique_ptr<Process> process(new Process);
  if (std::string mistake = process->fill(request); !mistake.empty()) return mistake;
  std::vector<std::string> variables = environment_for(request, kChannelNumber);
  command.push_back(request.program);
  command.insert(command.end(), request.arguments.begin(), request.arguments.end());
  if (request.input != nullptr && request.input->file() >= 0) dup2(request.input->file(), kInputNumber);
  // (dup2() of a number to itself leaves it to be closed.)
  if (dup2(process->file_.number(), kChannelNumber) < 0 || fcntl(kChannelNumber, F_SETFD, 0) != 0)
    return fmt::format("cannot pass the memory file on: {}", std::strerror(errno));
  if (!request.directory.empty() && chdir(request.directory.c_str()) != 0)
    return fmt::format("cannot go to '{}': {}", request.directory, std::strerror(errno));
  std::fflush(nullptr);
  execvpe(command.front().c_str(), pointers_to(command).data(), pointers_to(variables).data());
  return errno == ENOENT ? fmt::format("{} is not installed: install the package of that name", command.front())
                         : fmt::format("cannot start {}: {}", command.front(), std::strerror(errno));
}

Result<std::unique_ptr<Process>, std::string> Process::start(const WorkerRequest& request) {
  reap_dying_processes();
  std::unique_ptr<Process> self(new Process);
  if (std::string mistake = self->fill(request); !mistake.empty()) return mistake;
  Channel& channel = self->channel();
  int solver = -1;
  protocol::Symbolic& symbolic = channel.settings.symbolic;
  if (symbolic.has_inputs != 0 && request.settings.task == protocol::Task::kExplore) {
    auto started = self->solver_.start();
    if (!started) return started.error();
    solver = *started;
    symbolic.solver_file = protocol::kSolverDescriptor;
  }
  auto process = start_program(request, self->file_.number(), solver);
  self->solver_.give_away();
  if (!process) return process.error();
  self->process_ = *process;
  self->wrapped_ = !request.wrapper.empty();
  self->handle_.take(static_cast<int>(syscall(SYS_pidfd_open, *process, 0)));
  return self;
}

bool Process::has_ended() const {
  siginfo_t info{};
  if (waitid(P_PID, static_cast<id_t>(process_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid != 0)
    return true;
  return killed_ && !has_memory(process_);
}

void Process::ask_to_stop() {
  __atomic_store_n(&channel_->progress.stop_requested, 1, __ATOMIC_SEQ_CST);
}

void Process::kill() {
  if (!killed_) peak_when_killed_ = number_in(process_, "status", "VmHWM:").value_or(0) * 1024;
  killed_ = true;
  ::kill(-process_, SIGKILL);
}

// What it does is not changed by that: its watchdog counts the time in which it computes.
void Process::pause() {
  ::kill(-process_, SIGSTOP);
}

void Process::go_on() {
  ::kill(-process_, SIGCONT);
}

double Process::processor_seconds() {
  clockid_t clock;
  timespec time;
  if (!collected_ && clock_getcpuclockid(process_, &clock) == 0 && clock_gettime(clock, &time) == 0)
    processor_seconds_ = static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
  return processor_seconds_;
}

Progress Process::progress() const {
  std::atomic_signal_fence(std::memory_order_seq_cst);
  Progress progress;
  std::memcpy(&progress, &channel_->progress, sizeof(progress));
  return progress;
}

WorkerResult Process::collect() {
  int status = 0;
  rusage usage{};
  const auto is_reaped = [&] { return wait4(process_, &status, WNOHANG, &usage) == process_; };
  WorkerResult result;
  kill();  // what the program left running, too
  bool is_known = is_reaped();
  // (One that was about to end when it was killed had no memory any more: it has ended in a moment.)
  while (!is_known && (peak_when_killed_ == 0 || has_memory(process_))) {
    constexpr int kMilliseconds = 1;
    pollfd wait_for{handle_.number(), POLLIN, 0};
    poll(&wait_for, handle_.number() < 0 ? 0 : 1, kMilliseconds);
    is_known = is_reaped();
  }
  is_known = is_known || is_reaped();
  if (!is_known) dying_processes().push_back(process_);
  collected_ = true;
  result.peak_rss_bytes = is_known ? static_cast<uint64_t>(usage.ru_maxrss) * 1024 : peak_when_killed_;
  if (!is_known) status = SIGKILL;
  if (WIFEXITED(status)) result.exit_status = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  if (wrapped_ && result.exit_status > kKilledStatus) result.signal = result.exit_status - kKilledStatus;
  result.runtime_version = channel_->runtime_version;
  result.progress = progress();
  read_log(*channel_, result);
  return result;
}

}  // namespace mazurka
