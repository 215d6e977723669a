#include "runtime/kernel/pipes/pipes.hpp"

#include <errno.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <string>

#include "runtime/fixture.hpp"

namespace mazurka::runtime {
namespace {

// One thread alone: it never waits, but is told that it would have to.
class Pipes : public RuntimeTest {
 protected:
  static constexpr size_t kCapacity = 65536, kPageBytes = 4096;

  explicit Pipes(Pipe* made = make_pipe(Room::Kind::kPipe)) : pipe(*made) {
    reader.state.get().in = &pipe;
    writer.state.get().out = &pipe;
    use_as_pipe(pipe);  // else it is a mailbox, which needs a program
  }

  long write(const std::string& text) {
    Transfer transfer(const_cast<char*>(text.data()), text.size());
    return write_pipe(writer, transfer, {.dont_wait = true, .nosignal = true}, "write", 0);
  }
  // What is read, or the number of the error.
  std::string read(size_t bytes) {
    std::string text(bytes, '?');
    Transfer transfer(text.data(), bytes);
    long result = read_pipe(reader, transfer, {.dont_wait = true, .nosignal = true}, "read", 0);
    return result < 0 ? std::to_string(result) : text.substr(0, static_cast<size_t>(result));
  }

  Pipe& pipe;
  OpenFile reader, writer;
  const std::string would_wait = std::to_string(-EAGAIN);
};

TEST_F(Pipes, Bytes_ComeOutInTheirOrder) {
  EXPECT_EQ(write("abc"), 3);
  EXPECT_EQ(write("de"), 2);
  EXPECT_EQ(read(4), "abcd");
  EXPECT_EQ(read(4), "e");
}

TEST_F(Pipes, EmptyPipe_MakesReadersWait_AndIsAtItsEndWithoutWriters) {
  EXPECT_FALSE(is_readable(pipe));
  EXPECT_EQ(read(1), would_wait);
  write("a");
  close_writing_end(pipe, "close", 0);
  EXPECT_TRUE(is_readable(pipe));
  EXPECT_EQ(read(2), "a") << "what was written before can still be read";
  EXPECT_EQ(read(2), "");
  EXPECT_TRUE(is_hung_up(pipe));
}

TEST_F(Pipes, FullPipe_MakesWritersWait) {
  EXPECT_EQ(write(std::string(kCapacity - 1, 'a')), static_cast<long>(kCapacity) - 1);
  EXPECT_EQ(write("bb"), -EAGAIN) << "small pieces are not torn apart";
  EXPECT_EQ(write("b"), 1);
  EXPECT_FALSE(is_writable(pipe));
  EXPECT_EQ(write("c"), -EAGAIN);
  EXPECT_EQ(read(1), "a");
  EXPECT_EQ(write("c"), -EAGAIN) << "a page has room again when all of it was read";
  read(kPageBytes - 1);
  EXPECT_EQ(write("c"), 1);
}

TEST_F(Pipes, LargePiece_IsWrittenAsFarAsThereIsRoom) {
  EXPECT_EQ(write(std::string(kCapacity + 100, 'a')), static_cast<long>(kCapacity));
}

TEST_F(Pipes, WritingWithoutReaders_IsABrokenPipe) {
  close_reading_end(pipe, "close", 0);
  EXPECT_EQ(write("a"), -EPIPE);
}

TEST_F(Pipes, WrongEnd_IsABadDescriptor) {
  char byte = 0;
  Transfer transfer(&byte, 1);
  EXPECT_EQ(read_pipe(writer, transfer, {.dont_wait = true}, "read", 0), -EBADF);
  EXPECT_EQ(write_pipe(reader, transfer, {.dont_wait = true}, "write", 0), -EBADF);
}

class Packets : public Pipes {
 protected:
  Packets() : Pipes(make_pipe(Room::Kind::kPackets)) {}
};

TEST_F(Packets, StayApart_AndAreCut) {
  write("abc");
  write("de");
  EXPECT_EQ(read(2), "ab");
  EXPECT_EQ(read(9), "de") << "the rest of the first packet is lost";
  EXPECT_EQ(read(9), would_wait);
}

TEST_F(Pipes, NonblockingDescriptor_NeverWaits) {
  reader.state.get().flags = O_NONBLOCK;
  char byte = 0;
  Transfer transfer(&byte, 1);
  EXPECT_EQ(read_pipe(reader, transfer, {}, "read", 0), -EAGAIN);
}

class EventCounter : public Pipes {
 protected:
  EventCounter() : Pipes(make_event()) {
    for (OpenFile* file : {&reader, &writer}) {
      file->state.get().in = file->state.get().out = &pipe;
      file->state.get().flags = O_NONBLOCK;
    }
  }
  long add(uint64_t count) {
    Transfer transfer(&count, sizeof count);
    return event_actions.write(writer, transfer, "write", 0);
  }
  // Negative: the error.
  int64_t take() {
    uint64_t count = 0;
    Transfer transfer(&count, sizeof count);
    long result = event_actions.read(reader, transfer, "read", 0);
    return result < 0 ? result : static_cast<int64_t>(count);
  }
};

TEST_F(EventCounter, Reading_TakesAllOfIt) {
  EXPECT_EQ(take(), -EAGAIN);
  EXPECT_EQ(add(3), 8);
  EXPECT_EQ(add(4), 8);
  EXPECT_EQ(take(), 7);
  EXPECT_EQ(take(), -EAGAIN);
}

TEST_F(EventCounter, Semaphore_IsTakenByOnes) {
  pipe.state.get().counts_down = true;
  add(2);
  EXPECT_EQ(take(), 1);
  EXPECT_EQ(take(), 1);
  EXPECT_EQ(take(), -EAGAIN);
}

TEST_F(EventCounter, PieceThatIsTooShort_IsRefused) {
  char bytes[4] = {};
  Transfer transfer(bytes, sizeof bytes);
  EXPECT_EQ(event_actions.read(reader, transfer, "read", 0), -EINVAL);
  EXPECT_EQ(event_actions.write(writer, transfer, "write", 0), -EINVAL);
}

}  // namespace
}  // namespace mazurka::runtime
