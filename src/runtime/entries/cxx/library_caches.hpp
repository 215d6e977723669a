// Tables that the C++ library fills when they are first used, without any order between threads. libstdc++ does so in
// std::ctype<char>::narrow, which std::regex calls: a race, but not the user's, and every thread writes the same. The
// unwinder has one, too.
#pragma once

namespace mazurka::runtime {

// Fills them, as far as the program has these libraries. To be called before main.
void fill_library_caches();

}  // namespace mazurka::runtime
