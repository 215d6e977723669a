#include "runtime/kernel/pipes/room.hpp"

#include <algorithm>
#include <bit>

#include "runtime/platform/layout.hpp"

namespace mazurka::runtime {

namespace {

constexpr size_t kPages = 16;
constexpr size_t kAccount = 212992;

// Of the kernel's sk_buff: what belongs to one, the data behind that, and what they have room for.
constexpr size_t kHeader = 256, kShared = 320;
constexpr size_t kInOnePage = kPage - kShared, kInFourPages = 4 * kPage - kShared;
constexpr size_t kMostInPieces = 17 * kPage, kMostOfStream = kInOnePage + 8 * kPage;

constexpr size_t up_to(size_t bytes, size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

// The part of a message that does not lie in pages of its own, and these.
size_t charge_of(size_t bytes, size_t in_pages) {
  size_t in_one = up_to(bytes - in_pages, 64) + kShared;
  return std::bit_ceil(in_one) + kHeader + up_to(in_pages, kPage);
}

size_t charge_of_packet(size_t bytes) {
  size_t more = bytes > kInFourPages ? bytes - kInFourPages : 0;
  return charge_of(bytes, up_to(std::min(more, kMostInPieces), kPage));
}

size_t charge_of_stream(size_t bytes) {
  size_t more = bytes > kInOnePage ? bytes - kInOnePage : 0;
  return charge_of(bytes, std::min(bytes, up_to(more, kPage)));
}

}  // namespace

size_t Room::used() const {
  if (kind_ != Kind::kPipe) return charged_;
  return pieces_.empty() ? 0 : (pieces_.size() - 1) * kPage + pieces_.back().charge;
}

size_t Room::most_used(size_t bytes, bool begins) const {
  if (kind_ != Kind::kPipe) return kAccount - 1;
  size_t part = begins && bytes % kPage != 0 ? bytes % kPage : kPage;
  return kPages * kPage - part;
}

size_t Room::put(size_t bytes, bool begins) {
  switch (kind_) {
    case Kind::kPipe: return put_into_pages(bytes, begins);
    case Kind::kStream:
      bytes = std::min(bytes, kMostOfStream);
      add(bytes, charge_of_stream(bytes));
      return bytes;
    case Kind::kPackets: add(bytes, charge_of_packet(bytes)); return bytes;
  }
  return 0;
}

size_t Room::put_into_pages(size_t bytes, bool begins) {
  size_t done = 0, part = bytes % kPage;
  if (begins && part != 0 && !pieces_.empty() && pieces_.back().charge + part <= kPage) {
    pieces_.back().bytes += part;
    pieces_.back().charge += part;
    done = part;
  }
  while (done < bytes && pieces_.size() < kPages) {
    part = std::min(bytes - done, kPage);
    pieces_.push_back({part, part});
    done += part;
  }
  return done;
}

void Room::add(size_t bytes, size_t charge) {
  pieces_.push_back({bytes, charge});
  charged_ += charge;
}

void Room::drop_first() {
  if (kind_ != Kind::kPipe) charged_ -= pieces_.front().charge;
  pieces_.pop_front();
}

void Room::take(size_t bytes) {
  while (bytes != 0) {
    size_t part = std::min(bytes, pieces_.front().bytes);
    bytes -= part;
    pieces_.front().bytes -= part;
    if (pieces_.front().bytes == 0) drop_first();
  }
}

bool Room::is_writable() const {
  return kind_ == Kind::kPipe ? pieces_.size() < kPages : 4 * charged_ <= kAccount;
}

size_t Room::longest_message() {
  return kAccount - 32;
}

// Of two pages of a pipe one after the other, the first and what begins the second do not fit into one: so half of all
// pages but one are full.
size_t Room::counted(size_t bytes) const {
  if (kind_ == Kind::kPipe) return 2 * bytes;
  if (kind_ == Kind::kPackets) return charge_of_packet(bytes);
  return bytes / kMostOfStream * charge_of_stream(kMostOfStream) + charge_of_stream(bytes % kMostOfStream);
}

size_t Room::always_enough() const {
  return kind_ == Kind::kPipe ? (kPages - 1) * kPage : kAccount;
}

}  // namespace mazurka::runtime
