/* <stdio.h>: FILEs that have symbolic bytes (--symbolic-stdin, --symbolic-file), byte by byte, see model.h. */
#include "model.h"

#include <stdio.h>
#include <stdlib.h>

/* As fgetc; the value is followed. */
int mazurka_follow_next_byte(FILE* file, byte* into);

int mazurka_model_fgetc(FILE* file) {
  MODEL;
  byte c;
  return mazurka_follow_next_byte(file, &c) ? c : EOF;
}
int mazurka_model_getc(FILE* file) {
  MODEL;
  return mazurka_model_fgetc(file);
}
int mazurka_model_getchar(void) {
  MODEL;
  return mazurka_model_fgetc(stdin);
}
size_t mazurka_model_fread(void* into, size_t size, size_t count, FILE* file) {
  MODEL;
  byte* to = into;
  for (size_t k = 0; k < size * count; k++)
    if (!mazurka_follow_next_byte(file, to + k)) return k / size;
  return size == 0 ? 0 : count;
}
char* mazurka_model_fgets(char* into, int room, FILE* file) {
  MODEL;
  int count = 0;
  if (room <= 0) return NULL;
  while (count < room - 1) {
    if (!mazurka_follow_next_byte(file, (byte*)into + count)) {
      if (count == 0) return NULL;
      break;
    }
    if (into[count++] == '\n') break;
  }
  into[count] = 0;
  return into;
}
ssize_t mazurka_model_getdelim(char** line, size_t* room, int end, FILE* file) {
  MODEL;
  size_t count = 0;
  for (;;) {
    if (*line == NULL || count + 2 > *room) {
      const size_t more = *line == NULL || *room < 60 ? 120 : *room * 2;
      char* larger = realloc(*line, more);
      if (larger == NULL) return -1;
      *line = larger;
      *room = more;
    }
    if (!mazurka_follow_next_byte(file, (byte*)*line + count)) break;
    if ((*line)[count++] == (char)end) break;
  }
  (*line)[count] = 0;
  return count == 0 ? -1 : (ssize_t)count;
}
ssize_t mazurka_model_getline(char** line, size_t* room, FILE* file) {
  MODEL;
  return mazurka_model_getdelim(line, room, '\n', file);
}
