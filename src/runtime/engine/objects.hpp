// The objects of the exploration: places in the program's memory, or state of our own, that operations touch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/operation.hpp"
#include "runtime/engine/run.hpp"
#include "runtime/platform/own_variable.hpp"

namespace mazurka::runtime {

// Whoever models a kind of object defines one of these, which stands for the kind by its address.
struct ObjectKind {
  // The object's value now, which guards and choices look at.
  Value (*read)(uintptr_t address, uint32_t bytes);
  bool is_memory = false;    // of atomic operations: its contents are its value
  bool is_primitive = true;  // a mutex or the like, which a program must not access in another way
  bool has_place = true;     // its address says something to the user
  // Where they differ from that, or null: the address that says something to the user (0: none does); a number that is
  // the same as long as nothing happens to the object; what is in it, for people.
  uintptr_t (*place)(uintptr_t address) = nullptr;
  Value (*sight)(uintptr_t address) = nullptr;
  void (*describe)(uintptr_t address, char* text, size_t bytes) = nullptr;
};

// A number for the contents of memory: the contents themselves up to 8 bytes, else a hash of them.
Value value_of(const volatile void* memory, size_t bytes);

// Readers for kinds whose value is a word at the address.
Value read_contents(uintptr_t address, uint32_t bytes);
Value read_int32(uintptr_t address, uint32_t bytes);
Value read_int64(uintptr_t address, uint32_t bytes);

// The checker reads what is at the address of such an object: if there is nothing, the program crashes, before that.
[[gnu::always_inline]] inline void touch_object(uintptr_t address, const ObjectKind& kind) {
  const bool is_word = kind.read == read_contents || kind.read == read_int32 || kind.read == read_int64;
  if (is_word) static_cast<void>(*reinterpret_cast<const volatile char*>(address));
}

inline constexpr ObjectKind kAtomicObject{.read = read_contents, .is_memory = true, .is_primitive = false};
inline constexpr ObjectKind kMutexObject{.read = read_int32};
inline constexpr ObjectKind kSemaphoreObject{.read = read_int32};

struct ObjectInfo {
  uintptr_t address = 0;
  const ObjectKind* kind = nullptr;
  uint64_t last_use = 0;         // a time of run.hpp
  uint32_t united_plus_one = 0;  // the object that this one is part of: the two are one
  uint8_t bytes = 0;
  bool overlaps = false;     // another atomic object shares bytes with it
  bool in_sections = false;  // used in atomic sections
  bool is_gone = false;      // its memory cannot be read, since it was last used
};

class ObjectTable {
 public:
  // The values are the Program's, which shows them to the algorithm.
  explicit ObjectTable(std::vector<Value>& values) : values_(values), table_(1024, 0) {}

  // User thread's side. The object at this address; `bytes` counts for memory. It may be a larger one that has these
  // bytes, if some accesses are larger.
  [[gnu::always_inline]] ObjectId find(uintptr_t address, const ObjectKind& kind, uint32_t bytes) {
    touch_object(address, kind);
    uint32_t entry = table_[hash_of(address, &kind) & (table_.size() - 1)];
    if (entry != 0) [[likely]] {
      ObjectInfo& found = objects_[entry - 1];
      if (found.address == address && found.kind == &kind && found.bytes == bytes && !found.overlaps &&
          !found.is_gone && found.united_plus_one == 0) [[likely]] {
        found.last_use = steps_done();
        return ObjectId(entry - 1);
      }
    }
    return find_slowly(address, kind, bytes);
  }
  // The same for an object whose first byte the compiler looks at by itself, with an atomic load: the two are one.
  ObjectId find_with_first_byte(uintptr_t address, const ObjectKind& kind, uint32_t bytes);

