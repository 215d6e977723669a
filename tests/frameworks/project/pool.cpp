#include "pool.hpp"

Pool::Pool(bool is_repaired) : is_repaired_(is_repaired), worker_([this] { work(); }) {}

Pool::~Pool() {
  if (worker_.joinable()) worker_.join();
}

void Pool::work() {
  std::unique_lock hold(mutex_, std::defer_lock);
  if (is_repaired_) hold.lock();
  done_++;
}

int Pool::done() {
  std::lock_guard hold(mutex_);
  return done_;
}

void Pool::wait() {
  worker_.join();
}
