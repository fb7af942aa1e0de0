// What objects stand for: texts of Java's strings, and the rules by which other objects have one.
#include "values/object_texts.h"

#include <gtest/gtest.h>

#include "trace/opened.h"
#include "values/java_text.h"

namespace heaptrail {
namespace {

using namespace test;

std::vector<StoredValue> chars(const std::u16string& text) {
  std::vector<StoredValue> values;
  for (const char16_t unit : text) values.push_back({ValueKind::kChar, unit});
  return values;
}

std::string shown(const std::u16string& text, size_t longest = 100) {
  return quoted(textOf(chars(text), false, longest));
}

TEST(JavaTexts, ShowWhatCannotBeSeenAsJavaSourceWritesIt) {
  EXPECT_EQ(shown(u"plain"), "\"plain\"");
  EXPECT_EQ(shown(u""), "\"\"");
  EXPECT_EQ(shown(u"a\nb\tc\rd"), R"("a\nb\tc\rd")");
  EXPECT_EQ(shown(u"\"\\"), R"("\"\\")");
  EXPECT_EQ(shown(std::u16string(u"\0\x1b\x7f\x85", 4)), R"("\u0000\u001b\u007f\u0085")");
  EXPECT_EQ(shown(u"\u202eabc\u2066\ufeff"), R"("\u202eabc\u2066\ufeff")") << "marks of direction";
  EXPECT_EQ(shown(u"ä€😀"), "\"ä€😀\"");
  EXPECT_EQ(shown({u'a', 0xd83d, u'b', 0xde00}), R"("a\ud83db\ude00")") << "halves of pairs";
}

TEST(JavaTexts, ThatAreLongAreCutButNotInsideOfAPair) {
  EXPECT_EQ(shown(u"abcd", 4), "\"abcd\"");
  EXPECT_EQ(shown(u"abcde", 4), "\"abcd…\"");
  EXPECT_EQ(shown(u"abc😀", 4), "\"abc…\"");
  EXPECT_EQ(shown(u"ab😀c", 4), "\"ab😀…\"");
}

TEST(JavaTexts, OfPrimitiveValuesAreThoseOfJava) {
  EXPECT_EQ(valueText({ValueKind::kByte, 0x80}), "-128");
  EXPECT_EQ(valueText({ValueKind::kShort, 0xffff}), "-1");
  EXPECT_EQ(valueText({ValueKind::kInt, 0x80000000}), "-2147483648");
  EXPECT_EQ(valueText({ValueKind::kLong, uint64_t{1} << 63}), "-9223372036854775808");
  EXPECT_EQ(valueText({ValueKind::kBoolean, 1}), "true");
  EXPECT_EQ(valueText({ValueKind::kFloat, 0x3dcccccd}), "0.1");
  EXPECT_EQ(valueText({ValueKind::kDouble, 0x7ff8000000000000}), "NaN");
  EXPECT_EQ(valueText({ValueKind::kDouble, 0xfff0000000000000}), "-Infinity");
  EXPECT_EQ(valueText({ValueKind::kChar, 0xd83d}), "\\ud83d");
  EXPECT_EQ(valueText({ValueKind::kChar, '\''}), "\\'");
}

TEST(JavaTexts, OfBytesOfPathsAreUtf8) {
  const auto bytes = [](std::string_view text) {
    std::vector<StoredValue> values;
    for (const char c : text) values.push_back({ValueKind::kByte, static_cast<uint8_t>(c)});
    return values;
  };
  EXPECT_EQ(unquoted(textOfUtf8(bytes("/a/ä€😀"), 20)), "/a/ä€😀");
  EXPECT_EQ(unquoted(textOfUtf8(bytes("/a\xff"), 20)), "/a\xef\xbf\xbd");
  EXPECT_EQ(unquoted(textOfUtf8(bytes("/abc"), 3)), "/ab…");
}

/// A heap in which objects are made by the names of their classes.
class TextsOfObjects : public testing::Test {
 protected:
  static constexpr uint64_t kFirst = 0x100000;

  TextsOfObjects() {
    object_ = dump_.addClass("java/lang/Object", 0, {});
    string_ = dump_.addClass("java/lang/String", object_, {{"value", 'L'}, {"coder", 'B'}});
  }

  uint64_t next() { return next_ += 0x100; }

  uint64_t latin(const std::string& text) {
    const uint64_t content = next();
    dump_.beginSegment().bytes(content, text).endSegment();
    return made(string_, {content, 0});
  }
  uint64_t made(uint64_t type, const std::vector<uint64_t>& values) {
    const uint64_t id = next();
    dump_.beginSegment().instance(id, type, values).endSegment();
    return id;
  }

  /// Of all objects asked for at once, because the heap is read once.
  std::string textOfObject(uint64_t id, size_t longest = ObjectTexts::kShortText) {
    const TemporaryFile file(dump_.content());
    Progress progress;
    const auto trace = openTrace({file.path()}, progress);
    if (!trace) return trace.error().describe();
    const auto point = (*trace)->heapAt(PointIndex(0), progress, Threads(1));
    if (!point) return point.error().describe();
    const auto values = (*trace)->valuesAt(PointIndex(0), *point->heap);
    return ObjectTexts(*point->heap, values->get()).of(at(*point->heap, id), longest);
  }

