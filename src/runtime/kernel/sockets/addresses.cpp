#include "runtime/kernel/sockets/addresses.hpp"

#include <errno.h>
#include <string.h>

#include <algorithm>
#include <cstddef>

namespace mazurka::runtime {

namespace {

constexpr in6_addr kAnyV4 = {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0}}};
constexpr in6_addr kLoopbackV4 = {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 127, 0, 0, 1}}};
constexpr in6_addr kAnyV6 = IN6ADDR_ANY_INIT, kLoopbackV6 = IN6ADDR_LOOPBACK_INIT;
constexpr size_t kFirstOfV4 = 12;

bool is_same(const in6_addr& one, const in6_addr& other) {
  return memcmp(&one, &other, sizeof one) == 0;
}
bool is_v4(const in6_addr& ip) {
  return memcmp(&ip, &kAnyV4, kFirstOfV4) == 0;
}
bool is_any(const in6_addr& ip) {
  return is_same(ip, kAnyV4) || is_same(ip, kAnyV6);
}

bool covers(const SocketAddress& bound, const in6_addr& ip) {
  if (is_same(bound.ip, ip)) return true;
  if (is_same(bound.ip, kAnyV4)) return is_v4(ip);
  return is_same(bound.ip, kAnyV6) && !(bound.only_v6 && is_v4(ip));
}

long read_name(const sockaddr_un* from, size_t bytes, SocketAddress& result) {
  const size_t begin = offsetof(sockaddr_un, sun_path);
  if (bytes > sizeof(sockaddr_un) || bytes < begin) return -EINVAL;
  result.name_bytes = static_cast<uint32_t>(bytes - begin);
  memcpy(result.name, from->sun_path, result.name_bytes);
  // A path ends at its 0; another name is all that is there.
  if (result.is_path()) result.name_bytes = static_cast<uint32_t>(strnlen(result.name, result.name_bytes));
  return 0;
}

}  // namespace

bool SocketAddress::is_outside() const {
  if (family == AF_UNIX) return false;
  const bool is_own_v4 = is_v4(ip) && ip.s6_addr[kFirstOfV4] == 127;
  return !is_own_v4 && !is_any(ip) && !is_same(ip, kLoopbackV6);
}

long read_address(long address, long bytes, sa_family_t wanted, SocketAddress& result) {
  const auto* from = reinterpret_cast<const sockaddr*>(address);
  if (from == nullptr) return -EFAULT;
  if (bytes < static_cast<long>(sizeof from->sa_family)) return -EINVAL;
  result = {};
  result.family = from->sa_family;
  if (from->sa_family != wanted) return wanted == AF_UNIX ? -EINVAL : -EAFNOSUPPORT;
  if (wanted == AF_UNIX)
    return read_name(reinterpret_cast<const sockaddr_un*>(from), static_cast<size_t>(bytes), result);
  if (wanted == AF_INET) {
    if (bytes < static_cast<long>(sizeof(sockaddr_in))) return -EINVAL;
    const auto* v4 = reinterpret_cast<const sockaddr_in*>(from);
    result.port = ntohs(v4->sin_port);
    result.ip = kAnyV4;
    memcpy(result.ip.s6_addr + kFirstOfV4, &v4->sin_addr, sizeof v4->sin_addr);
    return 0;
  }
  constexpr size_t kLeast = offsetof(sockaddr_in6, sin6_scope_id);
  if (bytes < static_cast<long>(kLeast)) return -EINVAL;
  const auto* v6 = reinterpret_cast<const sockaddr_in6*>(from);
  result.port = ntohs(v6->sin6_port);
  result.ip = v6->sin6_addr;
  return 0;
}

long write_address(const SocketAddress& from, long address, long room) {
  auto* bytes = reinterpret_cast<socklen_t*>(room);
  if (address == 0 || bytes == nullptr) return -EFAULT;
  if (static_cast<int>(*bytes) < 0) return -EINVAL;
  union {
    sockaddr_un name;
    sockaddr_in v4;
    sockaddr_in6 v6;
  } full = {};
  size_t length = 0;
  if (from.family == AF_UNIX) {
    full.name.sun_family = AF_UNIX;
    memcpy(full.name.sun_path, from.name, from.name_bytes);
    const bool has_room = from.name_bytes < sizeof from.name;
    length = offsetof(sockaddr_un, sun_path) + from.name_bytes + (from.is_path() && has_room ? 1 : 0);
  } else if (from.family == AF_INET) {
    full.v4.sin_family = AF_INET;
    full.v4.sin_port = htons(from.port);
    memcpy(&full.v4.sin_addr, from.ip.s6_addr + kFirstOfV4, sizeof full.v4.sin_addr);
    length = sizeof full.v4;
  } else {
    full.v6.sin6_family = AF_INET6;
    full.v6.sin6_port = htons(from.port);
    full.v6.sin6_addr = from.ip;
    length = sizeof full.v6;
  }
  memcpy(reinterpret_cast<void*>(address), &full, std::min<size_t>(*bytes, length));
  *bytes = static_cast<socklen_t>(length);
  return 0;
}

SocketAddress loopback(sa_family_t family, uint16_t port) {
  SocketAddress result;
  result.family = family;
  result.port = port;
  if (is_tcp(family)) result.ip = family == AF_INET ? kLoopbackV4 : kLoopbackV6;
  return result;
}

SocketAddress target_of(const SocketAddress& to) {
  SocketAddress result = to;
  if (is_tcp(to.family) && is_any(to.ip)) result.ip = is_v4(to.ip) ? kLoopbackV4 : kLoopbackV6;
  return result;
}

bool leads_to(const SocketAddress& bound, const SocketAddress& wanted) {
  if ((bound.family == AF_UNIX) != (wanted.family == AF_UNIX)) return false;
  if (wanted.family != AF_UNIX) return bound.port == wanted.port && covers(bound, wanted.ip);
  if (wanted.is_path()) return bound.node != nullptr && bound.node == wanted.node;
  return bound.node == nullptr && bound.name_bytes == wanted.name_bytes &&
         memcmp(bound.name, wanted.name, wanted.name_bytes) == 0;
}

bool overlap(const SocketAddress& one, const SocketAddress& other) {
  return leads_to(one, other) || leads_to(other, one);
}

}  // namespace mazurka::runtime
