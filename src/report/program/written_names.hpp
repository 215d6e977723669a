// Names as people write them: "std::string", "std::vector<int>".
#pragma once

#include <string>

namespace mazurka::report {

// Without the parts of a demangled name that nobody writes.
std::string as_written(std::string name);

// What a function of the standard library allocates, by its name: "Account" of
// "std::__new_allocator<Account>::allocate(unsigned long, void const*)". Empty if it is another function.
std::string allocated_by(const std::string& function);

}  // namespace mazurka::report
