/* How values that depend on symbolic inputs are followed: what mazurka.hpp's symbolic_value and the code that our clang
 * pass inserts call. Not for programs to call by themselves.
 *
 * An expression is named by a number; 0 means that the value depends on no input. Values come as unsigned words of 64
 * bits, the bits beyond their width being 0.
 */
#ifndef MAZURKA_FOLLOW_H
#define MAZURKA_FOLLOW_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef uint32_t mazurka_expression;

/* The numbers are those of the runtime's own operators (src/concolic/expression.hpp). */
enum mazurka_operator {
  MAZURKA_ADD = 2,
  MAZURKA_SUB,
  MAZURKA_MUL,
  MAZURKA_UDIV,
  MAZURKA_SDIV,
  MAZURKA_UREM,
  MAZURKA_SREM,
  MAZURKA_SHL,
  MAZURKA_LSHR,
  MAZURKA_ASHR,
  MAZURKA_AND,
  MAZURKA_OR,
  MAZURKA_XOR,
  MAZURKA_EQ,
  MAZURKA_ULT,
  MAZURKA_ULE,
  MAZURKA_SLT,
  MAZURKA_SLE,
  /* Of an atomic update: none of these. */
  MAZURKA_OTHER = 255,
  /* Added to an operator: an overflow of it is undefined. */
  MAZURKA_NO_WRAP = 256
};

/* ---- Inputs. */

/* The object becomes an input: its bytes get their values. */
void mazurka_follow_object(void* object, size_t bytes, const char* name) __attribute__((weak));
/* A number of so many bits. Its value is given back by `value`. */
mazurka_expression mazurka_follow_input(unsigned width, int is_signed, const char* name, uint64_t* value)
    __attribute__((weak));

/* ---- Values. */

mazurka_expression mazurka_follow_binary(unsigned op, unsigned width, mazurka_expression a, mazurka_expression b,
                                         uint64_t a_value, uint64_t b_value) __attribute__((weak));
/* To more bits, or to fewer. */
mazurka_expression mazurka_follow_convert(int is_signed, unsigned width, mazurka_expression a) __attribute__((weak));
mazurka_expression mazurka_follow_select(unsigned width, mazurka_expression condition, mazurka_expression a,
                                         mazurka_expression b, int condition_value, uint64_t a_value, uint64_t b_value)
    __attribute__((weak));

/* ---- What depends on them. */

/* A branch on a condition of one bit. */
void mazurka_follow_branch(mazurka_expression condition, int value) __attribute__((weak));
/* One way for each list of values, and one for all others; cases[k] leads to targets[k]. */
void mazurka_follow_switch(mazurka_expression a, unsigned width, uint64_t value, size_t count, const uint64_t* cases,
                           const uint32_t* targets) __attribute__((weak));
/* The value must be known exactly here: each is a way of its own. */
void mazurka_follow_fix(mazurka_expression a) __attribute__((weak));

/* An index into an array of `count` elements; or, if there is a `base`, into the block of the heap that begins there, by
 * elements of `count` bytes. */
void mazurka_follow_bound(mazurka_expression index, const void* base, uint64_t count, int may_be_end);

/* ---- Memory and calls: for the pass. */

/* `flag` becomes 1 when there is an input: nothing need be followed before. */
void mazurka_follow_flag(char* flag);
mazurka_expression mazurka_follow_load(const void* address, unsigned bytes, uint64_t value);
void mazurka_follow_store(void* address, unsigned bytes, mazurka_expression a);
void mazurka_follow_copy(void* to, const void* from, size_t bytes);
void mazurka_follow_fill(void* to, mazurka_expression byte, size_t bytes);
/* These bytes are used in a way that cannot be followed. */
void mazurka_follow_fix_memory(const void* address, size_t bytes);

/* These bytes, or any, were used in such a way, and it is too late to fix them. */
void mazurka_follow_lose_memory(const void* address, size_t bytes);
void mazurka_follow_lose_all(void);

void mazurka_follow_argument(unsigned number, mazurka_expression a);
/* About to call, with the arguments that were told. */
void mazurka_follow_call(const void* function);
/* It has come back: if it did not begin, it is not followed. */
void mazurka_follow_called(const void* function);
/* The function begins: were its arguments told? */
int mazurka_follow_enter(const void* function);
mazurka_expression mazurka_follow_parameter(int told, unsigned number, uint64_t value);
void mazurka_follow_return(const void* function, unsigned number, mazurka_expression a);
/* What was given back is not followed here. */
void mazurka_follow_lose_results(void);
mazurka_expression mazurka_follow_result(const void* function, unsigned number, uint64_t value);

/* ---- Functions of the C library that have a model (followed/model.h): is it needed? */

/* Does an input reach these bytes, or those of the text that ends with a 0? */
int mazurka_follow_reaches(const void* memory, size_t most, int ends_at_zero);
int mazurka_follow_reaches_rest(char* const* text);
int mazurka_follow_reaches_kind(mazurka_expression character);
int mazurka_follow_reaches_stream(void* file);
int mazurka_follow_reaches_input(void);
/* Until it is given back, this is the place of all branches. Gives the one before. */
const void* mazurka_follow_place(const void* place);
/* As fgetc, but that it is followed. 0: there is none. */
int mazurka_follow_next_byte(void* file, unsigned char* into);

/* ---- Atomic operations: after they were performed. */

mazurka_expression mazurka_follow_rmw(void* address, unsigned bytes, unsigned op, mazurka_expression a,
                                      uint64_t a_value, uint64_t before);
mazurka_expression mazurka_follow_cas(void* address, unsigned bytes, mazurka_expression expected,
                                      mazurka_expression desired, uint64_t expected_value, uint64_t before,
                                      int success);

#ifdef __cplusplus
}
#endif

#endif
