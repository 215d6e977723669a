// An election on a ring of N: each sends its number to the next, passes on larger ones, and drops smaller ones. The one
// whose own number comes back is elected, and sends the news around.
#include <atomic>
#include <cassert>
#include <thread>
#include <vector>

#include "box.hpp"

#ifndef N
#define N 3
#endif

struct News {
  int number;
  bool is_elected;
};

int main() {
  Box<News> boxes[N];
  int elected[N] = {};
  std::vector<std::thread> members;
  for (int me = 0; me < N; me++)
    members.emplace_back([&, me] {
      Box<News>& next = boxes[(me + 1) % N];
      next.send({me, false});
      for (;;) {
        News news = *boxes[me].receive();
        if (news.is_elected) {
          elected[me] = news.number;
          if (me != news.number) next.send(news);
          return;
        }
        if (news.number == me) next.send({me, true});
        if (news.number > me) next.send(news);
      }
    });
  for (std::thread& member : members) member.join();
  for (int winner : elected) assert(winner == N - 1);
}
