// The name of the state that a native program is in.
//
// It consists of the memory that was written since the base (variables, heap, thread-local storage), of every thread
// that can go on its stack, registers and next operation, of the others what became of them, and of the parts that
// describe the running execution and lie in our own memory. Whatever of the latter is not known here must be as it
// always is, or there is no name.
//
// The stack of a suspended thread is in use from where switch_stack() has saved its registers; the registers that a
// function must preserve are in the frames of ours below the program's. What lies in these frames unused was cleared
// before (naming.hpp). A local variable of the program that has no meaning any more makes states differ that are the
// same to the program: that costs time, and is never wrong.
#include <string.h>

#include <vector>

#include "runtime/engine/loops/spin_loops.hpp"
#include "runtime/engine/loops/suspects.hpp"
#include "runtime/engine/native_program.hpp"
#include "runtime/engine/sections.hpp"
#include "runtime/engine/states/naming.hpp"
#include "runtime/engine/threads/thread_data.hpp"
#include "runtime/engine/time/virtual_clock.hpp"
#include "runtime/memory/arenas.hpp"
#include "runtime/memory/snapshot.hpp"
#include "runtime/memory/state_name.hpp"

namespace mazurka::runtime {

namespace {

// As switch_stack() leaves them: what it has saved, and a gap above.
constexpr uint64_t kSavedBytes = 16, kGapBytes = 128;

template <class T>
uint64_t hash_list(uint64_t which, const std::vector<T>& list, StateName& name) {
  if (list.empty()) return 0;
  name.keep(which, list.data(), list.size() * sizeof(T));
  return hash_bytes(list.data(), list.size() * sizeof(T)).high;
}

void add_stack(uint32_t id, const Thread& thread, StateName& name) {
  const char* begin = static_cast<const char*>(thread.context.stack_pointer);
  if (!is_on_own_stack(id, begin)) return name.refuse();
  const uint64_t saved = hash_bytes(begin, kSavedBytes, reinterpret_cast<uintptr_t>(begin)).high;
  begin += kSavedBytes + kGapBytes;
  const size_t bytes = static_cast<size_t>(stack_top(id) - begin);
  name.add(reinterpret_cast<uintptr_t>(stack_top(id)), hash_bytes(begin, bytes, saved));
  name.keep(id, begin, bytes);
}

void add_operation(uint64_t which, const Thread& thread, const Operation& op, StateName& name) {
  const uint64_t words[] = {
      static_cast<uint64_t>(op.code) << 16 | static_cast<uint64_t>(op.comparison) << 8 | op.ordered,
      op.partner.number,
      op.object.number,
      op.object2.number,
      static_cast<uint64_t>(op.a),
      static_cast<uint64_t>(op.b),
      thread.pc,
      thread.used_in_sections.number};
  name.add_memory(which, words, sizeof words);
}

// What becomes of it, and what it has found out.
void add_thread(uint32_t id, const Thread& thread, const ThreadView& view, bool counts_steps, StateName& name) {
  const uint64_t which = uint64_t{id} << 8;
  const uint64_t flags = static_cast<uint64_t>(view.status) << 8 | view.woken << 0 | thread.awaiting << 1 |
                         thread.spinning << 2 | thread.looking << 3 | thread.waiting << 4 | thread.dead << 5 |
                         thread.first_run << 6;
  const uint64_t words[] = {flags,
                            thread.children,
                            thread.locks.all,
                            thread.locks.read,
                            reinterpret_cast<uint64_t>(thread.end.result),
                            thread.end.detached,
                            static_cast<uint64_t>(thread.end.claimed),
                            thread.end.joiner_plus_one,
                            counts_steps ? thread.steps : 0};
  name.add_memory(which, words, sizeof words);
  if (view.status != ThreadStatus::kReady) return;
  if (thread.dead) return name.refuse();
  add_operation(which + 1, thread, view.next, name);
  add_stack(id, thread, name);
  if (thread.looking || thread.waiting)
    for (const Sighting& sighting : thread.sightings)
      name.add(which + 2, combine_hashes(sighting.object.number, static_cast<uint64_t>(sighting.value)));
  const ThreadData& data = data_of(id);
  const uint64_t first = hash_list(which + 4, data.destructors, name);
  const uint64_t second = hash_list(which + 5, data.specific, name);
  name.add(which + 3, combine_hashes(combine_hashes(first, second), hash_list(which + 6, data.cleanups, name)));
}

// Of a hot page: its hash at the base, and what it was when it was looked at last. Most pages are still the same then,
// and to compare takes a sixth of the time of a hash.
struct PageHash {
  Fingerprint at_base;
  Fingerprint last;
  std::vector<char> contents;
};
std::vector<PageHash>& page_hashes = *new std::vector<PageHash>;

Fingerprint hash_page(uintptr_t address, PageHash& known) {
  const auto* page = reinterpret_cast<const char*>(address);
  if (!known.contents.empty() && memcmp(known.contents.data(), page, kPage) == 0) return known.last;
  known.contents.assign(page, page + kPage);
  return known.last = hash_bytes(page, kPage);
}

bool is_in(uintptr_t address, const MemoryRange& range) {
  return address >= range.begin && address < range.end;
}

// What was there at the base. The heap that came later is added by its blocks; thread-local storage of threads that are
// gone is not: an access to that is an error.
void add_pages(StateName& name) {
  const uint64_t count = hot_page_count();
  for (size_t k = page_hashes.size(); k < count; k++)
    page_hashes.push_back({hash_bytes(hot_page(k).at_base, kPage), {}, {}});
  const MemoryRange later_heap = {base_end(), kTlsBase}, storage = {kTlsBase, kTlsBase + kTlsBytes};
  for (size_t k = 0; k < count; k++) {
    const uintptr_t page = hot_page(k).address;
    if (is_in(page, later_heap)) continue;
    if (is_in(page, storage)) {
      bool is_gone = false;
      for (uint32_t id = 1; id < user_threads.size() && !is_gone; id++)
        is_gone = user_threads.view(id).status == ThreadStatus::kEnded && is_in(page, user_threads.storage_of(id));
      if (is_gone) continue;
    }
    const Fingerprint hash = hash_page(page, page_hashes[k]);
    if (hash == page_hashes[k].at_base) continue;
    name.add(page, hash);
    name.keep(page, reinterpret_cast<const void*>(page), kPage);
  }
}

}  // namespace

// What is nowhere in a name must be as it always is. (What is freed or gone counts only if an access to it is no
// error.)
bool NativeProgram::can_name() {
  const protocol::Settings& settings = channel->settings;
  const bool is_usual = inputs_ == nullptr && !forks_to_restart() && !sections.are_used() && only_looks_ == nullptr &&
                        mailboxes_.empty() && path_.empty() && settings.unroll == 0 && settings.memory_errors != 0 &&
                        settings.environment.max_spurious_wakeups == 0 && !watches_rounds && !looks_at_every_step();
  const bool as_at_base = failures_.empty() && cut_ == at_base_.cut && exited_ == at_base_.exited &&
                          now_.cut_by_clock == at_base_.now.cut_by_clock &&
                          now_.at_step_limit == at_base_.now.at_step_limit && now_.abandoned == at_base_.now.abandoned;
  if (objects_.has_parts() && !has_parts_) {
    has_parts_ = true;
    note_new_naming();
  }
  return is_usual && as_at_base && !has_parts_ && all_are_named();
}

std::optional<Fingerprint> NativeProgram::name_of_state(std::vector<char>* whole) {
  StateName name(whole != nullptr);
  // Even if there is no name: what a step did is looked at then.
  add_all_parts(name);
  if (!can_name() || name.is_refused()) return std::nullopt;
  for (uint32_t id = 0; id < user_threads.size(); id++)
    if (threads_[id].status != ThreadStatus::kNotStarted)
      add_thread(id, user_threads[id], threads_[id], channel->settings.max_steps != 0, name);
  add_pages(name);
  add_blocks(name);
  name.add(1, uint64_t{naming_});
  if (name.is_refused()) return std::nullopt;
  if (whole != nullptr) name.put_whole(*whole);
  return name.name();
}

}  // namespace mazurka::runtime
