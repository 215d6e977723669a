#!/usr/bin/env bash
# A failed assertion shows the values of what it names, read where it fails: variables of functions, members, what a lambda has captured, and
# what is in containers. So do accesses to containers that threads share. What cannot be known is not told.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"
# cost: 6

make_dir
cd "$dir" || exit 1
export MAZURKA_EXPLAIN=1
cat >names.cpp <<'END'
#include <array>
#include <atomic>
#include <cassert>
#include <cstdio>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>
enum class State { kIdle, kRunning };
struct Node { int value; Node* next; };
struct Base { int id = 7; };
struct Queue : Base {
  std::mutex m_;
  std::vector<int> items_;
  State state_ = State::kRunning;
  std::atomic<int> count_{0};
  void push(int n) { std::lock_guard hold(m_); items_.push_back(n); count_++; }
  void check(int wanted) { assert(items_.size() == 2 && items_[0] == wanted && count_ < 3 && state_ == State::kIdle); }
};
Queue queue;
int main(int argc, char**) {
  if (argc == 3) std::puts("begun");
  std::thread a([] { queue.push(1); });
  a.join();
  std::thread b([] { queue.push(2); });
  b.join();
  if (argc == 2) queue.check(1);
  int local = 4, index = 1;
  std::string text = "say \"hello\"", longer(100, 'x');
  std::vector<std::string> names = {"one", "two"};
  auto one = std::make_unique<int>(3);
  std::unique_ptr<Node> none;
  auto node = std::make_shared<Node>(Node{5, nullptr});
  std::optional<int> maybe, some = 6;
  std::array<int, 3> three = {1, 2, 3};
  std::deque<int> many;
  for (int i = 0; i < 300; i++) many.push_back(i);
  std::map<int, int> map = {{1, 2}};
  std::string_view view = text;
  int* raw = &local;
  double ratio = 0.5;
  char letters[8] = "abc";
  thread_local int mine = 3;
  // (A message has an end.)
  auto check = [&](int n) {
    assert(local == n || text == "x" || longer.empty() || names.empty() || !one || none || node->value == 3 || maybe || some == 7 ||
           three[index] == 7 || many.empty() || map.empty() || view.empty() || mine == 4);
  };
  auto more = [&] {
    assert(*raw == 3 || ratio > 1 || letters[0] == 'b' || !node || queue.id == 8 || names[1] == "three" || many[299] == 0);
  };
  if (argc == 3) more();
  check(9);
}
END
# The values of a run's assertion as lines, without blanks before them.
values() {
  "$MAZURKA" check --quiet --format=json --out "$dir/out" --html="$dir/page.html" "$@" >report.json 2>errors </dev/null
  (($? == 1)) || fail "$*: no bug: $(cat errors)"
  python3 -c 'import json, sys
for value in json.load(sys.stdin)["bugs"][0]["values"]: print(value["object"], "=", value["value"])' <report.json
}
cat >wanted <<'END'
local = 4
n = 9
text = "say \"hello\""
longer = "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx..." (size 100)
names = {"one", "two"} (size 2)
one = -> 3
none = nullptr
node->value = 5
maybe = nullopt
some = 6
index = 1
three[index] = 2
many = {0, 1, 2, 3, 4, 5, 6, 7, ...} (size 300)
map = size 1
view = "say \"hello\""
mine = 3
END
cat >wanted.more <<'END'
raw = -> 4
ratio = 0.5
letters[0] = 'a'
node = -> {value = 5, next = nullptr} (1 owner)
queue.id = 7
names[1] = "two"
many[299] = 299
END
cat >wanted.method <<'END'
queue.items_ = {1, 2} (size 2)
items_[0] = 1
wanted = 1
queue.count_ = 2
state_ = kRunning
END
for options in "--compiler=gcc -O0" "--compiler=clang"; do
  values names.cpp $options >got
  diff -u wanted got || fail "$options: other values"
  grep -q 'longer = ' page.html || fail "$options: the page does not show them"
  cp out/names program
  values ./program -- much more >got
  diff -u wanted.more got || fail "$options: other values"
  # What the program has written, but its library not passed on, is shown by a replay.
  "$MAZURKA" replay out/bug-1.trace >text 2>errors </dev/null
  grep -qx 'begun' text || fail "$options: a replay does not show what the program has written"
  values ./program -- method >got
  diff -u wanted.method got || fail "$options: members of an object: other values"
  # What threads do to the container is told by what is in it, once for a call.
  (($(grep -c '"before":"{1} (size 1)","after":"{1, 2} (size 2)"' report.json) == 1)) || fail "$options: no access tells what is in the container"
