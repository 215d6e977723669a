// libstdc++'s std::string, compiled with the program. Up to C++17 its members come from the library, which is not
// instrumented: races on strings would not be seen. With -1, libstdc++'s own switch for it, they are compiled where they
// are used, as from C++20 on.
#pragma GCC system_header
#pragma push_macro("_GLIBCXX_EXTERN_TEMPLATE")
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE -1
#include_next <bits/basic_string.tcc>
#pragma pop_macro("_GLIBCXX_EXTERN_TEMPLATE")
