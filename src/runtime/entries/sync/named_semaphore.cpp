// Named POSIX semaphores: known within the program only, whatever processes there are outside.
//
// A semaphore lies on the program's heap. Its name is kept here, with the execution in which it was made or unlinked:
// what happened in another one has not happened, unless it was before the base (execution 0).
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <semaphore.h>
#include <stdarg.h>
#include <string.h>

#include <string>
#include <vector>

#include "runtime/entries/libc/program_heap.hpp"
#include "runtime/entries/sync/semaphore.hpp"
#include "runtime/entries/visible.hpp"
#include "runtime/races/race_detector.hpp"

using namespace mazurka;
using namespace mazurka::runtime;

namespace {

constexpr uint64_t kNever = UINT64_MAX;

struct Entry {
  std::string name;
  sem_t* semaphore;
  uint64_t made;
  uint64_t unlinked = kNever;
};
// Never destroyed: the program's exit handlers run ours too.
std::vector<Entry>& entries = *new std::vector<Entry>;
// The table of names as an object of the exploration: who opens first makes the semaphore.
int32_t names_object = 0;

void visible_names(const char* name, uint64_t pc) {
  visible(OpCode::kStore, &names_object, ObjectKind::kSemaphore, 4, name, pc);
  hb_acquire(&names_object);
  hb_release(&names_object);
}

bool happened(uint64_t execution) {
  return execution == 0 || execution == program->execution();
}

Entry* find(const char* name) {
  for (Entry& entry : entries)
    if (happened(entry.made) && !happened(entry.unlinked) && entry.name == name) return &entry;
  return nullptr;
}

sem_t* make(const char* name, unsigned count) {
  std::erase_if(entries, [](const Entry& entry) { return !happened(entry.made); });
  auto* semaphore = static_cast<sem_t*>(program_allocate(sizeof(sem_t), 16, 0));
  init_semaphore(semaphore, count);
  entries.push_back({name, semaphore, program->execution()});
  return semaphore;
}

sem_t* failed_with(int error) {
  errno = error;
  return SEM_FAILED;
}

}  // namespace

MAZURKA_STAND_IN(sem_t*, sem_open, (const char* name, int flags, ...)) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = (flags & O_CREAT) != 0 ? va_arg(arguments, mode_t) : 0;
  unsigned count = (flags & O_CREAT) != 0 ? va_arg(arguments, unsigned) : 0;
  va_end(arguments);
  if (!is_checked()) return MAZURKA_REAL(sem_open)(name, flags, mode, count);
  visible_names("sem_open", MAZURKA_CALLER);
  if (Entry* entry = find(name)) {
    if ((flags & O_CREAT) != 0 && (flags & O_EXCL) != 0) return failed_with(EEXIST);
    return entry->semaphore;
  }
  if ((flags & O_CREAT) == 0) return failed_with(ENOENT);
  if (count > SEM_VALUE_MAX) return failed_with(EINVAL);
  return make(name, count);
}
MAZURKA_STAND_IN(int, sem_close, (sem_t * semaphore)) {
  if (!is_checked()) return MAZURKA_REAL(sem_close)(semaphore);
  return 0;
}
MAZURKA_STAND_IN(int, sem_unlink, (const char* name)) {
  if (!is_checked()) return MAZURKA_REAL(sem_unlink)(name);
  visible_names("sem_unlink", MAZURKA_CALLER);
  Entry* entry = find(name);
  if (entry == nullptr) {
    errno = ENOENT;
    return -1;
  }
  entry->unlinked = program->execution();
  return 0;
}
