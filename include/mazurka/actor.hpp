// Actors: a thread with a mailbox. From C++17 on; <mazurka/mailbox.hpp> includes this.
//
//   using counter = mazurka::actor<add, get, stop>;            // the types of messages that it understands
//   counter c = counter::spawn([](counter::self& me) {
//     int sum = 0;
//     bool goes_on = true;
//     while (goes_on)
//       me.receive([&](add m) { sum += m.amount; },
//                  [&](get m) { m.to.send(sum); },
//                  [&](stop) { goes_on = false; });
//   });
//   c.send(add{1});
//
// A receive takes the first message that one of its overloads can be called with, and leaves the others where they are.
// When an actor ends, its mailbox is closed: who sends to it is told. Whoever has linked itself to it gets a
// mazurka::down.
#ifndef MAZURKA_ACTOR_HPP
#define MAZURKA_ACTOR_HPP

#include <chrono>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "mailbox.hpp"

namespace mazurka {

// Which actor; to be compared, nothing else.
using actor_id = const void*;

// An actor that the receiver is linked to has ended: its function returned, or (failed) threw a std::exception. (The
// exception of an actor that was not started by spawn_linked ends the program, as that of any thread.)
struct down {
  actor_id who = nullptr;
  bool failed = false;
  friend bool operator==(const down& a, const down& b) { return a.who == b.who && a.failed == b.failed; }
};

namespace messages {

template <class... Functions>
struct overloads : Functions... {
  using Functions::operator()...;
};
template <class... Functions>
overloads(Functions...) -> overloads<Functions...>;

// The predicate "one of the overloads can be called with it": known by the type of the message alone.
template <class Overloads, class Message>
struct accepted_by;
template <class Overloads, class... Messages>
struct accepted_by<Overloads, std::variant<Messages...>> : by_type {
  static constexpr std::size_t count = sizeof...(Messages);
  static constexpr bool kAccepts[] = {std::is_invocable_v<Overloads&, Messages>...};
  static constexpr bool accepts_something = (std::is_invocable_v<Overloads&, Messages> || ...);
  bool operator()(const std::variant<Messages...>& message) const { return kAccepts[message.index()]; }
  static constexpr bool accepts(std::size_t index) { return kAccepts[index]; }
};

// The end of an actor, as seen by whoever is linked to it.
class ending {
 public:
  // `tell` is called when it ends, or now if it has ended.
  void add(std::function<void(down)> tell) {
    std::unique_lock<std::mutex> lock(mutex_);
    if (!over_) {
      links_.push_back(std::move(tell));
      return;
    }
    down told{this, failed_};
    lock.unlock();
    tell(told);
  }

 protected:
  ~ending() = default;
  // Before its thread starts.
  bool is_linked() const { return !links_.empty(); }
  void end(bool failed) {
    std::vector<std::function<void(down)>> links;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      over_ = true;
      failed_ = failed;
      links.swap(links_);
    }
    for (auto& tell : links) tell(down{this, failed});
  }

 private:
  std::mutex mutex_;
  std::vector<std::function<void(down)>> links_;
  bool over_ = false;
  bool failed_ = false;
};

// Of an actor or of an address.
template <class Someone>
auto where(const Someone& someone) -> decltype(someone.where()) {
  return someone.where();
}
template <class Address>
auto where(const Address& address) -> decltype(address.end_of_it(), Address()) {
  return address;
}

// The end of the one is a message to the other.
template <class Watched, class Watcher>
void link(const Watched& watched, const Watcher& watcher) {
  watched.end_of_it()->add([watcher](down told) { watcher.send(told); });
}

}  // namespace messages

// Owns the thread, and waits for its end when it is destroyed. Moved, not copied.
template <class... Messages>
class actor {
 public:
  static_assert(sizeof...(Messages) <= 60, "an actor has at most 60 types of messages");
  using message = std::variant<Messages...>;
  class self;

 private:
  struct state final : messages::ending {
    explicit state(std::size_t capacity) : box(capacity, messages::by_type()) {}
    template <class Body, class... Arguments>
    void run(bool is_linked, Body& body, Arguments&... arguments) {
      self me(this);
      bool failed = false;
      if (is_linked) {
        try {
          body(me, arguments...);
        } catch (const std::exception&) {
          failed = true;
        }
      } else {
        body(me, arguments...);
      }
      box.close();
      end(failed);
    }
    using messages::ending::is_linked;
    mailbox<message> box;
    std::thread thread;
  };