  HprofBuilder dump_;
  uint64_t object_ = 0;
  uint64_t string_ = 0;
  uint64_t next_ = kFirst;
};

TEST_F(TextsOfObjects, OfCompactStringsAreLatinOrUtf16AsTheirCoderSays) {
  const uint64_t latin = this->latin("Gr\xfc\xdf\x65");
  const uint64_t content = next();
  dump_.beginSegment().bytes(content, std::string("\xac\x20\x3d\xd8\x00\xde", 6)).endSegment();
  const uint64_t wide = made(string_, {content, 1});
  EXPECT_EQ(textOfObject(latin), "\"Grüße\"");
  EXPECT_EQ(textOfObject(wide), "\"€😀\"");
  EXPECT_EQ(textOfObject(this->latin("")), "\"\"");
  EXPECT_EQ(textOfObject(made(string_, {0, 0})), "") << "a string that is being made";
}

TEST_F(TextsOfObjects, OfStringsBeforeJdk9AreArraysOfChars) {
  HprofBuilder old;
  const uint64_t string = old.addClass("java/lang/String", 0, {{"value", 'L'}, {"offset", 'I'}, {"count", 'I'}});
  // The chars 0 to 99: those from 65 on are A, B, C.
  old.beginSegment().primitiveArray(0x1000, 'C', 100).instance(0x2000, string, {0x1000, 65, 3}).endSegment();
  dump_ = old;
  EXPECT_EQ(textOfObject(0x2000), "\"ABC\"");
  HprofBuilder later;
  const uint64_t plain = later.addClass("java/lang/String", 0, {{"value", 'L'}, {"hash", 'I'}});
  later.beginSegment().primitiveArray(0x1000, 'C', 2).instance(0x2000, plain, {0x1000, 0}).endSegment();
  dump_ = later;
  EXPECT_EQ(textOfObject(0x2000), R"("\u0000\u0001")");
}

TEST_F(TextsOfObjects, HoldForSubclassesWhereTheRuleSaysSo) {
  const uint64_t base = dump_.addClass("java/lang/Throwable", object_, {{"detailMessage", 'L'}});
  const uint64_t failure = dump_.addClass("app/Failure", base, {{"detailMessage", 'I'}});
  const uint64_t boxed = dump_.addClass("java/lang/Integer", object_, {{"value", 'I'}});
  const uint64_t odd = dump_.addClass("app/OddInteger", boxed, {});
  EXPECT_EQ(textOfObject(made(base, {latin("it broke")})), "\"it broke\"");
  EXPECT_EQ(textOfObject(made(base, {0})), "") << "without a message";
  EXPECT_EQ(textOfObject(made(failure, {7, latin("hidden")})), "") << "its own field of this name is no text";
  EXPECT_EQ(textOfObject(made(boxed, {0xfffffff9})), "-7");
  EXPECT_EQ(textOfObject(made(odd, {7})), "");
  EXPECT_EQ(textOfObject(made(object_, {})), "");
  EXPECT_EQ(textOfObject(odd), "") << "a class: its type says which";
}

TEST_F(TextsOfObjects, OfWhatHoldsOthersEndWhereTheyWouldGoOnForEver) {
  const uint64_t reference = dump_.addClass("java/util/concurrent/atomic/AtomicReference", object_, {{"value", 'L'}});
  EXPECT_EQ(textOfObject(made(reference, {latin("x")})), "\"x\"");
  EXPECT_EQ(textOfObject(made(reference, {0})), "null");
  EXPECT_EQ(textOfObject(made(reference, {made(object_, {})})), "java.lang.Object");
  const uint64_t circle = next_ + 0x100;
  EXPECT_EQ(textOfObject(made(reference, {circle})), "java.util.concurrent.atomic.AtomicReference");
}

TEST_F(TextsOfObjects, OfDamagedObjectsAreEmpty) {
  const uint64_t uuid = dump_.addClass("java/util/UUID", object_, {{"mostSigBits", 'J'}});
  const uint64_t big = dump_.addClass("java/math/BigInteger", object_, {{"signum", 'I'}, {"mag", 'L'}});
  const uint64_t date = dump_.addClass("java/time/LocalDate", object_, {{"year", 'L'}, {"month", 'I'}, {"day", 'I'}});
  const uint64_t builder = dump_.addClass("java/lang/AbstractStringBuilder", object_, {{"value", 'L'}, {"count", 'I'}});
  const uint64_t wrong = made(object_, {});
  EXPECT_EQ(textOfObject(made(uuid, {1})), "");
  EXPECT_EQ(textOfObject(made(big, {1, wrong})), "");
  EXPECT_EQ(textOfObject(made(date, {wrong, 1, 1})), "");
  EXPECT_EQ(textOfObject(made(builder, {wrong, 0xffffffff})), "");
  EXPECT_EQ(textOfObject(made(builder, {wrong, 3})), "\"\"");
  EXPECT_EQ(textOfObject(made(string_, {wrong, 0})), "\"\"");
}

}  // namespace
}  // namespace heaptrail