  const ObjectInfo& operator[](ObjectId o) const { return objects_[o.index()]; }
  Value read(ObjectId o) const {
    const ObjectInfo& object = objects_[o.index()];
    return object.is_gone ? 0 : object.kind->read(object.address, object.bytes);
  }
  // What a thread saw that looked at it.
  Value sight(ObjectId o) const {
    const ObjectInfo& object = objects_[o.index()];
    return object.kind->sight == nullptr ? read(o) : object.kind->sight(object.address);
  }
  // Shows the object's value to the algorithm.
  [[gnu::always_inline]] void refresh(ObjectId o) {
    const ObjectInfo& object = objects_[o.index()];
    if (object.is_gone) [[unlikely]]
      return;
    values_[o.index()] = object.kind == &kAtomicObject && object.bytes == 4
                             ? *reinterpret_cast<const volatile uint32_t*>(object.address)
                             : object.kind->read(object.address, object.bytes);
  }
  // It is in use in this execution.
  void note_use(ObjectId o) { objects_[o.index()].last_use = steps_done(); }
  // Can what is in use now be told from the operations of the execution?
  bool allows_waypoint() const { return new_blocks_.empty() && !has_parts_; }
  // Do some share bytes?
  bool has_parts() const { return has_parts_; }
  // The object that these bytes are part of, if accesses of different sizes share them; else null.
  const ObjectInfo* whole_around(uintptr_t address, uint32_t bytes) const;
  // Is an access of this size to a part of it only?
  bool is_part_of(ObjectId o, uint32_t bytes) const { return has_parts_ && objects_[o.index()].bytes != bytes; }
  // Which are.
  uint64_t digest() const;
  // A new execution: nothing is in use in it yet.
  void begin_execution();
  // A block of the heap is used again: what was in the old one is not in use any more.
  void note_new_block(uintptr_t begin, uintptr_t end) {
    if (new_blocks_.size() >= kManyBlocks) [[unlikely]]
      forget_older_blocks();
    new_blocks_.push_back({begin, end, steps_done()});
  }
  // Memory is unmapped, or made inaccessible.
  void note_gone(uintptr_t begin, uintptr_t end);
  // Atomic sections use it from now on. False: they did before.
  bool put_into_sections(ObjectId o);

  // Lets the range contain all atomic objects that share bytes with it.
  void cover_atomic_objects(uintptr_t& begin, uintptr_t& end) const;
  // Was one found on main's stack, in any execution?
  bool has_any_on_main_stack() const { return has_any_on_main_stack_; }
  // Of what this execution has used there, the addresses.
  template <class Function>
  void for_each_in(uintptr_t begin, uintptr_t end, Function function) const {
    for (const ObjectInfo& object : objects_)
      if (object.kind->has_place && object.address >= begin && object.address < end && is_in_use(object))
        function(object.address & ~uintptr_t{7});
  }
  // Is a mutex or the like there, which this execution has used?
  bool has_primitive_in(uintptr_t begin, uintptr_t end) const;

 private:
  static size_t hash_of(uintptr_t address, const ObjectKind* kind) {
    return static_cast<size_t>((address ^ reinterpret_cast<uintptr_t>(kind) << 40) * 0x9e3779b97f4a7c15ULL >> 20);
  }
  static constexpr size_t kManyBlocks = 1 << 16;
  struct NewBlock {
    uintptr_t begin, end;
    uint64_t time;
  };
  // In this execution, and since its memory became what it is now.
  bool is_in_use(const ObjectInfo& object) const;
  void forget_older_blocks();
  ObjectId find_slowly(uintptr_t address, const ObjectKind& kind, uint32_t bytes);
  ObjectId add(uintptr_t address, const ObjectKind& kind, uint32_t bytes, size_t slot);
  void enter(uintptr_t address, const ObjectKind& kind, uint32_t bytes, size_t slot);
  uint32_t enter_whole(uintptr_t address, uint32_t bytes);
  void grow_table();
  ObjectId whole_of(ObjectId o);
  bool overlaps_in_use(ObjectId o) const;
  ObjectId unite_around(ObjectId o);

  std::vector<Value>& values_;
  std::vector<ObjectInfo> objects_;
  std::vector<uint32_t> table_;       // open addressing by address and kind: object + 1
  std::vector<NewBlock> new_blocks_;  // of this execution, at the addresses of old ones
  uint64_t begin_time_ = 0;           // of this execution
  bool has_parts_ = false;            // some objects share bytes
  bool has_any_gone_ = false;         // in this execution
  bool has_any_on_main_stack_ = false;
};

// Two atomic objects of an execution share bytes and are not the same: can that be helped, by learning that they are
// one? Set by whoever knows of memory that is explored (races/shared_memory.cpp).
MAZURKA_OWN extern bool (*learn_mixed_sizes)(uintptr_t address, size_t bytes);
// A new object is on main's stack, and about to be used. Set by whoever knows if that is still there.
MAZURKA_OWN extern void (*note_new_on_main_stack)(uintptr_t address);

}  // namespace mazurka::runtime
