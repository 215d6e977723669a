// What compilers call with -fsanitize=undefined when they have met undefined behaviour: a bug, at its place. A program
// that runs by itself says so and goes on, as with the compiler's own library.
#include <stdio.h>
#include <stdlib.h>

#include <cstdint>

#include "runtime/engine/failure.hpp"
#include "runtime/engine/threads/user_side.hpp"
#include "runtime/platform/stand_in.hpp"
#include "runtime/platform/text.hpp"

using namespace mazurka::runtime;

namespace {

// As compilers lay it out, at the beginning of what they pass.
struct SourceLocation {
  const char* file;
  uint32_t line, column;
};
struct TypeMismatch {
  SourceLocation location;
  const void* type;
  unsigned char log_alignment;
  unsigned char check;
};

void tell(const SourceLocation* location, const char* what, uint64_t pc) {
  Text text;
  text.add("undefined behaviour: ").add(what);
  if (is_checked()) report_failure(mazurka::protocol::BugKind::kUndefined, text.get(), pc);
  fprintf(stderr, "%s:%u:%u: %s\n", location->file, location->line, location->column, text.get());
}

const char* mismatch_of(const TypeMismatch* data, uintptr_t pointer) {
  const uintptr_t alignment = uintptr_t{1} << data->log_alignment;
  if (pointer == 0) return "a null pointer is used";
  if ((pointer & (alignment - 1)) != 0) return "a pointer is used that is not aligned";
  return "a pointer is used to memory that is too small for the object";
}

}  // namespace

// With further arguments, which nobody needs; and the form that does not return.
#define UNDEFINED(name, what)                                                          \
  MAZURKA_STAND_IN(void, __ubsan_handle_##name, (SourceLocation * location)) {         \
    tell(location, what, MAZURKA_CALLER);                                              \
  }                                                                                    \
  MAZURKA_STAND_IN(void, __ubsan_handle_##name##_abort, (SourceLocation * location)) { \
    tell(location, what, MAZURKA_CALLER);                                              \
    abort();                                                                           \
  }
// Code cannot go on behind these.
#define UNDEFINED_END(name, what)                                              \
  MAZURKA_STAND_IN(void, __ubsan_handle_##name, (SourceLocation * location)) { \
    tell(location, what, MAZURKA_CALLER);                                      \
    abort();                                                                   \
  }
// The place is the second argument.
#define UNDEFINED_RETURN(name, what)                                                         \
  MAZURKA_STAND_IN(void, __ubsan_handle_##name, (void*, SourceLocation* location)) {         \
    tell(location, what, MAZURKA_CALLER);                                                    \
  }                                                                                          \
  MAZURKA_STAND_IN(void, __ubsan_handle_##name##_abort, (void*, SourceLocation* location)) { \
    tell(location, what, MAZURKA_CALLER);                                                    \
    abort();                                                                                 \
  }

UNDEFINED(add_overflow, "overflow of an addition")
UNDEFINED(sub_overflow, "overflow of a subtraction")
UNDEFINED(mul_overflow, "overflow of a multiplication")
UNDEFINED(negate_overflow, "overflow of a negation")
UNDEFINED(divrem_overflow, "division by zero, or overflow of a division")
UNDEFINED(shift_out_of_bounds, "shift by too many bits, or of a negative number")
UNDEFINED(out_of_bounds, "an index is outside of its array")
UNDEFINED(vla_bound_not_positive, "the length of an array is not positive")
UNDEFINED(float_cast_overflow, "a number does not fit into the type that it is converted to")
UNDEFINED(load_invalid_value, "a value that its type does not have")
UNDEFINED(invalid_builtin, "a builtin function of the compiler is called with 0")
UNDEFINED(nonnull_arg, "a null pointer is passed where none may be")
UNDEFINED(nullability_arg, "a null pointer is passed where none may be")
UNDEFINED(pointer_overflow, "overflow of a computation with pointers")
UNDEFINED(alignment_assumption, "a pointer is not aligned as was promised")
UNDEFINED(function_type_mismatch, "a function is called by a pointer of another type")
UNDEFINED(function_type_mismatch_v1, "a function is called by a pointer of another type")
UNDEFINED(implicit_conversion, "a conversion changes the value")
UNDEFINED_END(builtin_unreachable, "a place is reached that was promised to be unreachable")
UNDEFINED_END(missing_return, "a function ends without a value")
UNDEFINED_RETURN(nonnull_return_v1, "a null pointer is returned where none may be")
UNDEFINED_RETURN(nullability_return_v1, "a null pointer is returned where none may be")

MAZURKA_STAND_IN(void, __ubsan_handle_type_mismatch_v1, (TypeMismatch * data, uintptr_t pointer)) {
  tell(&data->location, mismatch_of(data, pointer), MAZURKA_CALLER);
}
MAZURKA_STAND_IN(void, __ubsan_handle_type_mismatch_v1_abort, (TypeMismatch * data, uintptr_t pointer)) {
  tell(&data->location, mismatch_of(data, pointer), MAZURKA_CALLER);
  abort();
}
