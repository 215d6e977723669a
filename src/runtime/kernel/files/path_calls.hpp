// What system calls with a path have in common.
//
// User thread's side. Results below 0 are -errno.
#pragma once

#include <errno.h>

#include <string_view>

#include "runtime/kernel/files/calls.hpp"
#include "runtime/kernel/files/file_names.hpp"

namespace mazurka::runtime {

// A path and the folder that it begins at: what the ...at calls have.
struct PathArgument {
  int folder;
  const char* path;
};

inline const char* text_at(long argument) {
  return reinterpret_cast<const char*>(argument);
}
// Calls without a folder's descriptor begin at the current folder.
PathArgument here(long path);
PathArgument in_folder(long folder, long path);

// The number in a name for one of the program's own descriptors ("/dev/stdin", "/proc/self/fd/3"); below 0 if it is
// none. What the kernel has behind such a name is the checker's.
int descriptor_named(const char* path);

// Is about to be resolved: the folder's descriptor is looked up, in a step. False: `error` says why not.
bool find_start(const PathArgument& argument, std::string_view& start, long& error, uint64_t pc);
// Nothing: the current folder, as it is now.
std::string_view start_of(std::string_view start);

enum class Touch { kLook, kChange };

// Where the path leads, in a step that looks at the names of files or changes them.
Place resolve(const PathArgument& argument, bool follow, Touch touch, const char* name, uint64_t pc);

inline bool can_be_made(const Place& place) {
  return place.error == -ENOENT && place.folder != nullptr;
}

}  // namespace mazurka::runtime