done
# Optimised code: what is told is right. What has been read from memory is told.
cat wanted wanted.more >wanted.all
values names.cpp -O2 | sed 's/^Node#1\./node->/' >got
grep -vxFf wanted.all got && fail "-O2: wrong values"
cat >captured.cpp <<'END'
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>
struct Test {
  int n = 3;
  void run() {
    int k = 2;
    std::vector<int> v{1};
    std::mutex m;
    std::thread t([&, this] { std::lock_guard hold(m); k++; assert(k == 2 || v.empty() || n == 1); });
    t.join();
  }
};
int main() { Test test; test.run(); }
END
for level in -O0 -O1; do
  values captured.cpp $level | sed 's/^[a-z.]*\.n/n/' >got
  diff -u - got <<'END' || fail "$level: what a lambda has captured: other values"
k = 3
v = {1} (size 1)
n = 3
END
done
# Thread-local variables, of the thread that fails; unions and bit fields.
cat >own.c <<'END'
#include <assert.h>
#include <pthread.h>
struct item { union { long number; char name[8]; } u; unsigned used : 1; int level : 4; };
static struct { pthread_mutex_t lock; struct item items[2]; } shop = {PTHREAD_MUTEX_INITIALIZER, {{{42}, 1, -3}}};
static _Thread_local int before[5] = {1}, mine = 7;
static void *other(void *unused) {
  before[1] = mine = 8;
  pthread_mutex_lock(&shop.lock);
  assert(mine == 7 || before[1] == 7 || shop.items[0].level == 1 || !shop.items);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  pthread_join(thread, 0);
}
END
for options in "--compiler=gcc -O0" "--compiler=gcc -O1" "--compiler=clang"; do
  values own.c $options >got
  diff -u - got <<'END' || fail "$options: variables of a thread: other values"
mine = 8
before[1] = 8
shop.items = {{u = {number = 42, name = "*"}, used = 1, level = -3}, {u = {number = 0, name = ""}, used = 0, level = 0}} (size 2)
END
done
# A use after free shows the free, also where a mutex orders them; blocks are called by what they are for.
cat >freed.cpp <<'END'
#include <atomic>
#include <mutex>
#include <thread>
#include <vector>
#include <cstdlib>
struct Node { int key; Node* next; };
struct Account { std::mutex lock; int balance = 0; };
std::mutex mutex;
int main() {
  Node* list = static_cast<Node*>(std::malloc(sizeof *list));
  list->key = 1;
  std::vector<Account> accounts(2);
  auto* owners = new std::atomic<int>(1);
  std::thread other([&] {
    if (owners->fetch_sub(1) == 1) delete owners;  // before it does anything else that is shown
    std::lock_guard hold(mutex);
    std::free(list);
    std::lock_guard second(accounts[1].lock);
  });
  {
    std::lock_guard hold(mutex);
    accounts[1].lock.lock();
    accounts[1].lock.unlock();
    list->key++;
  }
  other.join();
}
END
"$MAZURKA" check freed.cpp --quiet --out "$dir/out" --format=json >report.json 2>errors </dev/null
(($? == 1)) || fail "no use after free: $(cat errors)"
grep -q '"before":"1","after":"freed","detail":"1 -> freed"' report.json || fail "a count in memory that is freed at once has another value"
grep -q '"operation":"free",.*"name":"Node#1"' report.json || fail "the free is not among the accesses to memory"
python3 "$SOURCE_DIR/tests/reports/validate.py" "$SOURCE_DIR/docs/report-schema.json" report.json || fail "the report does not fit the schema"
grep -q 'last reference' report.json && fail "a count that has nothing to do with the block is taken for that of its owners"
# On a terminal of 80 columns, only what is to be copied, or for tools, is wider.
COLUMNS=80 "$MAZURKA" replay out/bug-1.trace --quiet >text 2>errors </dev/null
for wanted in '==>  freed.cpp:17 .*free Node#1$' 'pthread_mutex_lock accounts\[1\].lock' 'use after free: read of 4 bytes in Node#1.key'; do
  grep -q -- "$wanted" text || fail "the report does not say '$wanted': $(cat text)"
done
"$MAZURKA" replay out/bug-1.trace --quiet --html=replayed.html --chrome-trace=replayed.json >text 2>errors </dev/null
grep -q 'free Node#1' replayed.html && grep -q 'free Node#1' replayed.json || fail "replay --html --chrome-trace: $(cat errors)"
COLUMNS=80 "$MAZURKA" check freed.cpp --quiet --out "$dir/out" >text 2>errors </dev/null
grep -v -e '^replay: ' -e '^page: ' -e ': error: ' text | grep -q '.\{81\}' && fail "the report is wider than the terminal: $(cat text)"
finish "values are told"
