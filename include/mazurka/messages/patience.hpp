// How long a receive waits, and for which messages. Part of mailbox.hpp.
#ifndef MAZURKA_MESSAGES_PATIENCE_HPP
#define MAZURKA_MESSAGES_PATIENCE_HPP

#include <chrono>

namespace mazurka {
namespace messages {

// In the place of a predicate: every message will do.
struct any_message {
  template <class T>
  constexpr bool operator()(const T&) const {
    return true;
  }
};

// Predicates that look at nothing but the type of a message, an alternative of a std::variant, have this base, `count`
// (of alternatives) and accepts(index).
struct by_type {};

class patience {
 public:
  static patience for_ever() { return patience(kind::endless); }
  static patience none() { return patience(kind::none); }
  template <class Rep, class Period>
  static patience lasting(const std::chrono::duration<Rep, Period>& duration) {
    patience made(kind::timed);
    using nanoseconds = std::chrono::nanoseconds;
    // (A clock could not add hours::max().)
    constexpr std::chrono::hours kLongest(24 * 365 * 100);
    made.duration_ = duration < kLongest ? std::chrono::ceil<nanoseconds>(duration) : nanoseconds(kLongest);
    return made;
  }

  bool is_endless() const { return kind_ == kind::endless; }
  bool is_timed() const { return kind_ == kind::timed; }
  std::chrono::nanoseconds duration() const { return duration_; }

 private:
  enum class kind : unsigned char { endless, none, timed };
  explicit patience(kind k) : kind_(k) {}

  kind kind_;
  std::chrono::nanoseconds duration_{0};
};

}  // namespace messages
}  // namespace mazurka

#endif
