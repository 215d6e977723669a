// The files of checked programs: each content once, compressed by zstd.
#include <fmt/format.h>
#include <zstd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "base/check.hpp"
#include "fleet/store.hpp"
#include "fleet/text.hpp"

namespace mazurka::fleet {

namespace {

constexpr int kCompressionLevel = 3;  // zstd's default: 300 MB a second, and binaries become a third

constexpr size_t kPiece = 1 << 16;  // bytes of a file that is hashed; more is no faster

std::string text_of(const XXH128_hash_t& hash) {
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

std::string compressed(std::string_view content) {
  std::string result(ZSTD_compressBound(content.size()), '\0');
  const size_t size = ZSTD_compress(result.data(), result.size(), content.data(), content.size(), kCompressionLevel);
  CHECK(ZSTD_isError(size) == 0, "zstd cannot compress");
  result.resize(size);
  return result;
}

}  // namespace

std::string content_hash(std::string_view content) {
  return text_of(XXH3_128bits(content.data(), content.size()));
}

std::optional<std::string> content_hash_of_file(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return std::nullopt;
  XXH3_state_t state;
  XXH3_128bits_reset(&state);
  std::array<char, kPiece> piece;
  ssize_t got = 0;
  while ((got = ::read(file, piece.data(), piece.size())) > 0 || (got < 0 && errno == EINTR))
    if (got > 0) XXH3_128bits_update(&state, piece.data(), static_cast<size_t>(got));
  ::close(file);
  if (got < 0) return std::nullopt;
  return text_of(XXH3_128bits_digest(&state));
}

Store::Or<Nothing> Store::put_file(std::string_view content) {
  const std::string hash = content_hash(content);
  bool known = false;
  const Or<Nothing> looked = connection_.transact(Access::kRead, [&](Transaction& transaction) {
    known = !transaction.run("SELECT 1 FROM file WHERE hash = $1", {hash}).empty();
  });
  if (!looked) return looked.error();
  if (known) return Nothing();
  const std::string packed = compressed(content);
  return connection_.transact(Access::kWrite, [&](Transaction& transaction) {
    transaction.run("INSERT INTO file (hash, size, content) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
                    {hash, static_cast<int64_t>(content.size()), Bytes{packed}});
  });
}

Store::Or<Bytes> Store::get_file(const std::string& hash) {
  std::optional<std::pair<int64_t, std::string>> found;
  const Or<Nothing> done = connection_.transact(Access::kRead, [&](Transaction& transaction) {
    const Answer row = transaction.run("SELECT size, content FROM file WHERE hash = $1", {storable(hash)});
    if (!row.empty()) found = {row.integer(0, 0), row.bytes(0, 1)};
  });
  if (!done) return done.error();
  if (!found) return fmt::format("the store {} has no file with the hash {}", name(), hash);
  const auto& [size, packed] = *found;
  // What the compressed data says of its size, so that a damaged number does not ask for all memory.
  const unsigned long long told = ZSTD_getFrameContentSize(packed.data(), packed.size());
  Bytes content;
  if (told == static_cast<unsigned long long>(size)) {
    content.data.resize(static_cast<size_t>(size));
    const size_t unpacked = ZSTD_decompress(content.data.data(), content.data.size(), packed.data(), packed.size());
    if (ZSTD_isError(unpacked) == 0 && content_hash(content.data) == hash) return content;
  }
  return fmt::format("the file with the hash {} is damaged in the store {}", hash, name());
}

}  // namespace mazurka::fleet
