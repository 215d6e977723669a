// Symbolic inputs for C++, with any compiler: a number that knows what it is made of. From C++14 on.
//
//   mazurka::symbolic_value<int> n("n");    // an input with all its values
//   if (n * 7 > 100) ...                    // both ways are explored, each with an n that leads there
//
// A symbolic_value<T> is used like a T; n.fixed() is its value as a T, and each of them is a way of its own. What is
// smaller than an int is not promoted: it stays what it is. Programs that `mazurka check --symbolic` compiles with
// clang need none of this: plain numbers are followed there.
#ifndef MAZURKA_SYMBOLIC_HPP
#define MAZURKA_SYMBOLIC_HPP

#include <cstdint>
#include <type_traits>

#include "follow.h"
#include "mazurka.h"

namespace mazurka {

// A T that stands for all its values, where plain numbers are followed.
template <class T>
T symbolic(const char* name) {
  T value{};
  mazurka_symbolic(&value, sizeof value, name);
  return value;
}

// A bool has two values, and its byte no others.
template <>
inline bool symbolic<bool>(const char* name) {
  return (symbolic<unsigned char>(name) & 1) != 0;
}

#define MAZURKA_INLINE inline __attribute__((always_inline))

template <class T>
class symbolic_value {
  static_assert(std::is_integral<T>::value, "a symbolic value is an integer or a bool");
  static constexpr bool kIsBool = std::is_same<T, bool>::value;

 public:
  static constexpr unsigned kWidth = kIsBool ? 1 : sizeof(T) * 8;

  constexpr symbolic_value() = default;
  constexpr symbolic_value(T value) : value_(value) {}
  constexpr symbolic_value(T value, mazurka_expression expression) : value_(value), expression_(expression) {}
  // A new input. Unchecked: 0.
  MAZURKA_INLINE explicit symbolic_value(const char* name) {
    std::uint64_t value = 0;
    if (mazurka_follow_input) expression_ = mazurka_follow_input(kWidth, std::is_signed<T>::value, name, &value);
    value_ = static_cast<T>(value);
  }
  // By hand, so that it does not fit into a std::atomic: that would compare expressions, not values.
  constexpr symbolic_value(const symbolic_value& other) : value_(other.value_), expression_(other.expression_) {}
  symbolic_value& operator=(const symbolic_value& other) {
    value_ = other.value_;
    expression_ = other.expression_;
    return *this;
  }

  // Which value this execution has is known from here on.
  MAZURKA_INLINE T fixed() const {
    if (expression_ != 0) mazurka_follow_fix(expression_);
    return value_;
  }
  // A branch.
  MAZURKA_INLINE explicit operator bool() const {
    const auto condition = *this != symbolic_value(T(0));
    if (condition.expression_ != 0) mazurka_follow_branch(condition.expression_, condition.value_);
    return condition.value_;
  }
  template <class U>
  MAZURKA_INLINE symbolic_value<U> to() const {
    static_assert(!std::is_same<U, bool>::value, "compare it with 0 instead");
    const U value = static_cast<U>(value_);
    if (expression_ == 0) return {value, 0};
    return {value, mazurka_follow_convert(std::is_signed<T>::value, symbolic_value<U>::kWidth, expression_)};
  }

#define MAZURKA_BITWISE(sign, op)                                                          \
  friend MAZURKA_INLINE symbolic_value operator sign(symbolic_value a, symbolic_value b) { \
    return {static_cast<T>(a.value_ sign b.value_), combine(op, a, b)};                    \
  }                                                                                        \
  MAZURKA_INLINE symbolic_value& operator sign##=(symbolic_value b) {                      \
    return *this = *this sign b;                                                           \
  }
#define MAZURKA_ARITHMETIC(sign, for_signed, for_unsigned)                                               \
  friend MAZURKA_INLINE symbolic_value operator sign(symbolic_value a, symbolic_value b) {               \
    static_assert(!kIsBool, "this is no arithmetic on bool");                                            \
    const mazurka_expression made = combine(std::is_signed<T>::value ? for_signed : for_unsigned, a, b); \
    return {static_cast<T>(a.value_ sign b.value_), made};                                               \
  }                                                                                                      \
  MAZURKA_INLINE symbolic_value& operator sign##=(symbolic_value b) {                                    \
    return *this = *this sign b;                                                                         \
  }
