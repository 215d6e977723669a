// Containers whose memory is counted, so that an algorithm can tell how much it holds.
//
// One explorer runs in a process at a time, in one OS thread; the counters are plain variables, since thread-local ones
// would belong to the checked program in the runtime. Growth leaves new elements of trivial types uninitialised.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>
#include <vector>

namespace mazurka {

class MemoryMeter {
 public:
  static void add(size_t bytes) {
    current_ += bytes;
    if (current_ > peak_) peak_ = current_;
  }
  static void remove(size_t bytes) { current_ -= bytes; }

  // From now on, peak() is the most that was held at a time, over what is held now.
  static void start() { peak_ = start_ = current_; }
  static uint64_t peak() { return peak_ - start_; }
  static uint64_t now() { return current_ > start_ ? current_ - start_ : 0; }

 private:
  static inline uint64_t current_ = 0;
  static inline uint64_t peak_ = 0;
  static inline uint64_t start_ = 0;
};

template <class T>
struct MeteredAllocator {
  using value_type = T;

  MeteredAllocator() = default;
  template <class U>
  MeteredAllocator(const MeteredAllocator<U>&) {}

  T* allocate(size_t n) {
    T* memory = static_cast<T*>(::operator new(n * sizeof(T)));
    MemoryMeter::add(n * sizeof(T));
    return memory;
  }
  void deallocate(T* memory, size_t n) {
    MemoryMeter::remove(n * sizeof(T));
    ::operator delete(memory);
  }
  template <class U>
  void construct(U* place) {
    ::new (static_cast<void*>(place)) U;
  }
  template <class U, class... Args>
  void construct(U* place, Args&&... args) {
    ::new (static_cast<void*>(place)) U(std::forward<Args>(args)...);
  }
  friend bool operator==(const MeteredAllocator&, const MeteredAllocator&) { return true; }
};

template <class T>
using Vec = std::vector<T, MeteredAllocator<T>>;

}  // namespace mazurka
