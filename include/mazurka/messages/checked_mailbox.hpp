// A mailbox in a checked program: each function is one operation of the runtime's. Part of mailbox.hpp.
#ifndef MAZURKA_MESSAGES_CHECKED_MAILBOX_HPP
#define MAZURKA_MESSAGES_CHECKED_MAILBOX_HPP

#include <cstddef>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include "checked.h"
#include "contents.hpp"
#include "patience.hpp"
#include "text.hpp"

namespace mazurka {
namespace messages {

inline bool is_checked() {
  return mazurka_mailbox_is_checked && mazurka_mailbox_is_checked() != 0;
}

template <class T>
struct index_of_type {
  static unsigned long long of(const T&) { return 0; }
};
template <class... Alternatives>
struct index_of_type<std::variant<Alternatives...>> {
  static unsigned long long of(const std::variant<Alternatives...>& message) { return message.index(); }
};

// The messages lie on the heap. It begins with the structure that the runtime knows it by.
template <class T>
class checked_mailbox {
 public:
  // Types are told apart by its address.
  static inline char type = 0;

  explicit checked_mailbox(std::size_t capacity) : self_{nullptr, capacity} { mazurka_mailbox_make(&self_); }
  checked_mailbox(const checked_mailbox&) = delete;
  checked_mailbox& operator=(const checked_mailbox&) = delete;
  ~checked_mailbox() {
    mazurka_mailbox_destroy(&self_);
    while (void* left = mazurka_mailbox_rest(&self_)) delete static_cast<T*>(left);
  }

  // `by_types`: receives look at nothing but types.
  bool send(T&& message, bool by_types) {
    auto sent = std::make_unique<T>(std::move(message));
    text said;
    if (mazurka_mailbox_tells() != 0) tell(said, *sent);
    mazurka_letter letter = {sent.get(), &type, nullptr, 0, 0, said.c_str()};
    char bytes[kMostContents];
    if (by_types)
      letter.tag = index_of_type<T>::of(*sent);
    else if constexpr (contents<T>::exist) {
      letter.bytes = contents<T>::write(*sent, bytes, sizeof bytes);
      if (letter.bytes <= sizeof bytes) letter.contents = bytes;
    }
    bool was_sent = mazurka_mailbox_send(&self_, &letter) != 0;
    if (was_sent) sent.release();
    return was_sent;
  }

  template <class Wanted>
  std::optional<T> receive(const Wanted& wanted, const patience& how_long, const char* name) {
    mazurka_wish wish = {};
    wish.name = name;
    wish.patience = how_long.is_endless() ? MAZURKA_WAITS
                    : how_long.is_timed() ? MAZURKA_WAITS_SOME_TIME
                                          : MAZURKA_DOES_NOT_WAIT;
    wish.nanoseconds = how_long.duration().count();
    wish.type = &type;
    look_for(wanted, wish);
    std::unique_ptr<T> taken(static_cast<T*>(mazurka_mailbox_receive(&self_, &wish)));
    if (taken == nullptr) return std::nullopt;
    if (!wanted(std::as_const(*taken)))
      mazurka_mailbox_blame("a predicate of receive_if that gives different answers for equal messages");
    return std::optional<T>(std::move(*taken));
  }

  void close() { mazurka_mailbox_close(&self_); }
  bool is_closed() { return mazurka_mailbox_is_closed(&self_) != 0; }

 private:
  static constexpr std::size_t kMostContents = 1024;

  template <class Wanted>
  static void look_for(const Wanted& wanted, mazurka_wish& wish) {
    if constexpr (std::is_same_v<Wanted, any_message>) {
      wish.tags = ~0ULL;
    } else if constexpr (std::is_base_of_v<by_type, Wanted>) {
      for (std::size_t k = 0; k < Wanted::count; k++) wish.tags |= Wanted::accepts(k) ? 1ULL << k : 0;
    } else if constexpr (contents<T>::exist) {
      wish.predicate = &wanted;
      wish.evaluate = [](const void* predicate, const void* from, std::size_t bytes) noexcept -> int {
        return contents<T>::read(static_cast<const char*>(from), bytes, [predicate](const T& message) {
          mazurka_mailbox_begin_pure();
          bool accepts = (*static_cast<const Wanted*>(predicate))(message);
          mazurka_mailbox_end_pure();
          return accepts ? 1 : 0;
        });
      };
    } else {
      mazurka_refuse(
          "receive_if of messages that have pointers or the like in them (a std::variant can be received by type)");
    }
  }

  mazurka_mailbox self_;
};

}  // namespace messages
}  // namespace mazurka

#endif
