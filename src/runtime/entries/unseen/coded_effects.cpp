#include "runtime/entries/unseen/coded_effects.hpp"

#include <arpa/inet.h>
#include <getopt.h>
#include <netdb.h>
#include <poll.h>
#include <search.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>
#include <wchar.h>

#include <algorithm>
#include <iterator>

#include "base/check.hpp"
#include "runtime/engine/failure.hpp"
#include "runtime/engine/native_program.hpp"
#include "runtime/engine/thread_words.hpp"
#include "runtime/entries/cxx/memory_resources.hpp"
#include "runtime/entries/stdio/format_arguments.hpp"
#include "runtime/entries/stdio/open_streams.hpp"
#include "runtime/entries/threads/contexts.hpp"
#include "runtime/entries/unseen/search_trees.hpp"
#include "runtime/entries/unseen/unseen_functions.hpp"
#include "runtime/memory/per_execution.hpp"

namespace mazurka::runtime {

namespace {

template <class T>
T* pointer(uint64_t word) {
  return reinterpret_cast<T*>(word);
}
template <class T>
void reads(const CallFrame& call, const T* at, uint64_t count = 1) {
  touch(call, reinterpret_cast<uintptr_t>(at), count * sizeof(T), false);
}
template <class T>
void writes(const CallFrame& call, const T* at, uint64_t count = 1) {
  touch(call, reinterpret_cast<uintptr_t>(at), count * sizeof(T), true);
}

// By hand, for both kinds of characters.
template <class Character>
uint64_t length(const Character* text, uint64_t most = UINT64_MAX) {
  uint64_t count = 0;
  while (count < most && const_cast<const volatile Character*>(text)[count] != 0) count++;
  return count;
}

void nothing(const CallFrame&) {}

// ---- taking texts apart

void before_strsep(CallFrame& call) {
  reads(call, pointer<char*>(call.arguments[0]));
  writes(call, pointer<char*>(call.arguments[0]));
  const char* set = pointer<char>(call.arguments[1]);
  reads(call, set, length(set) + 1);
}
void after_strsep(const CallFrame& call) {
  const char* part = pointer<char>(call.result);
  if (part == nullptr) return;
  reads(call, part, length(part) + 1);
  const char* rest = *pointer<char*>(call.arguments[0]);
  if (rest != nullptr) writes(call, rest - 1);
}

template <class Character>
void before_strtok(CallFrame& call) {
  const auto* set = pointer<Character>(call.arguments[1]);
  reads(call, set, length(set) + 1);
  if (call.arguments[0] == 0) reads(call, pointer<Character*>(call.arguments[2]));
  call.kept[0] = call.arguments[0] != 0 ? call.arguments[0] : *pointer<uint64_t>(call.arguments[2]);
  writes(call, pointer<Character*>(call.arguments[2]));
}
// It leaves a 0 where a part ends, unless the text does. What separates parts is read, too.
template <class Character>
void after_strtok(const CallFrame& call) {
  const auto *part = pointer<Character>(call.result), *begin = pointer<Character>(call.kept[0]);
  if (part == nullptr && begin != nullptr) reads(call, begin, length(begin) + 1);
  if (part == nullptr) return;
  uint64_t count = length(part);
  reads(call, begin, static_cast<uint64_t>(part - begin) + count + 1);
  if (*pointer<Character*>(call.arguments[2]) == part + count + 1) writes(call, part + count);
}

// ---- copying

void before_wcscat(CallFrame& call) {
  auto *to = pointer<wchar_t>(call.arguments[0]), *from = pointer<wchar_t>(call.arguments[1]);
  uint64_t count = length(from);
  reads(call, from, count + 1);
  reads(call, to, length(to) + 1);
  writes(call, to + length(to), count + 1);
}
void before_wcsncat(CallFrame& call) {
  auto *to = pointer<wchar_t>(call.arguments[0]), *from = pointer<wchar_t>(call.arguments[1]);
  uint64_t most = call.arguments[2], count = length(from, most);
  reads(call, from, std::min(count + 1, most));
  reads(call, to, length(to) + 1);
  writes(call, to + length(to), count + 1);
}
void before_memccpy(CallFrame& call) {
  const auto* from = pointer<unsigned char>(call.arguments[1]);
  auto last = static_cast<unsigned char>(call.arguments[2]);
  uint64_t count = 0;
  while (count < call.arguments[3] && from[count++] != last) {
  }
  reads(call, from, count);
  writes(call, pointer<unsigned char>(call.arguments[0]), count);
}

// ---- messages of System V: a type, and so many bytes behind it

void before_msgsnd(CallFrame& call) {
  reads(call, pointer<unsigned char>(call.arguments[1]), sizeof(long) + call.arguments[2]);
}
void before_msgrcv(CallFrame&) {}
void after_msgrcv(const CallFrame& call) {
  auto bytes = static_cast<int64_t>(call.result);
  if (bytes >= 0) touch(call, call.arguments[1], sizeof(long) + static_cast<uint64_t>(bytes), true);
}

// ---- looking for something

void before_rawmemchr(CallFrame&) {}
void after_rawmemchr(const CallFrame& call) {
  touch(call, call.arguments[0], call.result - call.arguments[0] + 1, false);
}
void before_lsearch(CallFrame& call) {
  uint64_t count = *pointer<uint64_t>(call.arguments[2]), size = call.arguments[3];
  call.kept[0] = count;
  touch(call, call.arguments[0], size, false);
  touch(call, call.arguments[1], count * size, false);
  reads(call, pointer<uint64_t>(call.arguments[2]));
}
void after_lsearch(const CallFrame& call) {
  if (*pointer<uint64_t>(call.arguments[2]) == call.kept[0]) return;
  writes(call, pointer<uint64_t>(call.arguments[2]));
  touch(call, call.result, call.arguments[3], true);
}

// What is in a table of hsearch_r(), as glibc has it.
struct HashedEntry {
  uint32_t hash;  // 0: there is none
  char* key;
  void* data;
};
// The keys that have the same hash are compared.
void before_hsearch_r(CallFrame& call) {
  const auto* key = pointer<unsigned char>(call.arguments[0]);
  const auto* table = pointer<hsearch_data>(call.arguments[4]);
  const auto* entries = reinterpret_cast<const HashedEntry*>(table->table);
  if (entries == nullptr) return;
  uint64_t count = length(key);
  auto hash = static_cast<uint32_t>(count);
  while (count > 0) hash = (hash << 4) + static_cast<uint32_t>(static_cast<signed char>(key[--count]));
  if (hash == 0) hash = 1;
  for (uint64_t k = 1; k <= table->size; k++)
    if (entries[k].hash == hash) reads(call, entries[k].key, length(entries[k].key) + 1);
}

// Code that the program makes itself, at run time, was compiled by nobody.
void before_mmap(CallFrame& call) {
  if ((call.arguments[2] & PROT_EXEC) != 0) note_unseen("code-from-mmap", "", call.pc);
}

// ---- waiting

void before_poll(CallFrame& call) {
  const auto* files = pointer<pollfd>(call.arguments[0]);
  for (uint64_t k = 0; k < call.arguments[1]; k++) touch(call, reinterpret_cast<uintptr_t>(files + k), 6, false);
}
void after_poll(const CallFrame& call) {
  if (static_cast<int32_t>(call.result) < 0) return;
  const auto* files = pointer<pollfd>(call.arguments[0]);
  for (uint64_t k = 0; k < call.arguments[1]; k++) writes(call, &files[k].revents);
}
void before_select(CallFrame& call) {
  uint64_t bytes = (call.arguments[0] + 63) / 64 * 8;
  for (int k = 1; k <= 3; k++)
    if (call.arguments[k] != 0) touch(call, call.arguments[k], bytes, true);
  // (The kernel leaves there how much time is left.)
  if (call.arguments[4] != 0) writes(call, pointer<timeval>(call.arguments[4]));
}
void before_pselect(CallFrame& call) {
  uint64_t bytes = (call.arguments[0] + 63) / 64 * 8;
  for (int k = 1; k <= 3; k++)
    if (call.arguments[k] != 0) touch(call, call.arguments[k], bytes, true);
  if (call.arguments[4] != 0) reads(call, pointer<timespec>(call.arguments[4]));
}

// It may have a constant text for it.
void before_strerror_r(CallFrame&) {}
void after_strerror_r(const CallFrame& call) {
  const char* text = pointer<char>(call.result);
  if (call.result == call.arguments[1]) writes(call, text, length(text) + 1);
}

// ---- the environment, and what the program was started with

// It compares the name with one after the other. A text may be the program's own, by putenv().
void before_getenv(CallFrame& call) {
  const char* name = pointer<char>(call.arguments[0]);
  uint64_t count = length(name);
  reads(call, name, count + 1);
  for (char** entry = environ; entry != nullptr && *entry != nullptr; entry++) {
    uint64_t equal = 0;
    while (equal < count && (*entry)[equal] == name[equal]) equal++;
    reads(call, *entry, equal + 1);
    if (equal == count && (*entry)[equal] == '=') return;
  }
}

// It moves the arguments, and reads them all.
void before_getopt(CallFrame& call) {
  char** arguments = pointer<char*>(call.arguments[1]);
  for (uint64_t k = 0; k < call.arguments[0]; k++)
    if (arguments[k] != nullptr) reads(call, arguments[k], length(arguments[k]) + 1);
  writes(call, arguments, call.arguments[0]);
  const char* letters = pointer<char>(call.arguments[2]);
  reads(call, letters, length(letters) + 1);
}

// Which option it is decides what is written. The C library tells us, and we tell the program if it wants to know.
void before_getopt_long(CallFrame& call) {
  before_getopt(call);
  for (const auto* one = pointer<option>(call.arguments[3]); one != nullptr; one++) {
    reads(call, one);
    if (one->name == nullptr) break;
    reads(call, one->name, length(one->name) + 1);
  }
  call.kept[0] = UINT64_MAX;
  call.kept[1] = call.arguments[4];
  call.arguments[4] = reinterpret_cast<uint64_t>(&call.kept[0]);
}
void after_getopt_long(const CallFrame& call) {
  auto index = static_cast<int32_t>(call.kept[0]);
  if (index < 0) return;
  if (auto* wanted = pointer<int32_t>(call.kept[1])) {
    writes(call, wanted);
    *wanted = index;
  }
  const option& found = pointer<option>(call.arguments[3])[index];
  if (found.flag != nullptr) writes(call, found.flag);
}

// ---- paths

// The last slash that the name ends in, which becomes the end of the text, or null.
char* slash_behind_name(char* path) {
  char* slash = strrchr(path, '/');
  if (slash == nullptr || slash[1] != 0) return nullptr;
  while (slash > path && slash[-1] == '/') slash--;
  return slash > path ? slash : nullptr;
}
void before_basename(CallFrame& call) {
  char* path = pointer<char>(call.arguments[0]);
  if (path == nullptr) return;
  reads(call, path, length(path) + 1);
  if (char* end = slash_behind_name(path)) writes(call, end);
}
void before_dirname(CallFrame& call) {
  char* path = pointer<char>(call.arguments[0]);
  if (path != nullptr) reads(call, path, length(path) + 1);
}
// It ends the text, unless that is the root, or has no slash.
void after_dirname(const CallFrame& call) {
  if (call.result != 0 && call.result == call.arguments[0])
    writes(call, pointer<char>(call.result) + length(pointer<char>(call.result)));
}

// ---- rings of elements, which begin with pointers to the next one and to the one before

struct Element {
  Element *next, *before;
};
void before_insque(CallFrame& call) {
  auto *element = pointer<Element>(call.arguments[0]), *before = pointer<Element>(call.arguments[1]);
  writes(call, element);
  if (before == nullptr) return;
  reads(call, &before->next);
  if (before->next != nullptr) writes(call, &before->next->before);
  writes(call, &before->next);
}
void before_remque(CallFrame& call) {
  const auto* element = pointer<Element>(call.arguments[0]);
  reads(call, element);
  if (element->next != nullptr) writes(call, &element->next->before);
  if (element->before != nullptr) writes(call, &element->before->next);
}

// ---- texts one behind the other

// A pointer to each, and a null pointer.
void before_argz_extract(CallFrame& call) {
  const char* texts = pointer<char>(call.arguments[0]);
  uint64_t count = 0;
  for (uint64_t at = 0; at < call.arguments[1]; at += length(texts + at) + 1) count++;
  writes(call, pointer<char*>(call.arguments[2]), count + 1);
}

// ---- what is told of a thing that never changes, as long as it is there

void before_fileno(CallFrame& call) {
  if (const auto* file = pointer<FILE>(call.arguments[0])) reads(call, &file->_fileno);
}
// (The functions that change a DIR write its first bytes.)
void before_dirfd(CallFrame& call) {
  if (call.arguments[0] != 0) touch(call, call.arguments[0] + 8, 8, false);
}

// ---- locales. That a thread uses one by uselocale(), no call tells: it must not be freed as long as that is so

void before_uselocale(CallFrame& call) {
  if (call.arguments[0] != 0) own_thread_words().locale = call.arguments[0];
}
void before_freelocale(CallFrame& call) {
  for (uint32_t id = 0; at_base() && id < program->thread_count(); id++) {
    ThreadStatus status = program->status(ThreadId(id));
    bool is_there = status == ThreadStatus::kReady || status == ThreadStatus::kParked;
    if (is_there && id != current_thread() && words_of(id).locale == call.arguments[0])
      report_unsupported("freelocale of a locale that another thread uses", call.pc);
  }
}

// ---- names of hosts: files and servers are asked, under locks of the C library's, unless all is given in numbers

void refuse_unless_alone(const CallFrame& call, const char* name) {
  if (at_base() && others_may_run()) report_unsupported(name, call.pc);
}
bool is_number(const char* text) {
  return text == nullptr || (*text != 0 && text[strspn(text, "0123456789")] == 0);
}
bool is_address(const char* text) {
  unsigned char address[16];
  return text == nullptr || inet_pton(AF_INET, text, address) == 1 || inet_pton(AF_INET6, text, address) == 1;
}
void before_getaddrinfo(CallFrame& call) {
  const auto* hints = pointer<addrinfo>(call.arguments[2]);
  bool asks_for_interfaces = hints == nullptr || (hints->ai_flags & AI_ADDRCONFIG) != 0;
  bool is_numeric = is_address(pointer<char>(call.arguments[0])) && is_number(pointer<char>(call.arguments[1]));
  if (!is_numeric || asks_for_interfaces) refuse_unless_alone(call, "getaddrinfo");
}
void before_getnameinfo(CallFrame& call) {
  auto flags = call.more_arguments[0];
  bool wants_host = call.arguments[2] != 0 && call.arguments[3] != 0;
  bool wants_service = call.arguments[4] != 0 && call.arguments[5] != 0;
  bool is_numeric = (!wants_host || (flags & NI_NUMERICHOST) != 0) && (!wants_service || (flags & NI_NUMERICSERV) != 0);
  if (!is_numeric) refuse_unless_alone(call, "getnameinfo");
}

// ---- texts by formats

// As a function with a variable number of arguments finds them, of which `named` have names.
void print(const CallFrame& call, uint64_t format, uint32_t named) {
  struct {
    uint32_t integers, vectors;
    const void *more, *registers;
  } list;
  unsigned char registers[sizeof call.arguments + sizeof call.vectors];
  memcpy(registers, call.arguments, sizeof call.arguments);
  memcpy(registers + sizeof call.arguments, call.vectors, sizeof call.vectors);
  list = {named * 8, sizeof call.arguments, call.more_arguments, registers};
  va_list values;
  static_assert(sizeof list == sizeof values);
  memcpy(values, &list, sizeof values);
  note_printed(pointer<char>(format), values, call.pc);
}
// What openlog() was given begins each message.
PerExecution<uint64_t>& log_name = *new PerExecution<uint64_t>;
void before_openlog(CallFrame& call) {
  note_unseen_change();
  log_name.get() = call.arguments[0];
}
void before_closelog(CallFrame&) {
  note_unseen_change();
  log_name.get() = 0;
}
void read_log_name(const CallFrame& call) {
  const char* name = pointer<char>(log_name.get());
  if (name != nullptr) reads(call, name, length(name) + 1);
}
void before_syslog(CallFrame& call) {
  read_log_name(call);
  print(call, call.arguments[1], 2);
}
void before_syslog_chk(CallFrame& call) {
  read_log_name(call);
  print(call, call.arguments[2], 3);
}
void before_vsyslog(CallFrame& call) {
  read_log_name(call);
  va_list values;
  memcpy(values, pointer<void>(call.arguments[2]), sizeof values);
  note_printed(pointer<char>(call.arguments[1]), values, call.pc);
}
void before_vsyslog_chk(CallFrame& call) {
  read_log_name(call);
  va_list values;
  memcpy(values, pointer<void>(call.arguments[3]), sizeof values);
  note_printed(pointer<char>(call.arguments[2]), values, call.pc);
}

constexpr CodedEffect kCoded[] = {
    {"strsep __strsep_g __strsep", before_strsep, after_strsep},
    {"strtok_r __strtok_r", before_strtok<char>, after_strtok<char>},
    {"wcstok", before_strtok<wchar_t>, after_strtok<wchar_t>},
    {"wcscat __wcscat_chk", before_wcscat, nothing},
    {"wcsncat __wcsncat_chk", before_wcsncat, nothing},
    {"msgsnd __libc_msgsnd sys_msgsnd", before_msgsnd, nothing},
    {"msgrcv __libc_msgrcv sys_msgrcv", before_msgrcv, after_msgrcv},
    {"memccpy __memccpy", before_memccpy, nothing},
    {"rawmemchr __rawmemchr", before_rawmemchr, after_rawmemchr},
    {"makecontext __makecontext", before_makecontext, nothing},
    {"setcontext", before_setcontext, nothing},
    {"swapcontext", before_swapcontext, nothing},
    {"getopt __posix_getopt", before_getopt, nothing},
    {"getopt_long getopt_long_only", before_getopt_long, after_getopt_long},
    {"getenv secure_getenv", before_getenv, nothing},
    {"__xpg_basename", before_basename, nothing},
    {"dirname", before_dirname, after_dirname},
    {"insque", before_insque, nothing},
    {"remque", before_remque, nothing},
    {"getaddrinfo", before_getaddrinfo, nothing},
    {"getnameinfo", before_getnameinfo, nothing},
    {"syslog", before_syslog, nothing},
    {"__syslog_chk", before_syslog_chk, nothing},
    {"vsyslog", before_vsyslog, nothing},
    {"__vsyslog_chk", before_vsyslog_chk, nothing},
    {"openlog", before_openlog, nothing},
    {"closelog", before_closelog, nothing},
    {"uselocale __uselocale", before_uselocale, nothing},
    {"freelocale __freelocale", before_freelocale, nothing},
    {"fileno fileno_unlocked", before_fileno, nothing},
    {"dirfd", before_dirfd, nothing},
    {"argz_extract", before_argz_extract, nothing},
    {"tsearch __tsearch", before_tsearch, nothing},
    {"tdelete __tdelete", before_tdelete, nothing},
    {"tfind __tfind", before_tfind, nothing},
    {"twalk __twalk twalk_r __twalk_r", before_twalk, nothing},
    {"tdestroy __tdestroy", before_tdestroy, nothing},
    {"hsearch_r", before_hsearch_r, nothing},
    {"lsearch", before_lsearch, after_lsearch},
    {"poll __poll ppoll __poll_chk __ppoll_chk sys_poll sys_ppoll", before_poll, after_poll},
    {"select __select sys_select", before_select, nothing},
    {"pselect sys_pselect6", before_pselect, nothing},
    {"strerror_r", before_strerror_r, after_strerror_r},
    {"mmap mmap64 __mmap mprotect __mprotect pkey_mprotect sys_mmap sys_mprotect", before_mmap, nothing},
    {"_ZNSt3pmr25monotonic_buffer_resource11do_allocateEmm", before_monotonic_allocate, after_monotonic_allocate},
    {"_ZNSt3pmr25monotonic_buffer_resource13do_deallocateEPvmm", before_monotonic_deallocate, nothing},
    {"_ZNSt3pmr28unsynchronized_pool_resource11do_allocateEmm", before_pool_use, after_pool_allocate},
    {"_ZNSt3pmr28unsynchronized_pool_resource13do_deallocateEPvmm", before_pool_deallocate, nothing},
    {"_ZNSt3pmr26synchronized_pool_resource11do_allocateEmm", before_shared_pool_use, after_shared_pool_allocate},
    {"_ZNSt3pmr26synchronized_pool_resource13do_deallocateEPvmm", before_shared_pool_deallocate, nothing},
    {"_ZNSt3pmr26synchronized_pool_resource7releaseEv _ZNSt3pmr26synchronized_pool_resourceD0Ev "
     "_ZNSt3pmr26synchronized_pool_resourceD1Ev _ZNSt3pmr26synchronized_pool_resourceD2Ev",
     before_shared_pool_release, nothing},
};

bool has_name(std::string_view names, std::string_view name) {
  size_t at = names.find(name);
  for (; at != std::string_view::npos; at = names.find(name, at + 1)) {
    bool begins = at == 0 || names[at - 1] == ' ';
    bool ends = at + name.size() == names.size() || names[at + name.size()] == ' ';
    if (begins && ends) return true;
  }
  return false;
}

}  // namespace

uint16_t find_coded_effect(std::string_view function) {
  constexpr auto kCount = static_cast<uint16_t>(std::size(kCoded));
  for (uint16_t k = 0; k < kCount; k++)
    if (has_name(kCoded[k].names, function)) return k;
  CHECK(false, "the list says 'code' of a function that has none");
}

const CodedEffect& coded_effect(uint16_t number) {
  return kCoded[number];
}

}  // namespace mazurka::runtime
