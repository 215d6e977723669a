// The models of functions of the C library (include/mazurka/followed), against the C library.
#include <ctype.h>
#include <errno.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <random>
#include <string>

// NOLINTBEGIN(readability-identifier-naming)
extern "C" {
const void* mazurka_follow_place(const void*) {
  return nullptr;
}
int mazurka_follow_next_byte(FILE* file, unsigned char* into) {
  const int c = fgetc(file);
  if (c == EOF) return 0;
  *into = static_cast<unsigned char>(c);
  return 1;
}
size_t mazurka_model_strlen(const char*);
size_t mazurka_model_strnlen(const char*, size_t);
int mazurka_model_strcmp(const char*, const char*);
int mazurka_model_strncmp(const char*, const char*, size_t);
int mazurka_model_strcasecmp(const char*, const char*);
int mazurka_model_strncasecmp(const char*, const char*, size_t);
int mazurka_model_memcmp(const void*, const void*, size_t);
void* mazurka_model_memchr(const void*, int, size_t);
char* mazurka_model_strchr(const char*, int);
char* mazurka_model_strrchr(const char*, int);
char* mazurka_model_strstr(const char*, const char*);
size_t mazurka_model_strspn(const char*, const char*);
size_t mazurka_model_strcspn(const char*, const char*);
char* mazurka_model_strpbrk(const char*, const char*);
char* mazurka_model_strtok_r(char*, const char*, char**);
char* mazurka_model_strsep(char**, const char*);
char* mazurka_model_strcpy(char*, const char*);
char* mazurka_model_stpcpy(char*, const char*);
char* mazurka_model_strncpy(char*, const char*, size_t);
char* mazurka_model_stpncpy(char*, const char*, size_t);
char* mazurka_model_strcat(char*, const char*);
char* mazurka_model_strncat(char*, const char*, size_t);
char* mazurka_model_strndup(const char*, size_t);
long mazurka_model_strtol(const char*, char**, int);
unsigned long mazurka_model_strtoul(const char*, char**, int);
int mazurka_model_atoi(const char*);
char* mazurka_model_fgets(char*, int, FILE*);
size_t mazurka_model_fread(void*, size_t, size_t, FILE*);
ssize_t mazurka_model_getline(char**, size_t*, FILE*);
int mazurka_model_isdigit(int);
int mazurka_model_isupper(int);
int mazurka_model_islower(int);
int mazurka_model_isalpha(int);
int mazurka_model_isalnum(int);
int mazurka_model_isxdigit(int);
int mazurka_model_isspace(int);
int mazurka_model_isblank(int);
int mazurka_model_iscntrl(int);
int mazurka_model_isprint(int);
int mazurka_model_isgraph(int);
int mazurka_model_ispunct(int);
int mazurka_model_toupper(int);
int mazurka_model_tolower(int);
}
// NOLINTEND(readability-identifier-naming)

namespace {

class FollowedLibrary : public testing::Test {
 protected:
  unsigned below(unsigned sides) { return static_cast<unsigned>(dice_() % sides); }
  std::string text(const char* letters, unsigned longest) {
    std::string result;
    const unsigned length = below(longest + 1);
    for (unsigned k = 0; k < length; k++) result += letters[below(static_cast<unsigned>(strlen(letters)))];
    return result;
  }
  static int sign(int value) { return value < 0 ? -1 : value > 0 ? 1 : 0; }

