// Named POSIX semaphores: known within the program only, whatever processes there are outside.
//
// A semaphore lies on the program's heap. Its name is kept here.
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <semaphore.h>
#include <stdarg.h>
#include <string.h>

#include <string>
#include <vector>

#include "runtime/entries/libc/malloc.hpp"
#include "runtime/entries/sync/semaphore.hpp"
#include "runtime/entries/visible.hpp"
#include "runtime/memory/per_execution.hpp"
#include "runtime/races/race_detector.hpp"

using namespace mazurka;
using namespace mazurka::runtime;

namespace {

struct Entry {
  std::string name;
  sem_t* semaphore;
};
// Never destroyed: the program's exit handlers run ours too.
PerExecution<std::vector<Entry>>& entries = *new PerExecution<std::vector<Entry>>;
// The table of names as an object of the exploration: who opens first makes the semaphore.
int32_t names_object = 0;

void visible_names(const char* name, uint64_t pc) {
  visible(OpCode::kStore, &names_object, kSemaphoreObject, 4, name, pc);
  hb_acquire(&names_object);
  hb_release(&names_object);
}

Entry* find(const char* name) {
  for (Entry& entry : entries.get())
    if (entry.name == name) return &entry;
  return nullptr;
}

sem_t* make(const char* name, unsigned count) {
  auto* semaphore = static_cast<sem_t*>(program_allocate(sizeof(sem_t), 16, 0));
  init_semaphore(semaphore, count);
  entries.get().push_back({name, semaphore});
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
  if (find(name) == nullptr) {
    errno = ENOENT;
    return -1;
  }
  std::erase_if(entries.get(), [name](const Entry& entry) { return entry.name == name; });
  return 0;
}
