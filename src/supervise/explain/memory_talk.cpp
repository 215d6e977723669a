#include "supervise/explain/memory_talk.hpp"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <map>
#include <optional>

#include "supervise/process.hpp"

namespace mazurka {

namespace {

using protocol::MemoryStop;

class Talk {
 public:
  Talk(Process& process, double until)
      : process_(process), stop_(protocol::memory_stop(process.channel())), until_(until) {}

  // False: the process has ended, or its time is over.
  bool wait_for_news() {
    constexpr timespec kOften = {0, 5'000'000};
    while (__atomic_load_n(&stop_.news, __ATOMIC_ACQUIRE) == seen_) {
      if (process_.has_ended() || monotonic_now() >= until_) return false;
      syscall(SYS_futex, &stop_.news, FUTEX_WAIT, seen_, &kOften, nullptr, 0);
    }
    seen_++;
    return true;
  }

  void tell(MemoryStop::Wish wish) {
    stop_.wish = wish;
    __atomic_add_fetch(&stop_.wishes, 1, __ATOMIC_RELEASE);
    syscall(SYS_futex, &stop_.wishes, FUTEX_WAKE, 1, nullptr, nullptr, 0);
  }

  bool read(uint64_t address, void* to, size_t bytes) {
    auto* next = static_cast<unsigned char*>(to);
    while (bytes > 0) {
      const uint64_t number = address / kBlock, offset = address % kBlock;
      const size_t part = std::min<size_t>(bytes, kBlock - offset);
      const Block* block = block_at(number);
      if (block == nullptr) return false;
      std::copy_n(block->begin() + offset, part, next);
      address += part;
      next += part;
      bytes -= part;
    }
    return true;
  }

  void go_on() {
    known_.clear();
    tell(MemoryStop::Wish::kGoOn);
  }

  const MemoryStop& stop() const { return stop_; }

 private:
  // What is asked for at once: values are read in small parts, and an answer takes long. (It lies in one page.)
  static constexpr uint64_t kBlock = 256;
  using Block = std::array<unsigned char, kBlock>;

  // Null: it cannot be read.
  const Block* block_at(uint64_t number) {
    auto [entry, is_new] = known_.try_emplace(number);
    if (!is_new) return entry->second ? &*entry->second : nullptr;
    stop_.wished_address = number * kBlock;
    stop_.wished_bytes = kBlock;
    tell(MemoryStop::Wish::kRead);
    if (!wait_for_news() || stop_.got_bytes != kBlock) return nullptr;
    entry->second.emplace();
    std::copy_n(stop_.answer, kBlock, entry->second->begin());
    return &*entry->second;
  }

  Process& process_;
  MemoryStop& stop_;
  double until_;
  uint32_t seen_ = 0;
  std::map<uint64_t, std::optional<Block>> known_;  // since it has stopped
};

}  // namespace

void replay_and_look(const ReplayRequest& request, const report::Problem& problem,
                     const std::vector<MemoryStop::Range>& watched,
                     const std::function<bool(const MemoryStop&, const report::ReadMemory&)>& look) {
  WorkerRequest worker = worker_for(request, problem);
  worker.settings.show_output = 0;
  worker.settings.asks_for_memory = 1;
  worker.watched = watched;
  auto process = Process::start(worker);
  if (!process) return;
  Talk talk(**process, request.until);
  while (talk.wait_for_news()) {
    const bool goes_on =
        look(talk.stop(), [&talk](uint64_t address, void* to, size_t bytes) { return talk.read(address, to, bytes); });
    if (!goes_on) return;
    talk.go_on();
  }
}

}  // namespace mazurka
