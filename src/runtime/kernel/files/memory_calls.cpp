// mmap and its kin. Where a thread's memory is mapped depends only on what the thread did, as with malloc. Memory from
// before the threads is never unmapped, only made inaccessible, since the next execution needs it.
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include <algorithm>
#include <vector>

#include "runtime/engine/failure.hpp"
#include "runtime/engine/loops/tallies.hpp"
#include "runtime/engine/native_program.hpp"
#include "runtime/engine/threads/user_side.hpp"
#include "runtime/kernel/files/calls.hpp"
#include "runtime/kernel/files/open_files.hpp"
#include "runtime/memory/snapshot.hpp"
#include "runtime/platform/layout.hpp"
#include "runtime/platform/memory_maps.hpp"
#include "runtime/platform/raw_syscall.hpp"
#include "runtime/platform/supervisor_log.hpp"
#include "runtime/platform/text.hpp"
#include "runtime/races/noted_accesses.hpp"
#include "runtime/races/race_cells.hpp"
#include "runtime/races/race_detector.hpp"
#include "runtime/races/shared_memory.hpp"

namespace mazurka::runtime {

namespace {

struct Range {
  uintptr_t begin, end;
};
// Never destroyed: the program's exit handlers run ours too.
std::vector<Range>& mapped = *new std::vector<Range>;               // since the base
std::vector<MappedRange>& changed = *new std::vector<MappedRange>;  // from before, with the protection they had
PerExecution<uintptr_t> next_address[kMaxThreads];

class Mappings final : public Rewindable {
 public:
  constexpr Mappings() : Rewindable(Changes::kAreNoted) {}
  void add(const Range& range) {
    mapped.push_back(range);
    note_change();
  }
  void add_changed(const MappedRange& range) {
    changed.push_back(range);
    note_change();
  }

