// Numbers and lists as bytes, for what is kept in a store. Both sides are built from the same sources: a run is gone on
// with by the version that began it only.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace mazurka::runs {

class ByteWriter {
 public:
  template <class T>
  void plain(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  template <class T>
  void list(const std::vector<T>& values) {
    plain(static_cast<uint64_t>(values.size()));
    for (const T& value : values) plain(value);
  }
  void text(std::string_view value) {
    plain(static_cast<uint64_t>(value.size()));
    bytes_ += value;
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

// What is not there is read as zero or as nothing, and ok() says so.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

  template <class T>
  T plain() {
    static_assert(std::is_trivially_copyable_v<T>);
    T value{};
    if (bytes_.size() < sizeof value) {
      ok_ = false;
      return value;
    }
    std::memcpy(static_cast<void*>(&value), bytes_.data(), sizeof value);
    bytes_.remove_prefix(sizeof value);
    return value;
  }
  template <class T>
  std::vector<T> list() {
    std::vector<T> values;
    const auto count = plain<uint64_t>();
    if (count > bytes_.size() / sizeof(T)) ok_ = false;
    for (uint64_t k = 0; ok_ && k < count; k++) values.push_back(plain<T>());
    return values;
  }
  std::string text() {
    const auto size = plain<uint64_t>();
    if (size > bytes_.size()) ok_ = false;
    if (!ok_) return {};
    std::string value(bytes_.substr(0, size));
    bytes_.remove_prefix(size);
    return value;
  }
  bool ok() const { return ok_; }
  bool is_at_end() const { return ok_ && bytes_.empty(); }

 private:
  std::string_view bytes_;
  bool ok_ = true;
};

}  // namespace mazurka::runs