  std::mt19937 dice_{4711};
};

TEST_F(FollowedLibrary, Comparisons) {
  for (int k = 0; k < 20000; k++) {
    const std::string a = text("aAbB\xe4", 5), b = text("aAbB\xe4", 5);
    const size_t most = below(6);
    const char *x = a.c_str(), *y = b.c_str();
    ASSERT_EQ(sign(mazurka_model_strcmp(x, y)), sign(strcmp(x, y))) << a << " " << b;
    ASSERT_EQ(sign(mazurka_model_strncmp(x, y, most)), sign(strncmp(x, y, most))) << a << " " << b;
    ASSERT_EQ(sign(mazurka_model_strcasecmp(x, y)), sign(strcasecmp(x, y))) << a << " " << b;
    ASSERT_EQ(sign(mazurka_model_strncasecmp(x, y, most)), sign(strncasecmp(x, y, most))) << a << " " << b;
    const size_t both = std::min(a.size(), b.size());
    ASSERT_EQ(sign(mazurka_model_memcmp(x, y, both)), sign(memcmp(x, y, both))) << a << " " << b;
  }
}

TEST_F(FollowedLibrary, Searches) {
  for (int k = 0; k < 20000; k++) {
    const std::string a = text("abc;", 8), b = text("abc;", 3);
    const char *x = a.c_str(), *y = b.c_str();
    const int wanted = "abc;\0"[below(5)];
    const size_t most = below(10);
    ASSERT_EQ(mazurka_model_strlen(x), strlen(x));
    ASSERT_EQ(mazurka_model_strnlen(x, most), strnlen(x, most));
    ASSERT_EQ(mazurka_model_strchr(x, wanted), strchr(x, wanted));
    ASSERT_EQ(mazurka_model_strrchr(x, wanted), strrchr(x, wanted));
    ASSERT_EQ(mazurka_model_memchr(x, wanted, a.size()), memchr(x, wanted, a.size()));
    ASSERT_EQ(mazurka_model_strstr(x, y), strstr(x, y));
    ASSERT_EQ(mazurka_model_strspn(x, y), strspn(x, y));
    ASSERT_EQ(mazurka_model_strcspn(x, y), strcspn(x, y));
    ASSERT_EQ(mazurka_model_strpbrk(x, y), strpbrk(x, y));
    std::string first = a, second = a;
    char *rest = nullptr, *other_rest = nullptr, *from = first.data(), *other_from = second.data();
    for (int n = 0; n < 3; n++) {
      const char *part = mazurka_model_strtok_r(from, y, &rest), *other = strtok_r(other_from, y, &other_rest);
      ASSERT_EQ(part == nullptr, other == nullptr) << a << " " << b;
      if (part == nullptr) break;
      ASSERT_EQ(part - first.data(), other - second.data());
      ASSERT_EQ(first, second);
      from = other_from = nullptr;
    }
    first = second = a;
    rest = first.data(), other_rest = second.data();
    for (int n = 0; n < 3; n++) {
      const char *part = mazurka_model_strsep(&rest, y), *other = strsep(&other_rest, y);
      ASSERT_EQ(part == nullptr, other == nullptr);
      if (part == nullptr) break;
      ASSERT_EQ(part - first.data(), other - second.data());
      ASSERT_EQ(first, second);
    }
  }
}

TEST_F(FollowedLibrary, Copies) {
  for (int k = 0; k < 5000; k++) {
    const std::string a = text("abc", 6), b = text("abc", 6);
    const size_t most = below(9);
    const auto same = [&](auto model, auto real) {
      char to[32], other[32];
      memset(to, 7, sizeof to);
      memset(other, 7, sizeof other);
      strcpy(to, b.c_str());
      strcpy(other, b.c_str());
      const ptrdiff_t result = model(to) - to, expected = real(other) - other;
      EXPECT_EQ(result, expected);
      EXPECT_EQ(memcmp(to, other, sizeof to), 0) << a << " " << b << " " << most;
    };
    const char* x = a.c_str();
    same([&](char* to) { return mazurka_model_strcpy(to, x); }, [&](char* to) { return strcpy(to, x); });
    same([&](char* to) { return mazurka_model_stpcpy(to, x); }, [&](char* to) { return stpcpy(to, x); });
    same([&](char* to) { return mazurka_model_strcat(to, x); }, [&](char* to) { return strcat(to, x); });
    same([&](char* to) { return mazurka_model_strncpy(to, x, most); }, [&](char* to) { return strncpy(to, x, most); });
    same([&](char* to) { return mazurka_model_stpncpy(to, x, most); }, [&](char* to) { return stpncpy(to, x, most); });
    same([&](char* to) { return mazurka_model_strncat(to, x, most); }, [&](char* to) { return strncat(to, x, most); });
    char* copy = mazurka_model_strndup(x, most);
    EXPECT_EQ(std::string(copy), a.substr(0, most));
    free(copy);
  }
}

TEST_F(FollowedLibrary, Numbers) {
  for (int k = 0; k < 50000; k++) {
    std::string a = text(" \t", 1) + text("+-", 1) + text("0x", 2) + text("0123456789abcxyzF ", k % 3 == 0 ? 24 : 5);
    const int bases[] = {0, 2, 8, 10, 16, 36, 1, 37, 10, 10};
    const int base = bases[below(10)];
    char *end = nullptr, *expected_end = nullptr;
    errno = 0;
    const long value = mazurka_model_strtol(a.c_str(), &end, base);
    const int error = errno;
    errno = 0;
    const long expected = strtol(a.c_str(), &expected_end, base);
    const bool is_base = base == 0 || (base >= 2 && base <= 36);
    ASSERT_EQ(value, expected) << "'" << a << "' " << base;
    ASSERT_EQ(error, errno) << "'" << a << "' " << base;
    if (is_base) {
      ASSERT_EQ(end, expected_end) << "'" << a << "' " << base;
    }
    errno = 0;
    ASSERT_EQ(mazurka_model_strtoul(a.c_str(), nullptr, base), strtoul(a.c_str(), nullptr, base)) << "'" << a << "'";
    ASSERT_EQ(mazurka_model_atoi(a.c_str()), atoi(a.c_str())) << "'" << a << "'";
  }
}

TEST_F(FollowedLibrary, KindsOfCharacters) {
#define SAME_KIND(name) ASSERT_EQ(mazurka_model_##name(c) != 0, name(c) != 0) << #name << " " << c
  for (int c = -1; c < 256; c++) {
    SAME_KIND(isdigit);
    SAME_KIND(isupper);
    SAME_KIND(islower);
    SAME_KIND(isalpha);
    SAME_KIND(isalnum);
    SAME_KIND(isxdigit);
    SAME_KIND(isspace);
    SAME_KIND(isblank);
    SAME_KIND(iscntrl);
    SAME_KIND(isprint);
    SAME_KIND(isgraph);
    SAME_KIND(ispunct);
    ASSERT_EQ(mazurka_model_toupper(c), toupper(c)) << c;
    ASSERT_EQ(mazurka_model_tolower(c), tolower(c)) << c;
  }
}

TEST_F(FollowedLibrary, Streams) {
  for (int k = 0; k < 2000; k++) {
    std::string a = text("ab\n", 9);
    if (a.empty()) continue;
    FILE* first = fmemopen(a.data(), a.size(), "r");
    FILE* second = fmemopen(a.data(), a.size(), "r");
    for (int n = 0; n < 6; n++) {
      char to[8] = "", other[8] = "";
      const int room = static_cast<int>(1 + below(7));
      if (below(2) == 0) {
        ASSERT_EQ(mazurka_model_fgets(to, room, first) == nullptr, fgets(other, room, second) == nullptr) << a << room;
      } else {
        const size_t size = 1 + below(2);
        ASSERT_EQ(mazurka_model_fread(to, size, 3, first), fread(other, size, 3, second)) << a;
      }
      ASSERT_EQ(std::string(to), other) << a;
    }
    rewind(first);
    rewind(second);
    char *line = nullptr, *other_line = nullptr;
    size_t room = 0, other_room = 0;
    for (int n = 0; n < 4; n++) {
      const ssize_t count = mazurka_model_getline(&line, &room, first);
      ASSERT_EQ(count, getline(&other_line, &other_room, second));
      if (count > 0) {
        ASSERT_STREQ(line, other_line);
      }
    }
    free(line);
    free(other_line);
    fclose(first);
    fclose(second);
  }
}

}  // namespace
