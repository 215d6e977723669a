// Pipes, pairs of sockets and eventfds between threads of the program.
//
// A channel has one direction; what is read from it was written to it. As an object of the exploration its value says
// who may go on: how much is in it, or that one of its ends is closed. Reading and writing change it; whoever would
// have to wait is not enabled. Writing happens before reading what was written.
#pragma once

#include <cstdint>
#include <deque>
#include <string>

#include "runtime/kernel/files/open_files.hpp"
#include "runtime/kernel/files/transfer.hpp"
#include "runtime/kernel/kernel_objects.hpp"

namespace mazurka::runtime {

struct ChannelState {
  std::string data;
  std::deque<size_t> packets;  // lengths, if it keeps messages apart
  uint64_t count = 0;          // of an eventfd
  size_t capacity = 0;
  bool keeps_packets = false;
  bool is_socket = false;
  bool counts_down = false;  // an eventfd that is a semaphore
  bool has_readers = true, has_writers = true;
  bool reading_was_shut = false, writing_was_shut = false;  // by shutdown()
};

struct Channel {
  KernelObject object;
  PerExecution<ChannelState> state;
};

// User thread's side; results as of the system calls. `nosignal`: no SIGPIPE.
struct TransferFlags {
  bool dont_wait = false;
  bool nosignal = false;
};
long read_channel(OpenFile& file, const Transfer& transfer, TransferFlags flags, const char* name, uint64_t pc);
long write_channel(OpenFile& file, const Transfer& transfer, TransferFlags flags, const char* name, uint64_t pc);
long read_event(OpenFile& file, const Transfer& transfer, uint64_t pc);
long write_event(OpenFile& file, const Transfer& transfer, uint64_t pc);

// Belong to a step that changes file_table.
Channel* make_channel(size_t capacity);

// Its last descriptor is gone.
void leave_channels(const OpenFileState& file, uint64_t pc);
// shutdown(): no more is read from the channel, or written to it.
void close_reading_end(Channel& channel, const char* name, uint64_t pc);
void close_writing_end(Channel& channel, const char* name, uint64_t pc);

// May something be read (or found closed), written? To be asked in a step that looks at the channel.
bool is_readable(const Channel& channel);
bool is_writable(const Channel& channel);
bool is_hung_up(const Channel& channel);

}  // namespace mazurka::runtime
