// Pipes between threads of the program. Pairs of sockets and eventfds are pipes, too: a pair of sockets is two of them,
// an eventfd is one that holds a number.
//
// A pipe has one direction; what is read from it was written to it. As an object of the exploration its value says who
// may go on: how much is in it, or that one of its ends is closed. Reading and writing change it; whoever would have to
// wait is not enabled. Writing happens before reading what was written.
//
// All but eventfds are mailboxes (kernel/messages/mailboxes.hpp), as long as nothing is done with them but to send,
// receive and close, and all that is sent has room at once. If there is more, it is learned that it is a pipe as above.
// A pipe of bytes must have one thread that reads it, too. What is written at once is a message; to read is to take one
// after the other until there is enough, or no more for now. Only the last of these steps decides what is read: it is
// what a read of all at once, then, would give, since nobody else takes anything, and nobody waits for room.
#pragma once

#include <cstdint>
#include <string>

#include "runtime/kernel/files/open_files.hpp"
#include "runtime/kernel/files/transfer.hpp"
#include "runtime/kernel/kernel_objects.hpp"
#include "runtime/kernel/messages/mailboxes.hpp"
#include "runtime/kernel/pipes/room.hpp"
#include "runtime/platform/own_variable.hpp"

namespace mazurka::runtime {

struct PipeState {
  std::string data;
  Room room;              // what of it the data takes
  size_t sent = 0;        // to the mailbox, ever, as the room counts it
  std::string rest;       // of messages taken from the mailbox: what was not read
  uint64_t count = 0;     // of an eventfd
  bool is_event = false;  // an eventfd
  // How often something came, or room was made; both, if an end was closed.
  uint64_t arrivals = 0, departures = 0;
  bool keeps_packets = false;
  bool is_socket = false;
  bool is_tcp = false;         // a socket whose other end learns only by an answer that this one is gone
  bool resets_writer = false;  // ... and whose reader has left something unread
  bool is_datagram = false;    // a socket whose reader does not learn that the other end is gone; keeps_packets
  bool was_refused = false;    // ... whose writer has learned of it; is_tcp: the same
  bool was_reset = false;      // a socket whose other end was closed before all that was sent to it had been read
  bool counts_down = false;    // an eventfd that is a semaphore
  bool has_readers = true, has_writers = true;
  bool reading_was_shut = false, writing_was_shut = false;  // by shutdown()
};

struct Pipe {
  explicit Pipe(uint32_t number) : mailbox(0, number) {}
  KernelObject object;
  PerExecution<PipeState> state;
  MailboxObject mailbox;         // in the place of the object
  uint32_t reader_plus_one = 0;  // if bytes are read: the first thread that ever did, in whatever execution
};

// User thread's side; results as of the system calls. `nosignal`: no SIGPIPE.
struct TransferFlags {
  bool dont_wait = false;
  bool nosignal = false;
};
long read_pipe(OpenFile& file, const Transfer& transfer, TransferFlags flags, const char* name, uint64_t pc);
long write_pipe(OpenFile& file, const Transfer& transfer, TransferFlags flags, const char* name, uint64_t pc);

// Belong to a step that changes file_table.
Pipe* make_pipe(Room::Kind kind);
Pipe* make_event();

// What open files that stand for pipes and eventfds have.
MAZURKA_OWN extern const FileActions pipe_actions, event_actions;

// Waits for its turn to change the object of a pipe or socket: until "value comparison bound" holds, or only until it
// is picked. A thread that may be cancelled awaits "cancelled, or that".
void wait_for_turn(KernelObject& object, Comparison comparison, Value bound, bool waits, const char* name, uint64_t pc);

// User thread's side: from now on it is no mailbox, for something is done with it that mailboxes do not have.
void use_as_pipe(Pipe& pipe);

// shutdown(): no more is read from the pipe, or written to it.
void close_reading_end(Pipe& pipe, const char* name, uint64_t pc);
void close_writing_end(Pipe& pipe, const char* name, uint64_t pc);
// An end of a connection is closed: what it reads from, what it writes to. `resets`: even if all was read.
void close_connection(Pipe& in, Pipe& out, bool resets, const char* name, uint64_t pc);

// May something be read (or found closed), written? To be asked in a step that looks at the pipe.
bool is_readable(const Pipe& pipe);
bool is_writable(const Pipe& pipe);
bool is_hung_up(const Pipe& pipe);
// Has the other end of a TCP connection, that reads this one, said that it is not there any more?
bool was_reset(const Pipe& pipe);

}  // namespace mazurka::runtime
