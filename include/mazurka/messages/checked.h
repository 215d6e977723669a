// What mailbox.hpp asks of the runtime in a checked program. Part of mailbox.hpp; not for programs to call.
#ifndef MAZURKA_MESSAGES_CHECKED_H
#define MAZURKA_MESSAGES_CHECKED_H

#include <stddef.h>

// A mailbox as the runtime knows it: by its address.
struct mazurka_mailbox {
  void* object;  // the runtime's
  size_t capacity;
};

// A message that is sent.
struct mazurka_letter {
  void* message;           // given back by the receive that takes it
  const void* type;        // of the message: some address that stands for it
  const void* contents;    // all that a predicate may look at; null: there is too much of it, or
  size_t bytes;            // this is 0, too, and
  unsigned long long tag;  // only this counts, below 62
  const char* text;        // for reports
};

enum { MAZURKA_DOES_NOT_WAIT, MAZURKA_WAITS, MAZURKA_WAITS_SOME_TIME };

// What a receive looks for.
struct mazurka_wish {
  const char* name;  // of the receive, for reports
  int patience;
  long long nanoseconds;
  unsigned long long tags;  // a set, a bit each; all bits: every message
  const void* type;
  // If there is one, it decides instead. It must be a pure function of the contents.
  int (*evaluate)(const void* predicate, const void* contents, size_t bytes);
  const void* predicate;
};

#ifndef MAZURKA_RUNTIME
extern "C" {
// Weak: they are null where there is no runtime.
int mazurka_mailbox_is_checked(void) __attribute__((weak));
void mazurka_mailbox_make(struct mazurka_mailbox*) __attribute__((weak));
void mazurka_mailbox_destroy(struct mazurka_mailbox*) __attribute__((weak));
// Of a destroyed one, what was left in it; null: nothing.
void* mazurka_mailbox_rest(struct mazurka_mailbox*) __attribute__((weak));
// Does somebody want to know what messages say?
int mazurka_mailbox_tells(void) __attribute__((weak));
// 0: it is closed.
int mazurka_mailbox_send(struct mazurka_mailbox*, const struct mazurka_letter*) __attribute__((weak));
// Null: there is none, or it is closed.
void* mazurka_mailbox_receive(struct mazurka_mailbox*, const struct mazurka_wish*) __attribute__((weak));
void mazurka_mailbox_close(struct mazurka_mailbox*) __attribute__((weak));
int mazurka_mailbox_is_closed(struct mazurka_mailbox*) __attribute__((weak));
// What lies between must change nothing.
void mazurka_mailbox_begin_pure(void) __attribute__((weak));
void mazurka_mailbox_end_pure(void) __attribute__((weak));
// Ends the thread: this is not supported; this is a misuse.
void mazurka_refuse(const char* what) __attribute__((weak));
void mazurka_mailbox_blame(const char* what) __attribute__((weak));
}
#endif

#endif