#define MAZURKA_SHIFT(sign, for_signed, for_unsigned)                                                                \
  friend MAZURKA_INLINE symbolic_value operator sign(symbolic_value a, symbolic_value b) {                           \
    static_assert(!kIsBool, "this is no arithmetic on bool");                                                        \
    using Wide = decltype(T() sign T());                                                                             \
    return wide_result<Wide>(a.value_ sign b.value_, std::is_signed<Wide>::value ? for_signed : for_unsigned, a, b); \
  }                                                                                                                  \
  MAZURKA_INLINE symbolic_value& operator sign##=(symbolic_value b) {                                                \
    return *this = *this sign b;                                                                                     \
  }
  MAZURKA_ARITHMETIC(+, MAZURKA_ADD, MAZURKA_ADD)
  MAZURKA_ARITHMETIC(-, MAZURKA_SUB, MAZURKA_SUB)
  MAZURKA_ARITHMETIC(*, MAZURKA_MUL, MAZURKA_MUL)
  MAZURKA_ARITHMETIC(/, MAZURKA_SDIV, MAZURKA_UDIV)
  MAZURKA_ARITHMETIC(%, MAZURKA_SREM, MAZURKA_UREM)
  MAZURKA_SHIFT(<<, MAZURKA_SHL, MAZURKA_SHL)
  MAZURKA_SHIFT(>>, MAZURKA_ASHR, MAZURKA_LSHR)
  MAZURKA_BITWISE(&, MAZURKA_AND)
  MAZURKA_BITWISE(|, MAZURKA_OR)
  MAZURKA_BITWISE(^, MAZURKA_XOR)
#undef MAZURKA_ARITHMETIC
#undef MAZURKA_SHIFT
#undef MAZURKA_BITWISE
  MAZURKA_INLINE symbolic_value operator-() const {
    return symbolic_value(T(0)) - *this;
  }
  MAZURKA_INLINE symbolic_value operator~() const {
    return symbolic_value(static_cast<T>(-1)) ^ *this;
  }
  MAZURKA_INLINE symbolic_value& operator++() {
    return *this += symbolic_value(T(1));
  }
  MAZURKA_INLINE symbolic_value& operator--() {
    return *this -= symbolic_value(T(1));
  }
  MAZURKA_INLINE symbolic_value operator++(int) {
    const symbolic_value before = *this;
    ++*this;
    return before;
  }
  MAZURKA_INLINE symbolic_value operator--(int) {
    const symbolic_value before = *this;
    --*this;
    return before;
  }

  friend MAZURKA_INLINE symbolic_value<bool> operator==(symbolic_value a, symbolic_value b) {
    return {a.value_ == b.value_, combine(MAZURKA_EQ, a, b)};
  }
  friend MAZURKA_INLINE symbolic_value<bool> operator!=(symbolic_value a, symbolic_value b) {
    const mazurka_expression equal = combine(MAZURKA_EQ, a, b);
    const bool now = a.value_ == b.value_;
    return {!now, equal == 0 ? 0 : mazurka_follow_binary(MAZURKA_XOR, 1, equal, 0, now, 1)};
  }
  friend MAZURKA_INLINE symbolic_value<bool> operator<(symbolic_value a, symbolic_value b) {
    return {a.value_ < b.value_, combine(std::is_signed<T>::value ? MAZURKA_SLT : MAZURKA_ULT, a, b)};
  }
  friend MAZURKA_INLINE symbolic_value<bool> operator<=(symbolic_value a, symbolic_value b) {
    return {a.value_ <= b.value_, combine(std::is_signed<T>::value ? MAZURKA_SLE : MAZURKA_ULE, a, b)};
  }
  friend MAZURKA_INLINE symbolic_value<bool> operator>(symbolic_value a, symbolic_value b) {
    return b < a;
  }
  friend MAZURKA_INLINE symbolic_value<bool> operator>=(symbolic_value a, symbolic_value b) {
    return b <= a;
  }

 private:
  template <class U>
  friend class symbolic_value;

  static MAZURKA_INLINE mazurka_expression combine(unsigned op, const symbolic_value& a, const symbolic_value& b) {
    if (a.expression_ == 0 && b.expression_ == 0) return 0;
    return mazurka_follow_binary(op, kWidth, a.expression_, b.expression_, word(a.value_), word(b.value_));
  }
  // As in C, what is smaller than an int is shifted as an int.
  template <class Wide>
  static MAZURKA_INLINE symbolic_value wide_result(Wide value, unsigned op, const symbolic_value& a,
                                                   const symbolic_value& b) {
    const mazurka_expression made = symbolic_value<Wide>::combine(op, a.template to<Wide>(), b.template to<Wide>());
    return symbolic_value<Wide>(value, made).template to<T>();
  }
  static constexpr std::uint64_t word(T value) {
    return kIsBool ? value : static_cast<std::uint64_t>(value) & (~std::uint64_t{0} >> (64 - kWidth));
  }

  T value_{};
  mazurka_expression expression_ = 0;
};

#undef MAZURKA_INLINE

}  // namespace mazurka

#endif
