// Mailboxes and actors: threads that pass messages. From C++17 on.
//
// In a program that is not checked, a mailbox is a queue with a mutex and two condition variables. In a checked one, a
// send or a receive is a single step, and its order counts only where it can matter: who takes the message of whom.
// That makes far fewer traces than a queue built by hand. docs/messages.md tells more.
//
//   mazurka::mailbox<int> box;
//   std::thread sender([&] { box.send(1); });
//   std::optional<int> one = box.receive();
#ifndef MAZURKA_MAILBOX_HPP
#define MAZURKA_MAILBOX_HPP

#include <chrono>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <utility>

#include "messages/checked_mailbox.hpp"
#include "messages/patience.hpp"
#include "messages/plain_mailbox.hpp"

namespace mazurka {

// Any thread may call any function. Messages of one sender arrive in the order in which they were sent. A send happens
// before the receive that takes the message; a close happens before a receive that finds nothing because of it.
template <class T>
class mailbox {
 public:
  static constexpr std::size_t unbounded = static_cast<std::size_t>(-1);

  // With room for so many messages, at least one.
  explicit mailbox(std::size_t capacity = unbounded) : mailbox(capacity, nullptr, false) {}
  mailbox(const mailbox&) = delete;
  mailbox& operator=(const mailbox&) = delete;

  std::size_t capacity() const { return capacity_; }

  // Waits while the mailbox is full. False: it is closed, and the message is gone.
  bool send(T message) {
    return checked_ ? checked_->send(std::move(message), by_type_) : plain_->send(std::move(message));
  }

  // The first message. Waits for one; nothing if the mailbox is closed and empty.
  std::optional<T> receive() { return take(messages::any_message(), messages::patience::for_ever(), "receive"); }
  // The same without waiting.
  std::optional<T> try_receive() { return take(messages::any_message(), messages::patience::none(), "try_receive"); }
  // The same, waiting at most so long.
  template <class Rep, class Period>
  std::optional<T> receive_for(const std::chrono::duration<Rep, Period>& duration) {
    return take(messages::any_message(), messages::patience::lasting(duration), "receive_for");
  }

  // The same three for the first message that the predicate is true for; the others stay. The predicate is a pure
  // function of the message: it changes nothing, and looks at nothing that may change.
  template <class Predicate>
  std::optional<T> receive_if(const Predicate& wanted) {
    return take(wanted, messages::patience::for_ever(), "receive_if");
  }
  template <class Predicate>
  std::optional<T> try_receive_if(const Predicate& wanted) {
    return take(wanted, messages::patience::none(), "try_receive_if");
  }
  template <class Rep, class Period, class Predicate>
  std::optional<T> receive_for_if(const std::chrono::duration<Rep, Period>& duration, const Predicate& wanted) {
    return take(wanted, messages::patience::lasting(duration), "receive_for_if");
  }

  // No more messages: a send to it fails, a receive that finds none does not wait.
  void close() { checked_ ? checked_->close() : plain_->close(); }
  bool is_closed() { return checked_ ? checked_->is_closed() : plain_->is_closed(); }

 private:
  template <class...>
  friend class actor;

  // Only received from by type.
  mailbox(std::size_t capacity, messages::by_type) : mailbox(capacity, nullptr, true) {}
  mailbox(std::size_t capacity, std::nullptr_t, bool by_type) : capacity_(capacity), by_type_(by_type) {
    if (capacity == 0) throw std::invalid_argument("a mazurka::mailbox needs a capacity of at least 1");
    if (messages::is_checked())
      checked_.emplace(capacity);
    else
      plain_.emplace(capacity);
  }

  template <class Wanted>
  std::optional<T> take(const Wanted& wanted, const messages::patience& how_long, const char* name) {
    return checked_ ? checked_->receive(wanted, how_long, name) : plain_->receive(wanted, how_long);
  }

  std::optional<messages::checked_mailbox<T>> checked_;  // first: its address is what reports know
  const std::size_t capacity_;
  const bool by_type_;
  std::optional<messages::plain_mailbox<T>> plain_;
};

}  // namespace mazurka

#include "actor.hpp"

#endif
