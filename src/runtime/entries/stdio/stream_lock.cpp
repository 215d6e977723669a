#include "runtime/entries/stdio/stream_lock.hpp"

#include "runtime/engine/learned_facts.hpp"
#include "runtime/engine/program_code.hpp"
#include "runtime/engine/rwlock_preference.hpp"
#include "runtime/entries/stdio/stream_memory.hpp"
#include "runtime/entries/stdio/stream_users.hpp"
#include "runtime/entries/stdio/symbolic_buffer.hpp"
#include "runtime/entries/visible.hpp"
#include "runtime/kernel/files/open_files.hpp"
#include "runtime/races/plain_operations.hpp"
#include "runtime/races/race_detector.hpp"
#include "runtime/races/shared_memory.hpp"

extern "C" void _IO_doallocbuf(FILE*);
extern "C" void _IO_wdoallocbuf(FILE*);

namespace mazurka::runtime {

namespace {

// At the base: -1 for bytes, 1 for wide characters, 0 not certain.
int output_orientation = 0, error_orientation = 0;

class Orientations final : public Rewindable {
 public:
  constexpr Orientations() : Rewindable(Changes::kAreNoted) {}
  void save(Level level) override {
    if (level == Level::kPrefix) return;
    output_orientation = stdout->_mode;
    error_orientation = stderr->_mode;
  }
  void restore(Level) override {}
  bool allows_waypoint() const override { return true; }
};
constinit Orientations orientations;
const Registration registered(orientations);

bool is_output(const FILE* file) {
  return (file == stdout && is_plain_output(1)) || (file == stderr && is_plain_output(2));
}

bool is_seen_by_nobody(const FILE* file) {
  return is_output(file) && !is_known(Fact::kOutputIsLocked, 0);
}

void take(StreamLock* lock) {
  lock->word = static_cast<int32_t>(current_thread() + 1);
  lock->owner = __builtin_thread_pointer();
  lock->count = 1;
  own_locks().all++;
  hb_acquire(lock);
}

bool lock_again(StreamLock* lock) {
  if (lock->owner != __builtin_thread_pointer()) return false;
  lock->count++;
  return true;
}

}  // namespace

bool is_locked_by_us(const FILE* file) {
  return is_checked() && file != nullptr && !is_seen_by_nobody(file) && (file->_flags & kUserLocks) == 0;
}

void lock_stream(FILE* file, const char* name, uint64_t pc) {
  StreamLock* lock = lock_of(file);
  note_stream_use();
  use_primitive(lock, pc);
  if (lock_again(lock)) return;
  visible(OpCode::kLock, lock, kMutexObject, 4, name, pc);
  use_primitive(lock, pc);  // it may have been closed in the meantime
  take(lock);
}

bool try_lock_stream(FILE* file, const char* name, uint64_t pc) {
  StreamLock* lock = lock_of(file);
  note_stream_use();
  use_primitive(lock, pc);
  if (lock_again(lock)) return true;
  visible(OpCode::kTryLock, lock, kMutexObject, 4, name, pc);
  if (lock->word != 0) return false;
  take(lock);
  note_change();
  return true;
}

void unlock_stream(FILE* file, const char* name, uint64_t pc) {
  StreamLock* lock = lock_of(file);
  if (lock->owner == __builtin_thread_pointer() && lock->count > 1) {
    lock->count--;
    return;
  }
  use_primitive(lock, pc);
  visible(OpCode::kUnlock, lock, kMutexObject, 4, name, pc);
  if (lock->owner != __builtin_thread_pointer()) report_misuse("funlockfile by a thread that has not locked the file");
  lock->count = 0;
  lock->owner = nullptr;
  lock->word = 0;
  own_locks().all--;
  hb_release(lock);
}

LockedStream::LockedStream(FILE* file, const char* name, uint64_t pc)
    : file_(is_locked_by_us(file) ? file : nullptr), name_(name), pc_(pc) {
  note_library_place(pc);
  if (file_ != nullptr) lock_stream(file_, name_, pc_);
  // Standard output has its lock in reality, too: calls that lock race with none but those that do not.
  if (is_checked() && file != nullptr) access_stream(file, is_seen_by_nobody(file) ? kAtomicWrite : kPlainWrite, pc);
}

FILE* written_before_reading(const FILE* file) {
  bool writes = is_checked() && (file->_flags & (kLineBuffered | kUnbuffered)) != 0;
  return writes && is_locked_by_us(stdout) ? stdout : nullptr;
}

void need_lock(const FILE* file) {
  if (is_checked() && is_output(file)) learn_fact(Fact::kOutputIsLocked, 0);
}

void need_orientation(const FILE* file) {
  if (!is_checked() || !at_base() || !is_output(file)) return;
  if ((file == stdout ? output_orientation : error_orientation) == 0) need_lock(file);
}

void prepare_output() {
  if (at_base() || !is_output(stdout)) return;
  _IO_doallocbuf(stdout);
  if (stdout->_mode > 0) _IO_wdoallocbuf(stdout);
}

void access_stream(FILE* file, AccessKind kind, uint64_t pc) {
  if (!is_seen_by_nobody(file)) note_stream_use();
  // In an execution that has taught where there are locks, some calls had none.
  if (!watching || has_learned()) return;
  constexpr size_t kBytes = offsetof(FILE, _IO_buf_base);
  uintptr_t address = reinterpret_cast<uintptr_t>(file);
  if (explores_plain && find_shared(address, kBytes) != nullptr)
    report_unsupported("functions that do not lock a FILE which threads share", pc);
  access_range(address, kBytes, kind, pc);
  touch_lent_memory(file, pc);
}

void note_access(const void* memory, size_t bytes, AccessKind kind, uint64_t pc) {
  if (watching && is_checked() && bytes != 0 && is_program_code(pc))
    plain_access_by_library(reinterpret_cast<uintptr_t>(memory), bytes, kind, pc);
}

}  // namespace mazurka::runtime
