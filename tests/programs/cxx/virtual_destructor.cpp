// expect: verified 2
// toy: mutex m
// toy: thread t[2] { lock m; unlock m }
// Objects with virtual functions, RTTI and static tables behind a mutex.
#include <cassert>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

struct Shape {
  virtual ~Shape() = default;
  virtual int area() const = 0;
};

struct Square : Shape {
  explicit Square(int side) : side(side) {}
  int area() const override { return side * side; }
  int side;
};

struct Bar : Shape {
  explicit Bar(int length) : length(length) {}
  int area() const override { return length; }
  int length;
};

int main() {
  std::mutex mutex;
  std::vector<std::unique_ptr<Shape>> shapes;
  std::thread a([&] {
    std::lock_guard lock(mutex);
    shapes.push_back(std::make_unique<Square>(3));
  });
  std::thread b([&] {
    std::lock_guard lock(mutex);
    shapes.push_back(std::make_unique<Bar>(4));
  });
  a.join();
  b.join();
  int squares = 0, sum = 0;
  for (const auto& shape : shapes) {
    squares += dynamic_cast<Square*>(shape.get()) != nullptr;
    sum += shape->area();
  }
  assert(squares == 1 && sum == 13);
}
