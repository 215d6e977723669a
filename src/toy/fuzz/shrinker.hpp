// Makes a program that shows a mistake as small as it can.
#pragma once

#include <functional>

#include "toy/language/ast.hpp"

namespace mazurka::toy {

// Removes and simplifies parts of `source`, for which `still_fails` must hold, as long as it holds for the result. No
// single further removal or simplification keeps it. `still_fails` sees programs that need not compile.
Source shrink(Source source, const std::function<bool(const Source&)>& still_fails);

}  // namespace mazurka::toy
