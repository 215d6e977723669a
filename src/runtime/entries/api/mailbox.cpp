// Mailboxes of <mazurka/mailbox.hpp>, whose header calls these in a checked program (include/mazurka/messages/checked.h
// says what for).
#include <limits.h>

#include <unordered_map>

#define MAZURKA_RUNTIME
#include <mazurka/messages/checked.h>
#include "runtime/engine/time/patience.hpp"
#include "runtime/entries/visible.hpp"
#include "runtime/kernel/messages/mailboxes.hpp"
#include "runtime/kernel/messages/predicates.hpp"
#include "runtime/races/race_detector.hpp"

using namespace mazurka;
using namespace mazurka::runtime;

namespace {

// By the place of the mailbox in the program's memory. Never destroyed: the program's exit handlers run ours too.
std::unordered_map<uintptr_t, MailboxObject>& objects = *new std::unordered_map<uintptr_t, MailboxObject>;

MailboxObject& object_of(const mazurka_mailbox* box) {
  return *static_cast<MailboxObject*>(box->object);
}

uint32_t capacity_of(const mazurka_mailbox* box) {
  return box->capacity < UINT32_MAX ? static_cast<uint32_t>(box->capacity) : 0;
}

Patience patience_of(const mazurka_wish* wish) {
  switch (wish->patience) {
    case MAZURKA_WAITS: return for_ever();
    case MAZURKA_DOES_NOT_WAIT: return not_at_all();
    default: return until(virtual_clock.read() + wish->nanoseconds);
  }
}

Value match_of(const mazurka_wish* wish, uint64_t pc) {
  if (wish->evaluate != nullptr) return runtime::match_of(wish->type, {wish->evaluate, wish->predicate}, pc);
  return wish->tags == ~0ULL ? kAnyMessage : static_cast<Value>(wish->tags);
}

}  // namespace

MAZURKA_STAND_IN(int, mazurka_mailbox_is_checked, ()) {
  return is_checked();
}

MAZURKA_STAND_IN(void, mazurka_mailbox_make, (mazurka_mailbox * box)) {
  uintptr_t place = reinterpret_cast<uintptr_t>(box);
  MailboxObject& object = objects.try_emplace(place, place).first->second;
  box->object = &object;
  make_primitive(box, MAZURKA_CALLER);
  object.make({.name = "mailbox", .pc = MAZURKA_CALLER});
}

MAZURKA_STAND_IN(void, mazurka_mailbox_destroy, (mazurka_mailbox * box)) {
  destroy_primitive(box, MAZURKA_CALLER);
  object_of(box).destroy({.name = "~mailbox", .pc = MAZURKA_CALLER});
}

MAZURKA_STAND_IN(void*, mazurka_mailbox_rest, (mazurka_mailbox * box)) {
  Letter letter;
  return object_of(box).take_rest(letter) ? letter.message : nullptr;
}

MAZURKA_STAND_IN(int, mazurka_mailbox_tells, ()) {
  return is_replay();
}

MAZURKA_STAND_IN(int, mazurka_mailbox_send, (mazurka_mailbox * box, const mazurka_letter* letter)) {
  uint64_t pc = MAZURKA_CALLER;
  use_primitive(box, pc);
  Envelope envelope;
  bool has_contents = letter->contents != nullptr || letter->bytes != 0;
  envelope.tag = has_contents ? tag_of_contents(letter->type, letter->contents, letter->bytes, pc)
                              : static_cast<Value>(letter->tag);
  envelope.message = letter->message;
  envelope.text = letter->text;
  return object_of(box).send(envelope, capacity_of(box), {.name = "send", .pc = pc}) == Sent::kSent;
}

MAZURKA_STAND_IN(void*, mazurka_mailbox_receive, (mazurka_mailbox * box, const mazurka_wish* wish)) {
  uint64_t pc = MAZURKA_CALLER;
  use_primitive(box, pc);
  Patience patience = patience_of(wish);
  Value match = match_of(wish, pc);
  Letter taken;
  Found found = object_of(box).receive({match}, capacity_of(box),
                                       {.waits = !patience.gives_up, .name = wish->name, .pc = pc}, taken);
  if (wish->evaluate != nullptr) forget_predicate();
  if (found == Found::kNothing && patience.timed) patience.give_up();
  return found == Found::kMessage ? taken.message : nullptr;
}

MAZURKA_STAND_IN(void, mazurka_mailbox_close, (mazurka_mailbox * box)) {
  use_primitive(box, MAZURKA_CALLER);
  object_of(box).close(capacity_of(box), {.name = "close", .pc = MAZURKA_CALLER});
}

// A receive that no message will do for: it finds out whether the mailbox is closed, and nothing else.
MAZURKA_STAND_IN(int, mazurka_mailbox_is_closed, (mazurka_mailbox * box)) {
  use_primitive(box, MAZURKA_CALLER);
  Letter taken;
  Manner manner{.waits = false, .name = "is_closed", .pc = MAZURKA_CALLER};
  return object_of(box).receive({0}, capacity_of(box), manner, taken) == Found::kClosed;
}

MAZURKA_STAND_IN(void, mazurka_mailbox_begin_pure, ()) {
  begin_predicate();
}
MAZURKA_STAND_IN(void, mazurka_mailbox_end_pure, ()) {
  end_predicate();
}
MAZURKA_STAND_IN(void, mazurka_refuse, (const char* what)) {
  report_unsupported(what, MAZURKA_CALLER);
}
MAZURKA_STAND_IN(void, mazurka_mailbox_blame, (const char* what)) {
  report_misuse(what);
}
