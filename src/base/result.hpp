// Result<T, E>: what a function gives that may fail for a reason that is not our own mistake.
#pragma once

#include <utility>
#include <variant>

#include "base/check.hpp"

namespace mazurka {

// Either a T or an E; the two types must differ. Both convert to it, so that `return value;` and `return error;` work.
template <class T, class E>
class [[nodiscard]] Result {
 public:
  Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}
  Result(E error) : content_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return content_.index() == 0; }
  explicit operator bool() const { return ok(); }

  T& value() {
    CHECK(ok(), "value() of a Result that holds an error");
    return *std::get_if<0>(&content_);
  }
  const T& value() const { return const_cast<Result*>(this)->value(); }
  E& error() {
    CHECK(!ok(), "error() of a Result that holds a value");
    return *std::get_if<1>(&content_);
  }
  const E& error() const { return const_cast<Result*>(this)->error(); }

  T& operator*() { return value(); }
  const T& operator*() const { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

 private:
  std::variant<T, E> content_;
};

}  // namespace mazurka
