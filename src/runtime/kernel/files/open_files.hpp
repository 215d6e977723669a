// Descriptors and open files. Both are the checker's, not the kernel's: numbers, places in files and flags are those
// that the kernel would give, and are as at the base in every execution.
//
// An open file is what open() makes and dup() shares. As objects of the exploration, a descriptor is read by every call
// that has its number for an argument, and written when it is made or closed; an open file has the place where the next
// read or write will be.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/kernel/files/file_names.hpp"
#include "runtime/kernel/files/file_node.hpp"

namespace mazurka::runtime {

enum class FileKind : uint8_t {
  kNode,     // a file or folder
  kNothing,  // /dev/null
  kZeros,    // /dev/zero
  kFull,     // /dev/full
  kRandom,   // /dev/urandom, if allowed
  kOutput,   // where the program's output goes: seen by nobody in the program
  kPipe,     // one end of a pipe or of a pair of sockets (kernel/pipes/pipes.hpp)
  kEvent,    // an eventfd
  kQueue,    // a POSIX message queue (kernel/messages/posix_queues.cpp)
  kOutside,  // the kernel's: something that is not controlled
};

struct OpenFile;
struct OpenFileState;
struct Pipe;
struct MessageQueue;
struct Socket;
struct Transfer;

// What is done with a pipe, an eventfd or a message queue. User thread's side; results as of the system calls.
struct FileActions {
  long (*read)(OpenFile& file, const Transfer& transfer, const char* name, uint64_t pc);
  long (*write)(OpenFile& file, const Transfer& transfer, const char* name, uint64_t pc);
  long (*bytes_to_read)(const OpenFile& file, uint64_t pc);
  mode_t (*mode)(const OpenFileState& state);
  void (*end)(const OpenFileState& state, uint64_t pc);  // its last descriptor is gone
};

struct OpenFileState {
  FileKind kind = FileKind::kNothing;
  int flags = 0;             // as of open()
  uint32_t descriptors = 0;  // that stand for it
  int kernel_number = -1;    // kOutput, kOutside: its descriptor there
  Node* node = nullptr;
  Pipe* in = nullptr;   // what is read from it
  Pipe* out = nullptr;  // what is written to it
  MessageQueue* queue = nullptr;
  Socket* socket = nullptr;              // kPipe: one that connects, listens, or was accepted (kernel/sockets)
  const FileActions* actions = nullptr;  // kPipe, kEvent, kQueue
  int64_t offset = 0;                    // of a folder: in the listing
  std::string path;                      // of a folder
  std::vector<FolderEntry> listing;
};

struct OpenFile {
  KernelObject object{Orders::kNone};
  PerExecution<OpenFileState> state;
};

struct DescriptorState {
  OpenFile* file = nullptr;
  bool reserved = false;  // has a number already, but stands for nothing yet
  bool close_on_exec = false;
};

struct Descriptor {
  KernelObject object{Orders::kNone};
  PerExecution<DescriptorState> state;
};

inline constexpr int kMaxDescriptors = 1024;

// Once, before the program runs: what it was started with.
void adopt_descriptors();

// All others: user thread's side.

// What a descriptor stands for, in a step that reads it; null if nothing.
OpenFile* look_up_file(int number, uint64_t pc);
// Output that is seen by nobody is no step.
bool is_plain_output(int number);
// It stays what it was, but the program has closed it.
bool is_closed_output(int number);

// The next three belong to a step that changes file_table.
OpenFile* make_open_file(FileKind kind, int flags);
// The lowest number from `lowest` on that is not in use, or -EMFILE.
int reserve_descriptor(int lowest);
void give_up_descriptor(int number);

// Lets a reserved descriptor stand for the file, in a step of its own. Returns the number.
int install_descriptor(int number, OpenFile* file, bool close_on_exec, const char* name, uint64_t pc);

Descriptor* descriptor_at(int number);
uint32_t descriptors_in_use();

}  // namespace mazurka::runtime