  void save(Level) override {}
  // Before the memory itself.
  void restore(Level) override {
    // With a process for each execution, all of it went with the process.
    if (!forks_to_restart()) {
      for (size_t k = changed.size(); k-- > 0;)
        raw_syscall(SYS_mprotect, static_cast<long>(changed[k].begin),
                    static_cast<long>(changed[k].end - changed[k].begin), changed[k].protection);
      for (const Range& range : mapped)
        raw_syscall(SYS_munmap, static_cast<long>(range.begin), static_cast<long>(range.end - range.begin));
    }
    changed.clear();
    mapped.clear();
  }
  bool is_changed() const override { return !changed.empty() || !mapped.empty(); }
  bool allows_waypoint() const override { return !is_changed(); }
};
constinit Mappings mappings;
const Registration registered(mappings);

Range range_of(long address, long bytes) {
  uintptr_t begin = static_cast<uintptr_t>(address);
  return {begin, begin + (static_cast<uintptr_t>(bytes) + kPage - 1) / kPage * kPage};
}

bool is_new(const Range& range) {
  uintptr_t reached = range.begin;
  for (bool grows = true; grows && reached < range.end;) {
    grows = false;
    for (const Range& piece : mapped)
      if (piece.begin <= reached && reached < piece.end) {
        reached = piece.end;
        grows = true;
      }
  }
  return reached >= range.end;
}

void forget(const Range& range) {
  std::vector<Range> rest;
  for (const Range& piece : mapped) {
    if (piece.begin < range.begin) rest.push_back({piece.begin, std::min(piece.end, range.begin)});
    if (piece.end > range.end) rest.push_back({std::max(piece.begin, range.end), piece.end});
  }
  mapped.swap(rest);
}

uintptr_t address_for(size_t bytes) {
  uint32_t thread = current_thread();
  uintptr_t begin = kMappedBase + thread * kMappedBytes;
  uintptr_t& next = next_address[thread].get();
  if (next == 0) next = begin;
  note_unseen_change();
  if (bytes > kMappedBytes || next + bytes > begin + kMappedBytes) return 0;
  uintptr_t address = next;
  next += (bytes + kPage - 1) / kPage * kPage + kPage;
  return address;
}

// Nothing of the checker lies there, and nothing else that may be elsewhere in another process.
bool may_be_wished(uintptr_t address, size_t bytes) {
  constexpr uintptr_t kLowest = uintptr_t{1} << 32;
  return address % kPage == 0 && address >= kLowest && address < kCheckerBase && bytes <= kCheckerBase - address;
}

// The same before the first thread, where there may be a wish, as for the kernel; 0: the kernel chooses.
uintptr_t early_address_for(uintptr_t wish, size_t bytes, long flags) {
  static uintptr_t next = kEarlyMappedBase;
  static uintptr_t wished_end = 0;  // of the wishes that came true: they go up, or there is another place
  if ((flags & (MAP_32BIT | MAP_HUGETLB | MAP_GROWSDOWN)) != 0) return 0;
  if (may_be_wished(wish, bytes) && wish >= wished_end) {
    wished_end = wish + (bytes + kPage - 1) / kPage * kPage;
    return wish;
  }
  if (bytes > kEarlyMappedBase + kEarlyMappedBytes - next) return 0;
  const uintptr_t address = next;
  next += (bytes + kPage - 1) / kPage * kPage + kPage;
  return address;
}

// Memory that was there at the base gets another protection until the restart.
long protect_old(const Range& range, int protection, uint64_t pc) {
  if (range.begin >= kCheckerBase && range.begin < kShadowBase + kShadowBytes)
    report_unsupported("mprotect or munmap of memory that is not the program's", pc);
  // The write that makes a page hot must not be what makes it accessible again.
  heat_range(range.begin, range.end - range.begin);
  for (const MappedRange& part : memory_maps()) {
    uintptr_t begin = std::max(part.begin, range.begin), end = std::min(part.end, range.end);
    if (begin < end) mappings.add_changed({begin, end, part.protection, false, false});
  }
  return kernel(SYS_mprotect, static_cast<long>(range.begin), static_cast<long>(range.end - range.begin), protection);
}

// ---- what other threads may not access at the same time

void conflict(const Range& range, AccessKind kind, const char* name, uint64_t pc) {
  if (!at_base() || !is_checked() || !watching) return;
  size_t bytes = range.end - range.begin;
  if (explores_plain && find_shared(range.begin, bytes) != nullptr)
    report_unsupported(Text().add(name).add(" of memory that threads share").get(), pc);
  access_known(range.begin, bytes, kind, pc);
}

// The memory is still there: who accesses it later must be ordered, too. (Of more than that, only accesses before it
// are compared: noting it all takes four times as much memory.)
void conflict_and_note(const Range& range, AccessKind kind, const char* name, uint64_t pc) {
  constexpr size_t kMostNoted = size_t{16} << 20;
  conflict(range, kind, name, pc);
  size_t bytes = range.end - range.begin;
  if (at_base() && is_checked() && watching && !explores_plain && bytes <= kMostNoted)
    access_range(range.begin, bytes, kind, pc);
}

// The accesses that are allowed now or were before, but not both: with a write, reads too.
void conflict_by_protection(const Range& range, int protection, uint64_t pc) {
  bool reads = false, writes = false;
  for (const MappedRange& part : memory_maps()) {
    if (part.end <= range.begin || part.begin >= range.end) continue;
    reads |= ((part.protection ^ protection) & PROT_READ) != 0;
    writes |= ((part.protection ^ protection) & PROT_WRITE) != 0;
  }
  if (reads || writes) conflict_and_note(range, reads ? kPlainWrite : kPlainRead, "mprotect", pc);
}

// Nothing there can be read any more. A thread that is about to use an object there would crash, and we before it.
void note_inaccessible(const Range& range, uint64_t pc) {
  forget_read_pages();
  for (uint32_t t = 0; t < user_threads.size(); t++) {
    const ThreadView& view = user_threads.view(t);
    const uint32_t objects = view.status == ThreadStatus::kReady ? object_count(view.next.code) : 0;
    for (uint32_t k = 0; k < objects && t != current_thread(); k++) {
      const uintptr_t address = program->objects()[k == 0 ? view.next.object : view.next.object2].address;
      if (address >= range.begin && address < range.end)
        report_failure(protocol::BugKind::kUseAfterFree,
                       "use after free: memory is unmapped or made inaccessible that another thread is about to use",
                       pc);
    }
  }
  program->objects().note_gone(range.begin, range.end);
}

// mmap with the kernel's descriptor, at an address of our choice.
long map(const SystemCall& call, long flags, long file, long offset) {
  long address = call.a[0], bytes = call.a[1];
  constexpr long kFixed = MAP_FIXED | MAP_FIXED_NOREPLACE;
  if ((flags & MAP_TYPE) != MAP_PRIVATE && (flags & MAP_ANONYMOUS) != 0) {
    // Shared with nobody: there are no other processes, but for those that executions run in.
    flags = (flags & ~MAP_TYPE) | MAP_PRIVATE;
  }
  if (at_base()) {
    if ((flags & kFixed) == 0) {
      address = static_cast<long>(address_for(static_cast<size_t>(bytes)));
      if (address == 0) return -ENOMEM;
      flags |= MAP_FIXED_NOREPLACE;
    } else if ((flags & MAP_FIXED_NOREPLACE) == 0 && !is_new(range_of(address, bytes))) {
      report_unsupported("mmap at an address that is in use", call.pc);
    }
  } else if ((flags & kFixed) == 0) {
    const uintptr_t early = early_address_for(static_cast<uintptr_t>(address), static_cast<size_t>(bytes), flags);
    if (early != 0) address = static_cast<long>(early);
    if (early != 0) flags |= MAP_FIXED_NOREPLACE;
  }
  long result = kernel(SYS_mmap, address, bytes, call.a[2], flags, file, offset);
  // Somebody has mapped something there at a fixed address.
  if (result == -EEXIST && !at_base() && address == call.a[0] && (call.a[3] & kFixed) == 0) {
    address = static_cast<long>(early_address_for(0, static_cast<size_t>(bytes), flags));
    result = kernel(SYS_mmap, address, bytes, call.a[2], flags, file, offset);
  }
  bool failed = result < 0 && result > -4096;
  if (!failed && at_base()) {
    forget(range_of(result, bytes));
    mappings.add(range_of(result, bytes));
  }
  return result;
}

// A private copy of a file that is not as on the disk any more.
long map_contents(const SystemCall& call, Node& node) {
  SystemCall anonymous = call;
  anonymous.a[2] = PROT_READ | PROT_WRITE;
  long flags = (call.a[3] & ~MAP_TYPE) | MAP_PRIVATE | MAP_ANONYMOUS;
  long result = map(anonymous, flags, -1, 0);
  if (result < 0 && result > -4096) return result;
  read_node(node, call.a[5], reinterpret_cast<void*>(result), static_cast<size_t>(call.a[1]));
  kernel(SYS_mprotect, result, call.a[1], call.a[2]);
  return result;
}

long map_file(const SystemCall& call) {
  OpenFile* file = look_up_file(static_cast<int>(call.a[4]), call.pc);
  if (file == nullptr) return -EBADF;
  const OpenFileState& state = file->state.get();
  if (state.kind == FileKind::kZeros) return map(call, (call.a[3] & ~MAP_TYPE) | MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (state.node == nullptr || !state.node->is_regular()) return -ENODEV;
  if ((state.flags & O_ACCMODE) == O_WRONLY) return -EACCES;
  Node& node = *state.node;
  bool shared = (call.a[3] & MAP_TYPE) != MAP_PRIVATE;
  if (shared && (state.flags & O_ACCMODE) != O_RDONLY)
    report_unsupported("a shared mapping of a file that can be written", call.pc);
  if (shared)
    change(node.object, "mmap", call.pc);
  else
    look_at(node.object, "mmap", call.pc);
  // What is written to the file from now on is seen in the mapping; if that is private, perhaps.
  node.state.get().is_mapped = true;
  if (node.state.get().data != nullptr || node.is_input) return map_contents(call, node);
  int backing = backing_of(node);
  return backing < 0 ? backing : map(call, call.a[3], backing, call.a[5]);
}

}  // namespace

long mmap_call(const SystemCall& call) {
  if (call.a[1] <= 0) return -EINVAL;
  return (call.a[3] & MAP_ANONYMOUS) != 0 ? map(call, call.a[3], -1, 0) : map_file(call);
}

long munmap_call(const SystemCall& call) {
  Range range = range_of(call.a[0], call.a[1]);
  if (range.begin % kPage != 0 || range.begin >= range.end) return -EINVAL;
  if (!at_base()) return kernel(SYS_munmap, call.a[0], call.a[1]);
  conflict(range, kPlainWrite, "munmap", call.pc);
  note_inaccessible(range, call.pc);
  if (!is_new(range)) return protect_old(range, PROT_NONE, call.pc), 0;
  forget(range);
  return kernel(SYS_munmap, call.a[0], call.a[1]);
}

long mremap_call(const SystemCall& call) {
  long address = call.a[0], old_bytes = call.a[1], bytes = call.a[2], flags = call.a[3];
  if (old_bytes == 0) report_unsupported("mremap of memory that stays where it is, too", call.pc);
  if (!at_base()) return kernel(SYS_mremap, address, old_bytes, bytes, flags, call.a[4]);
  Range old_range = range_of(address, old_bytes);
  if (!is_new(old_range) || (flags & MREMAP_FIXED) != 0) report_unsupported("mremap", call.pc);
  conflict(old_range, kPlainWrite, "mremap", call.pc);
  tallies.note_gone(reinterpret_cast<const void*>(old_range.begin), old_range.end - old_range.begin);
  long target = 0;
  if (bytes < old_bytes) note_inaccessible({range_of(address, bytes).end, old_range.end}, call.pc);
  if (bytes > old_bytes && (flags & MREMAP_MAYMOVE) != 0) {
    note_inaccessible(old_range, call.pc);
    target = static_cast<long>(address_for(static_cast<size_t>(bytes)));
    if (target == 0) return -ENOMEM;
    flags |= MREMAP_FIXED;
  }
  long result = kernel(SYS_mremap, address, old_bytes, bytes, flags, target);
  if (result < 0 && result > -4096) return result;
  forget(old_range);
  mappings.add(range_of(result, bytes));
  return result;
}

long mprotect_call(const SystemCall& call) {
  Range range = range_of(call.a[0], call.a[1]);
  if (!at_base()) return kernel(SYS_mprotect, call.a[0], call.a[1], call.a[2]);
  // (What is only read so far because it did not change yet may be written.)
  heat_range(range.begin, range.end - range.begin);
  conflict_by_protection(range, static_cast<int>(call.a[2]), call.pc);
  if ((call.a[2] & PROT_READ) == 0) note_inaccessible(range, call.pc);
  if (is_new(range)) return kernel(SYS_mprotect, call.a[0], call.a[1], call.a[2]);
  return protect_old(range, static_cast<int>(call.a[2]), call.pc);
}

// Some advice throws contents away.
long madvise_call(const SystemCall& call) {
  // There are no other processes, but for those that executions run in.
  for (long about_processes : {MADV_DONTFORK, MADV_DOFORK, MADV_WIPEONFORK, MADV_KEEPONFORK})
    if (call.a[2] == about_processes) return 0;
  bool forgets = call.a[2] == MADV_DONTNEED || call.a[2] == MADV_FREE || call.a[2] == MADV_REMOVE;
  if (forgets) conflict_and_note(range_of(call.a[0], call.a[1]), kPlainWrite, "madvise", call.pc);
  heat_range(static_cast<uintptr_t>(call.a[0]), static_cast<size_t>(call.a[1]));
  return kernel(SYS_madvise, call.a[0], call.a[1], call.a[2]);
}

long brk_call(const SystemCall& call) {
  if (call.a[0] != 0 && at_base()) report_unsupported("brk", call.pc);
  return kernel(SYS_brk, call.a[0]);
}

}  // namespace mazurka::runtime
