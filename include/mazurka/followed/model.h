/* For functions of the C library in C, so that values are followed through them: our clang pass calls mazurka_model_F in
 * the place of F if it is given symbolic bytes. They are compiled with the program (src/build), with the same flags.
 *
 * A branch here is a branch of the program, at the place of its call. So there are as few as can be: tests of several
 * things at once use & and |, which make one expression.
 */
#ifndef MAZURKA_FOLLOWED_MODEL_H
#define MAZURKA_FOLLOWED_MODEL_H

#include <stddef.h>

/* Branches are told to be at this place, until it is given back. Gives the one before. */
const void* mazurka_follow_place(const void* place);

static inline void mazurka_model_leave(const void** before) { mazurka_follow_place(*before); }

#define MODEL                                                                                    \
  const void* place_before __attribute__((cleanup(mazurka_model_leave), unused)) =               \
      mazurka_follow_place(__builtin_return_address(0))

typedef unsigned char byte;

#endif
