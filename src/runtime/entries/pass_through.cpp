#include "runtime/entries/pass_through.hpp"

#include "runtime/entries/visible.hpp"
#include "runtime/platform/trouble.hpp"

using namespace mazurka::runtime;

extern "C" void mazurka_before_passing(const PassedArguments* arguments, PassedFunction* function) {
  if (function->real == nullptr) function->real = next_function(function->name);
  if (function->real == nullptr)
    die("the program has no shared libstdc++, but uses it: link it without a static one", function->name);
  if (is_checked() && (at_base() || function->always)) function->use(*arguments);
}
