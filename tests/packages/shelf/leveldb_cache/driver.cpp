#include <cassert>
#include <memory>
#include <thread>

#include "leveldb/cache.h"
#include "leveldb/slice.h"

static void forget(const leveldb::Slice&, void* value) {
  delete static_cast<int*>(value);
}

int main() {
  std::unique_ptr<leveldb::Cache> cache(leveldb::NewLRUCache(16));
  std::thread other([&] {
    if (leveldb::Cache::Handle* found = cache->Lookup("key")) {
      cache->Erase("key");
      assert(*static_cast<int*>(cache->Value(found)) == 7);
      cache->Release(found);
    }
  });
  leveldb::Cache::Handle* own = cache->Insert("key", new int(7), 1, forget);
  assert(*static_cast<int*>(cache->Value(own)) == 7);
  cache->Release(own);
  other.join();
}
