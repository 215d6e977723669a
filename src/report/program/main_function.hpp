// What the debug information of a program says of its main function.
#pragma once

#include <string>

namespace mazurka::report {

// Does main return nothing? C compilers only warn of that. False if it is not known.
bool main_is_void(const std::string& program);

}  // namespace mazurka::report
