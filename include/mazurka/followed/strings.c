/* <string.h> and <strings.h>, see model.h. */
#include "model.h"

#include <stdlib.h>

static unsigned lower(unsigned c) { return c | (unsigned)(c - 'A' < 26u) << 5; }

size_t mazurka_model_strlen(const char* text) {
  MODEL;
  size_t length = 0;
  while (text[length] != 0) length++;
  return length;
}
size_t mazurka_model_strnlen(const char* text, size_t most) {
  MODEL;
  size_t length = 0;
  while (length < most && text[length] != 0) length++;
  return length;
}

/* Without a branch on which is the larger one. */
int mazurka_model_memcmp(const void* a, const void* b, size_t bytes) {
  MODEL;
  const byte *x = a, *y = b;
  for (size_t k = 0; k < bytes; k++)
    if (x[k] != y[k]) return x[k] - y[k];
  return 0;
}
int mazurka_model_bcmp(const void* a, const void* b, size_t bytes) {
  MODEL;
  return mazurka_model_memcmp(a, b, bytes);
}
int mazurka_model_strncmp(const char* a, const char* b, size_t most) {
  MODEL;
  const byte *x = (const byte*)a, *y = (const byte*)b;
  for (size_t k = 0; k < most; k++) {
    if (x[k] != y[k]) return x[k] - y[k];
    if (x[k] == 0) break;
  }
  return 0;
}
int mazurka_model_strcmp(const char* a, const char* b) {
  MODEL;
  return mazurka_model_strncmp(a, b, (size_t)-1);
}
int mazurka_model_strncasecmp(const char* a, const char* b, size_t most) {
  MODEL;
  const byte *x = (const byte*)a, *y = (const byte*)b;
  for (size_t k = 0; k < most; k++) {
    const unsigned left = lower(x[k]), right = lower(y[k]);
    if (left != right) return (int)left - (int)right;
    if (x[k] == 0) break;
  }
  return 0;
}
int mazurka_model_strcasecmp(const char* a, const char* b) {
  MODEL;
  return mazurka_model_strncasecmp(a, b, (size_t)-1);
}

void* mazurka_model_memchr(const void* memory, int wanted, size_t bytes) {
  MODEL;
  const byte* at = memory;
  for (size_t k = 0; k < bytes; k++)
    if (at[k] == (byte)wanted) return (void*)(at + k);
  return NULL;
}
char* mazurka_model_strchr(const char* text, int wanted) {
  MODEL;
  for (;; text++) {
    if (*text == (char)wanted) return (char*)text;
    if (*text == 0) return NULL;
  }
}
char* mazurka_model_strrchr(const char* text, int wanted) {
  MODEL;
  const char* found = NULL;
  for (;; text++) {
    if (*text == (char)wanted) found = text;
    if (*text == 0) return (char*)found;
  }
}
char* mazurka_model_strstr(const char* text, const char* part) {
  MODEL;
  const size_t length = mazurka_model_strlen(part);
  for (;; text++) {
    if (mazurka_model_strncmp(text, part, length) == 0) return (char*)text;
    if (*text == 0) return NULL;
  }
}

/* Is it one of the set? One question. */
static int is_one_of(char c, const char* set) {
  int found = 0;
  for (; *set != 0; set++) found |= c == *set;
  return found;
}
size_t mazurka_model_strspn(const char* text, const char* set) {
  MODEL;
  size_t length = 0;
  while (text[length] != 0 && is_one_of(text[length], set)) length++;
  return length;
}
size_t mazurka_model_strcspn(const char* text, const char* set) {
  MODEL;
  size_t length = 0;
  while (text[length] != 0 && !is_one_of(text[length], set)) length++;
  return length;
}
char* mazurka_model_strpbrk(const char* text, const char* set) {
  MODEL;
  text += mazurka_model_strcspn(text, set);
  return *text == 0 ? NULL : (char*)text;
}
char* mazurka_model_strtok_r(char* text, const char* set, char** rest) {
  MODEL;
  if (text == NULL) text = *rest;
  text += mazurka_model_strspn(text, set);
  if (*text == 0) {
    *rest = text;
    return NULL;
  }
  char* end = text + mazurka_model_strcspn(text, set);
  if (*end != 0) *end++ = 0;
  *rest = end;
  return text;
}
char* mazurka_model_strsep(char** rest, const char* set) {
  MODEL;
  char* text = *rest;
  if (text == NULL) return NULL;
  char* end = text + mazurka_model_strcspn(text, set);
  if (*end != 0) {
    *end = 0;
    *rest = end + 1;
  } else {
    *rest = NULL;
  }
  return text;
}

char* mazurka_model_stpcpy(char* to, const char* from) {
  MODEL;
  while ((*to = *from) != 0) to++, from++;
  return to;
}
char* mazurka_model_strcpy(char* to, const char* from) {
  MODEL;
  mazurka_model_stpcpy(to, from);
  return to;
}
char* mazurka_model_stpncpy(char* to, const char* from, size_t most) {
  MODEL;
  size_t k = 0;
  for (; k < most && from[k] != 0; k++) to[k] = from[k];
  const size_t length = k;
  for (; k < most; k++) to[k] = 0;
  return to + length;
}
char* mazurka_model_strncpy(char* to, const char* from, size_t most) {
  MODEL;
  mazurka_model_stpncpy(to, from, most);
  return to;
}
char* mazurka_model_strcat(char* to, const char* from) {
  MODEL;
  mazurka_model_stpcpy(to + mazurka_model_strlen(to), from);
  return to;
}
char* mazurka_model_strncat(char* to, const char* from, size_t most) {
  MODEL;
  char* end = to + mazurka_model_strlen(to);
  for (; most > 0 && *from != 0; most--) *end++ = *from++;
  *end = 0;
  return to;
}
char* mazurka_model_strndup(const char* text, size_t most) {
  MODEL;
  const size_t length = mazurka_model_strnlen(text, most);
  char* copy = malloc(length + 1);
  if (copy == NULL) return NULL;
  for (size_t k = 0; k < length; k++) copy[k] = text[k];
  copy[length] = 0;
  return copy;
}
char* mazurka_model_strdup(const char* text) {
  MODEL;
  return mazurka_model_strndup(text, (size_t)-1);
}
