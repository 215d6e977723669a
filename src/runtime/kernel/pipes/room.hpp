// How much the kernel takes for a pipe or a socket until writers have to wait, or are told that it is full.
//
// A pipe has 16 pages. What is written fills up the last of them only if the part of it that is not whole pages fits
// there, else it begins a new one. A socket has an account of 212,992 bytes; each message is charged to it with what
// the kernel's allocator rounds its memory up to (768 bytes for a single one), until all of it was read. One that
// begins while the account is not used up may overdraw it. That is Linux on this processor, with its usual settings.
#pragma once

#include <cstddef>
#include <deque>

namespace mazurka::runtime {

class Room {
 public:
  enum class Kind : unsigned char { kPipe, kStream, kPackets };

  Room() = default;
  explicit Room(Kind kind) : kind_(kind) {}

  bool is_empty() const { return pieces_.empty(); }
  // 0 if it is empty.
  size_t used() const;
  // A write of these bytes can begin, or go on, while at most so much is used.
  size_t most_used(size_t bytes, bool begins) const;
  // Puts as much of it there as goes in at once, and says how much. There must be room to begin.
  size_t put(size_t bytes, bool begins);
  // So many bytes were read; or all of the first message.
  void take(size_t bytes);
  size_t first_message() const { return pieces_.front().bytes; }
  void take_message() { drop_first(); }
  // For poll().
  bool is_writable() const;

  // A message that is longer than that is never sent.
  static size_t longest_message();
  // If all that was ever written, counted like this, is at most always_enough(), there was room for all of it at once,
  // in whatever order.
  size_t counted(size_t bytes) const;
  size_t always_enough() const;

 private:
  // A page or a message. Of a page `charge` is where it is filled up to.
  struct Piece {
    size_t bytes = 0;  // not read yet
    size_t charge = 0;
  };
  void add(size_t bytes, size_t charge);
  void drop_first();
  size_t put_into_pages(size_t bytes, bool begins);

  Kind kind_ = Kind::kPipe;
  std::deque<Piece> pieces_;
  size_t charged_ = 0;  // of a socket
};

}  // namespace mazurka::runtime
