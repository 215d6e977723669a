/* Included before everything else by gcc. What it knows as __builtin_memcpy and so on it expands in place if there are few bytes,
   after it has looked for accesses to instrument: nobody would see them. libstdc++'s headers copy like this (std::copy,
   std::char_traits). Here they are calls of the functions themselves, which the runtime has, unless the result is a constant. */
#if !defined MAZURKA_SEEN_BUILTINS && !defined __ASSEMBLER__
#define MAZURKA_SEEN_BUILTINS
#pragma GCC system_header

#ifdef __cplusplus
extern "C" {
#define MAZURKA_NOTHROW noexcept(true)
#if __cplusplus < 201103L
#undef MAZURKA_NOTHROW
#define MAZURKA_NOTHROW throw()
#endif
#else
#define MAZURKA_NOTHROW
#endif
void* mazurka_memcpy(void*, const void*, __SIZE_TYPE__) MAZURKA_NOTHROW __asm__("memcpy");
void* mazurka_memmove(void*, const void*, __SIZE_TYPE__) MAZURKA_NOTHROW __asm__("memmove");
void* mazurka_memset(void*, int, __SIZE_TYPE__) MAZURKA_NOTHROW __asm__("memset");
int mazurka_memcmp(const void*, const void*, __SIZE_TYPE__) MAZURKA_NOTHROW __asm__("memcmp");
void* mazurka_memchr(const void*, int, __SIZE_TYPE__) MAZURKA_NOTHROW __asm__("memchr");
__SIZE_TYPE__ mazurka_strlen(const char*) MAZURKA_NOTHROW __asm__("strlen");
int mazurka_strcmp(const char*, const char*) MAZURKA_NOTHROW __asm__("strcmp");
char* mazurka_strcpy(char*, const char*) MAZURKA_NOTHROW __asm__("strcpy");
#ifdef __cplusplus
}
#endif
#undef MAZURKA_NOTHROW

#define __builtin_memcpy mazurka_memcpy
#define __builtin_memmove mazurka_memmove
#define __builtin_memset mazurka_memset
#define __builtin_strcpy mazurka_strcpy
#define MAZURKA_UNLESS_CONSTANT(builtin, function) (__builtin_constant_p(builtin) ? (builtin) : (function))
#define __builtin_memcmp(...) MAZURKA_UNLESS_CONSTANT(__builtin_memcmp(__VA_ARGS__), mazurka_memcmp(__VA_ARGS__))
#define __builtin_memchr(...) MAZURKA_UNLESS_CONSTANT(__builtin_memchr(__VA_ARGS__), mazurka_memchr(__VA_ARGS__))
#define __builtin_strlen(...) MAZURKA_UNLESS_CONSTANT(__builtin_strlen(__VA_ARGS__), mazurka_strlen(__VA_ARGS__))
#define __builtin_strcmp(...) MAZURKA_UNLESS_CONSTANT(__builtin_strcmp(__VA_ARGS__), mazurka_strcmp(__VA_ARGS__))
#endif
