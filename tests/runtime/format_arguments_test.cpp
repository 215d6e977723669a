#include "runtime/entries/stdio/format_arguments.hpp"

#include <gtest/gtest.h>
#include <string.h>
#include <wchar.h>

#include <string>

#include "runtime/fixture.hpp"
#include "runtime/races/race_cells.hpp"

namespace mazurka::runtime {
namespace {

class FormatArguments : public RaceTest {
 protected:
  char* text() { return reinterpret_cast<char*>(memory()); }
  char* at(size_t offset) { return text() + offset; }

  void printed(const char* format, ...) {
    va_list values;
    va_start(values, format);
    on_user_side([&] { note_printed(format, values, place(0)); });
    va_end(values);
  }
  void scanned(int assigned, const char* format, ...) {
    va_list values;
    va_start(values, format);
    on_user_side([&] { note_scanned(format, values, assigned, place(0)); });
    va_end(values);
  }

  // The first 64 bytes: r if they were read, w if written, . if neither; without the dots at the end.
  std::string accesses() {
    std::string found(64, '.');
    for (size_t offset = 0; offset < found.size(); offset++) {
      const Granule& granule = granule_at(memory() + offset);
      for (Cell cell : granule.cells)
        if (!races::is_void(epoch_of(cell)) && (cell >> kMaskShift >> offset % 8 & 1) != 0)
          found[offset] = (cell & kKindBits) == kPlainWrite ? 'w' : 'r';
    }
    found.erase(found.find_last_not_of('.') + 1);
    return found;
  }
};

TEST_F(FormatArguments, Values_AreReadWhereTheyAre) {
  struct {
    uint32_t integers = 48, vectors = 176;
    void *more, *registers = nullptr;
  } list;
  list.more = text();
  va_list values;
  memcpy(values, &list, sizeof values);
  on_user_side([&] { note_printed("%d %f %*ld", values, place(0)); });
  EXPECT_EQ(accesses(), "rrrr....rrrrrrrrrrrr....rrrrrrrr");
}

TEST_F(FormatArguments, LongDouble_IsAligned) {
  struct {
    uint32_t integers = 48, vectors = 48;
    void *more, *registers = nullptr;
  } list;
  list.more = text();
  va_list values;
  memcpy(values, &list, sizeof values);
  on_user_side([&] { note_printed("%d %Lf", values, place(0)); });
  EXPECT_EQ(accesses(), "rrrr............" + std::string(16, 'r'));
}

TEST_F(FormatArguments, Text_IsReadWithItsEnd) {
  strcpy(text(), "abc");
  printed("%s", text());
  EXPECT_EQ(accesses(), "rrrr");
}

TEST_F(FormatArguments, Precision_LimitsTheText) {
  memcpy(text(), "abcdefgh", 8);
  printed("%.3s", text());
  EXPECT_EQ(accesses(), "rrr");
}

TEST_F(FormatArguments, Precision_MayBeAnArgument) {
  memcpy(text(), "abcdefgh", 8);
  printed("%*.*s", 20, 2, text());
  EXPECT_EQ(accesses(), "rr");
}

TEST_F(FormatArguments, ShortText_IsReadToItsEndWithinThePrecision) {
  strcpy(text(), "a");
  printed("%.5s", text());
  EXPECT_EQ(accesses(), "rr");
}

TEST_F(FormatArguments, WideText_HasWideCharacters) {
  wcscpy(reinterpret_cast<wchar_t*>(text()), L"ab");
  printed("%ls", text());
  EXPECT_EQ(accesses(), std::string(12, 'r'));
}

TEST_F(FormatArguments, ArgumentsBefore_ArePassedOver) {
  strcpy(at(8), "x");
  printed("%d%% %ld %5.2f %Lf %c %p %hhd %jd|%-+ 08.3x %s", 1, 2L, 3.0, 4.0L, 'c', nullptr, 5, intmax_t{6}, 7U, at(8));
  EXPECT_EQ(accesses(), "........rr");
}

TEST_F(FormatArguments, NumberOfCharacters_IsWritten) {
  printed("abc%n%hhn", text(), at(8));
  EXPECT_EQ(accesses(), "wwww....w");
}

TEST_F(FormatArguments, ErrorText_TakesNoArgument) {
  strcpy(text(), "a");
  printed("%m %s", text());
  EXPECT_EQ(accesses(), "rr");
}

TEST_F(FormatArguments, NoText_IsNotRead) {
  printed("%s", nullptr);
  EXPECT_EQ(accesses(), "");
}

TEST_F(FormatArguments, NumberedArguments_AreThoseOfTheirNumbers) {
  strcpy(text(), "abc");
  strcpy(at(8), "defg");
  printed("%2$*5$d %4$.*3$s %1$s", text(), 7, 2, at(8), 10);
  EXPECT_EQ(accesses(), "rrrr....rr");
  printed("%2$n %1$Lf", 2.5L, at(16));
  EXPECT_EQ(accesses(), "rrrr....rr......wwww");
}

TEST_F(FormatArguments, NumberedArgumentsAfterOthers_EndTheLook) {
  strcpy(text(), "a");
  strcpy(at(8), "b");
  printed("%s %2$s", text(), at(8));
  EXPECT_EQ(accesses(), "rr");
}

TEST_F(FormatArguments, Numbers_AreWrittenInTheirSize) {
  scanned(5, "%hhd %hd %d %ld %lld", at(0), at(8), at(16), at(24), at(32));
  EXPECT_EQ(accesses(), "w.......ww......wwww....wwwwwwwwwwwwwwww");
}

TEST_F(FormatArguments, Floats_AreWrittenInTheirSize) {
  scanned(3, "%f %lf %Lf", at(0), at(8), at(16));
  EXPECT_EQ(accesses(), "wwww....wwwwwwwwwwwwwwwwwwwwwwww");
}

TEST_F(FormatArguments, OnlyWhatWasAssigned_IsWritten) {
  scanned(1, "%d %d", at(0), at(8));
  EXPECT_EQ(accesses(), "wwww");
}

TEST_F(FormatArguments, SkippedConversion_HasNoArgument) {
  scanned(1, "%*ld %hd", at(8));
  EXPECT_EQ(accesses(), "........ww");
}

TEST_F(FormatArguments, ScannedText_IsWrittenWithItsEnd) {
  strcpy(at(0), "ab");
  strcpy(at(8), "c");
  scanned(2, "%s %[^]x]", at(0), at(8));
  EXPECT_EQ(accesses(), "www.....ww");
}

TEST_F(FormatArguments, Characters_HaveNoEnd) {
  scanned(2, "%c%3c", at(0), at(8));
  EXPECT_EQ(accesses(), "w.......www");
}

TEST_F(FormatArguments, AllocatedText_IsAPointer) {
  scanned(1, "%ms", at(8));
  EXPECT_EQ(accesses(), "........wwwwwwww");
}

TEST_F(FormatArguments, NumberOfCharactersRead_DoesNotCount) {
  scanned(1, "%n%d%n", at(0), at(8), at(16));
  EXPECT_EQ(accesses(), "wwww....wwww....wwww");
}

TEST_F(FormatArguments, Nothing_IsNotedForCodeOfTheSystem) {
  strcpy(text(), "abc");
  va_list none = {};
  on_user_side([&] { note_printed("%s", none, reinterpret_cast<uint64_t>(&::wcslen)); });
  EXPECT_EQ(accesses(), "");
}

}  // namespace
}  // namespace mazurka::runtime
