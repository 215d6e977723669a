// epoll: a list of open files that a thread can wait for.
//
// The list is an object of the exploration: changing it writes it, waiting reads it, and then looks at each file in a
// step of its own, as poll() does. To take an event of a file that is told only once (EPOLLET, EPOLLONESHOT) writes
// the list, too: of two threads that wait, one gets it.
#pragma once

#include "runtime/kernel/files/open_files.hpp"

namespace mazurka::runtime {

bool is_epoll(const OpenFile& file);

}  // namespace mazurka::runtime
