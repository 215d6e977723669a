// A pool of one worker that counts what it has done: without its lock, if it is not repaired.
#pragma once

#include <mutex>
#include <thread>

class Pool {
 public:
  explicit Pool(bool is_repaired);
  ~Pool();
  int done();
  void wait();

 private:
  void work();

  const bool is_repaired_;
  std::mutex mutex_;
  int done_ = 0;
  std::thread worker_;
};