 public:
  // Where to send messages; a copy of it means the same actor. It must not be used after the actor was destroyed (after
  // it has ended, it may).
  class address {
   public:
    address() = default;
    // False: the actor has ended. Waits while its mailbox is full.
    template <class Message>
    bool send(Message&& m) const {
      return state_->box.send(message(std::forward<Message>(m)));
    }
    actor_id id() const { return end_of_it(); }
    explicit operator bool() const { return state_ != nullptr; }
    friend bool operator==(address a, address b) { return a.state_ == b.state_; }
    friend bool operator!=(address a, address b) { return a.state_ != b.state_; }

    messages::ending* end_of_it() const { return state_; }

   private:
    friend class actor;
    explicit address(state* s) : state_(s) {}
    state* state_ = nullptr;
  };

  // What the actor's own function is given.
  class self {
   public:
    self(const self&) = delete;
    self& operator=(const self&) = delete;

    address me() const { return address(state_); }
    actor_id id() const { return me().id(); }

    // Waits for a message that one of the functions can be called with, and calls it.
    template <class... Functions>
    void receive(Functions&&... functions) {
      wait_for("receive", messages::patience::for_ever(), std::forward<Functions>(functions)...);
    }
    // The same, but not for longer. False: there was none.
    template <class Rep, class Period, class... Functions>
    bool receive_for(const std::chrono::duration<Rep, Period>& duration, Functions&&... functions) {
      return wait_for("receive_for", messages::patience::lasting(duration), std::forward<Functions>(functions)...);
    }
    // The same, without waiting.
    template <class... Functions>
    bool try_receive(Functions&&... functions) {
      return wait_for("try_receive", messages::patience::none(), std::forward<Functions>(functions)...);
    }

    // From now on the end of the other one is a message `down` to this one; at once, if it has ended.
    template <class Other>
    void link(const Other& other) {
      static_assert((std::is_same_v<down, Messages> || ...),
                    "an actor with links has mazurka::down among its messages");
      messages::link(messages::where(other), me());
    }

   private:
    friend class actor;
    friend struct state;
    explicit self(state* s) : state_(s) {}

    template <class... Functions>
    bool wait_for(const char* name, const messages::patience& how_long, Functions&&... functions) {
      messages::overloads all{std::forward<Functions>(functions)...};
      messages::accepted_by<decltype(all), message> wanted;
      static_assert(wanted.accepts_something, "none of these functions can be called with a message of this actor");
      std::optional<message> taken = state_->box.take(wanted, how_long, name);
      if (!taken) return false;
      std::visit(
          [&all](auto& m) {
            if constexpr (std::is_invocable_v<decltype(all)&, decltype(std::move(m))>) all(std::move(m));
          },
          *taken);
      return true;
    }

    state* state_;
  };

  actor() = default;
  actor(actor&&) = default;
  actor& operator=(actor&& other) {
    join();
    state_ = std::move(other.state_);
    return *this;
  }
  ~actor() { join(); }

  // Starts one. The function is called as body(self, arguments...).
  template <class Body, class... Arguments>
  static actor spawn(Body&& body, Arguments&&... arguments) {
    return spawn_with(mailbox<message>::unbounded, std::forward<Body>(body), std::forward<Arguments>(arguments)...);
  }
  // The same with room for so many messages only.
  template <class Body, class... Arguments>
  static actor spawn_with(std::size_t capacity, Body&& body, Arguments&&... arguments) {
    actor made(capacity);
    made.start(std::forward<Body>(body), std::forward<Arguments>(arguments)...);
    return made;
  }
  // The same, and the end of it is a message to `watcher`.
  template <class Watcher, class Body, class... Arguments>
  static actor spawn_linked(const Watcher& watcher, Body&& body, Arguments&&... arguments) {
    actor made(mailbox<message>::unbounded);
    messages::link(made.where(), messages::where(watcher));
    made.start(std::forward<Body>(body), std::forward<Arguments>(arguments)...);
    return made;
  }

  // False: it has ended.
  template <class Message>
  bool send(Message&& m) const {
    return where().send(std::forward<Message>(m));
  }
  address where() const { return address(state_.get()); }
  actor_id id() const { return where().id(); }
  explicit operator bool() const { return state_ != nullptr; }

  // Waits for its end.
  void join() {
    if (state_ != nullptr && state_->thread.joinable()) state_->thread.join();
  }

 private:
  explicit actor(std::size_t capacity) : state_(std::make_unique<state>(capacity)) {}

  template <class Body, class... Arguments>
  void start(Body&& body, Arguments&&... arguments) {
    auto run = [](state* s, bool is_linked, auto own_body, auto... own_arguments) {
      s->run(is_linked, own_body, own_arguments...);
    };
    state_->thread = std::thread(run, state_.get(), state_->is_linked(), std::forward<Body>(body),
                                 std::forward<Arguments>(arguments)...);
  }

  std::unique_ptr<state> state_;
};

}  // namespace mazurka

#endif
