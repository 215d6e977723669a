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
finish "values are told"
