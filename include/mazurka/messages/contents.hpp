// The contents of a message as bytes that are equal for equal messages, and back. Part of mailbox.hpp.
//
// A checked program needs this for receive_if: what a predicate thinks of a message must be known long after the
// message is gone. It is there for types without pointers to more (trivially copyable ones), for strings, and for
// variants of all these.
#ifndef MAZURKA_MESSAGES_CONTENTS_HPP
#define MAZURKA_MESSAGES_CONTENTS_HPP

#include <cstddef>
#include <cstring>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

namespace mazurka {
namespace messages {

#if defined(__has_builtin)
#if __has_builtin(__builtin_clear_padding)
#define MAZURKA_CLEARS_PADDING 1
#endif
#endif

// write() gives the number of bytes, or more than `room` if there is too little of it; then nothing else is said.
template <class T, class = void>
struct contents {
  static constexpr bool exist = false;
};

template <class T>
inline constexpr bool is_variant = false;
template <class... Alternatives>
inline constexpr bool is_variant<std::variant<Alternatives...>> = true;

#ifdef MAZURKA_CLEARS_PADDING
template <class T>
inline constexpr bool has_plain_contents = std::is_trivially_copyable_v<T> && !std::is_pointer_v<T> && !is_variant<T>;
#else
template <class T>
inline constexpr bool has_plain_contents = std::is_trivially_copyable_v<T> && !std::is_pointer_v<T> && !is_variant<T> &&
                                           (std::has_unique_object_representations_v<T> || std::is_floating_point_v<T>);
#endif

template <class T>
struct contents<T, std::enable_if_t<has_plain_contents<T>>> {
  static constexpr bool exist = true;
  static std::size_t write(const T& message, char* to, std::size_t room) {
    if (std::is_empty_v<T>) return 0;
    if (room < sizeof(T)) return room + 1;
    alignas(T) char copy[sizeof(T)];
    std::memcpy(copy, static_cast<const void*>(&message), sizeof(T));
#ifdef MAZURKA_CLEARS_PADDING
    __builtin_clear_padding(reinterpret_cast<T*>(copy));
#endif
    std::memcpy(to, copy, sizeof(T));
    return sizeof(T);
  }
  template <class Use>
  static auto read(const char* from, std::size_t, const Use& use) {
    alignas(T) char copy[sizeof(T)] = {};
    if (!std::is_empty_v<T>) std::memcpy(copy, from, sizeof(T));
    return use(*reinterpret_cast<const T*>(copy));
  }
};

template <>
struct contents<std::string> {
  static constexpr bool exist = true;
  static std::size_t write(const std::string& message, char* to, std::size_t room) {
    if (message.size() <= room) std::memcpy(to, message.data(), message.size());
    return message.size();
  }
  template <class Use>
  static auto read(const char* from, std::size_t bytes, const Use& use) {
    return use(std::string(from, bytes));
  }
};

template <class... Alternatives>
struct contents<std::variant<Alternatives...>, std::enable_if_t<(contents<Alternatives>::exist && ...)>> {
  using message = std::variant<Alternatives...>;
  static constexpr bool exist = true;
  static std::size_t write(const message& m, char* to, std::size_t room) {
    if (room == 0) return 1;
    to[0] = static_cast<char>(m.index());
    return 1 +
           std::visit(
               [&](const auto& each) { return contents<std::decay_t<decltype(each)>>::write(each, to + 1, room - 1); },
               m);
  }
  template <class Use, std::size_t Index = 0>
  static auto read(const char* from, std::size_t bytes, const Use& use) {
    using alternative = std::variant_alternative_t<Index, message>;
    if constexpr (Index + 1 < sizeof...(Alternatives))
      if (static_cast<unsigned char>(from[0]) != Index) return read<Use, Index + 1>(from, bytes, use);
    return contents<alternative>::read(from + 1, bytes - 1, [&use](const alternative& each) {
      return use(message(std::in_place_index<Index>, each));
    });
  }
};

}  // namespace messages
}  // namespace mazurka

#endif
