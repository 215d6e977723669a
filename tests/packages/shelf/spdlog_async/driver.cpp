#include <spdlog/async.h>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>

#include <cassert>
#include <sstream>

int main() {
  std::ostringstream text;
  {
    auto pool = std::make_shared<spdlog::details::thread_pool>(4, 1);
    auto sink = std::make_shared<spdlog::sinks::ostream_sink_mt>(text);
    auto log = std::make_shared<spdlog::async_logger>("log", sink, pool, spdlog::async_overflow_policy::block);
    log->set_pattern("%v");
    log->info("one");
    log->info("two");
  }
  assert(text.str().size() == 8);
}
