// Files below /proc that tell what the process is doing. The kernel knows one thread where the program has many, and
// descriptors and memory of the checker.
#pragma once

#include <string>

namespace mazurka::runtime {

// User thread's side: refuses a name in this folder that stands for such a file, once there may be several threads.
void refuse_process_file(const std::string& folder, const std::string& name);
// The same for a file that was opened before, and is read now or listed.
void refuse_process_file(const std::string& path);

// Is it a file that we make from the kernel's, once there may be several threads?
bool shows_threads(const std::string& path);
// User thread's side: its text, with the names, the numbers and the count of the program's own threads.
std::string with_own_threads(const std::string& path, const std::string& real);

}  // namespace mazurka::runtime
