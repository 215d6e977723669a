// What a message says, for reports. Part of mailbox.hpp.
//
// A program can tell it for a type of its own with a function beside that type:
//
//   void describe(mazurka::text& out, const job& j) { out << "job " << j.number; }
#ifndef MAZURKA_MESSAGES_TEXT_HPP
#define MAZURKA_MESSAGES_TEXT_HPP

#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace mazurka {

// A short text; what is longer is cut off. It allocates nothing: reports must not change what a program does.
class text {
 public:
  text& operator<<(std::string_view part) {
    for (char c : part)
      if (used_ + 1 < sizeof bytes_) bytes_[used_++] = c;
    return *this;
  }
  text& operator<<(const char* part) { return *this << std::string_view(part); }
  text& operator<<(char c) { return *this << std::string_view(&c, 1); }
  text& operator<<(bool b) { return *this << (b ? "true" : "false"); }
  template <class Integer, class = std::enable_if_t<std::is_integral_v<Integer>>>
  text& operator<<(Integer number) {
    char digits[24];
    std::size_t count = 0;
    unsigned long long rest = static_cast<unsigned long long>(number);
    if (number < 0) {
      *this << '-';
      rest = 0 - rest;
    }
    for (; rest > 0 || count == 0; rest /= 10) digits[count++] = static_cast<char>('0' + rest % 10);
    while (count > 0) *this << digits[--count];
    return *this;
  }
  const char* c_str() const { return bytes_; }

 private:
  char bytes_[48] = {};
  std::size_t used_ = 0;
};

namespace messages {

template <class T>
constexpr std::string_view name_of_type() {
  std::string_view name = __PRETTY_FUNCTION__;
  std::size_t begin = name.find("T = ") + 4, end = name.find_first_of(";]", begin);
  name = name.substr(begin, end - begin);
  constexpr std::string_view kNowhere = "(anonymous namespace)::", kUnnamed = "{anonymous}::";
  for (std::string_view prefix : {kNowhere, kUnnamed})
    if (name.substr(0, prefix.size()) == prefix) name.remove_prefix(prefix.size());
  return name;
}

template <class T, class = void>
struct has_description : std::false_type {};
template <class T>
struct has_description<T, std::void_t<decltype(describe(std::declval<text&>(), std::declval<const T&>()))>>
    : std::true_type {};

template <class T>
void tell(text& out, const T& message);
template <class... Alternatives>
void tell(text& out, const std::variant<Alternatives...>& message) {
  std::visit([&out](const auto& each) { tell(out, each); }, message);
}
template <class T>
void tell(text& out, const T& message) {
  if constexpr (has_description<T>::value)
    describe(out, message);
  else if constexpr (std::is_integral_v<T>)
    out << message;
  else if constexpr (std::is_enum_v<T>)
    out << static_cast<std::underlying_type_t<T>>(message);
  else if constexpr (std::is_convertible_v<const T&, std::string_view>)
    out << '"' << std::string_view(message) << '"';
  else
    out << name_of_type<T>();
}

}  // namespace messages
}  // namespace mazurka

#endif
