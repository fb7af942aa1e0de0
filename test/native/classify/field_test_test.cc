// Conditions on fields: what counts as equal, and random ones, on random heap dumps, against an evaluator that knows
// what was written into them.
#include "classify/field_test.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <random>

#include "classify/decimal_number.h"
#include "classify/property_list.h"
#include "classify/random_values.h"
#include "classify/where.h"
#include "reference/slow_wildcard.h"
#include "support/sanitized.h"
#include "trace/opened.h"

namespace heaptrail {
namespace {

using namespace test;

/// A random condition: its text, and what it means.
struct FieldMeaning {
  std::string text;
  std::function<bool(const KnownObject&)> holds;
};

class FieldConditions {
 public:
  /// `dump` outlives what is made here.
  FieldConditions(const RandomDump& dump, uint32_t seed) : dump_(dump), random_(seed) {}

  FieldMeaning condition(uint32_t depth) {
    if (depth == 0 || below(2) == 0) return test();
    const FieldMeaning a = condition(depth - 1);
    if (below(3) == 0) return {"not (" + a.text + ')', [a](const KnownObject& o) { return !a.holds(o); }};
    const FieldMeaning b = condition(depth - 1);
    if (below(2) == 0) {
      return {fmt::format("({}) and ({})", a.text, b.text),
              [a, b](const KnownObject& o) { return a.holds(o) && b.holds(o); }};
    }
    return {fmt::format("({}) or ({})", a.text, b.text),
            [a, b](const KnownObject& o) { return a.holds(o) || b.holds(o); }};
  }

  /// Whether a test was made of a field that no class has, which is a mistake.
  bool hasUnknownField() const { return hasUnknownField_; }

 private:
  uint32_t below(size_t limit) { return static_cast<uint32_t>(random_() % limit); }

  static std::string inQuotes(const std::string& text) {
    const char mark = text.find('"') == std::string::npos ? '"' : '\'';
    return mark + text + mark;
  }

  std::vector<std::string> path() {
    std::vector<std::string> names;
    for (uint32_t steps = below(4) == 0 ? below(4) : 0; steps > 0; --steps) {
      names.emplace_back(below(2) == 0 ? "link" : "next");
    }
    static const char* const kNames[] = {"a", "link", "next", "age", "size", "value", "name", "count", "nowhere"};
    names.emplace_back(kNames[below(60) == 0 ? 8 : below(10) < 8 ? below(5) : 5 + below(3)]);
    return names;
  }

  FieldMeaning test() {
    const std::vector<std::string> names = path();
    hasUnknownField_ = hasUnknownField_ || !dump_.isDeclared(names[0]);
    const bool isProperty = propertyNamed(names[0]) != nullptr;
    std::string text = isProperty || below(4) == 0 ? "this." : "";
    text += fmt::format("{}", fmt::join(names, "."));

    const std::string comparison = std::vector<std::string>{"=", "!=", "<", "<=", ">", ">=", "matches"}[below(7)];
    const bool isOrder = comparison[0] == '<' || comparison[0] == '>';
    Reading operand = dump_.readings()[below(dump_.readings().size())];
    bool quoted = operand.text.find_first_of(" \"'()=<>!") != std::string::npos || operand.text.empty() ||
                  operand.text == "null" || below(3) == 0;
    if (isOrder && (quoted || !operand.number)) {
      operand = std::vector<Reading>{{"5", 5},
                                     {"-1", -1},
                                     {"0.5", 0.5},
                                     {"1e3", 1000},
                                     {"9007199254740993", 0x20000000000001},
                                     {"9007199254740992.5", 9007199254740992.5L},
                                     {"9223372036854775806.5", 9223372036854775806.5L}}[below(7)];
      quoted = false;
    } else if (comparison == "matches") {
      const size_t from = below(operand.text.size() + 1);
      operand.text.replace(from, below(operand.text.size() - from + 1), "*");
      quoted = true;
    } else if (!isOrder && below(5) == 0) {
      operand = {"null", {}};
      quoted = false;
    }
    const bool isNull = !quoted && operand.text == "null";
    if (quoted) operand.number = {};
    text += ' ' + comparison + ' ' + (quoted ? inQuotes(operand.text) : operand.text);

    return {text, [this, names, comparison, operand, isNull](const KnownObject& object) {
              const KnownObject* at = &object;
              for (size_t i = 0; i + 1 < names.size(); ++i) {
                const auto field = at->fields.find(names[i]);
                if (field == at->fields.end() || !field->second.reference) return false;
                const auto next = dump_.objects().find(field->second.bits);
                if (next == dump_.objects().end()) return false;
                at = &next->second;
              }
              const auto field = at->fields.find(names.back());
              if (field == at->fields.end()) return false;
              const KnownValue& value = field->second;
              if (value.reference && value.bits == 0) return comparison == (isNull ? "=" : "!=");
              if (isNull) return comparison == "!=";
              if (!value.reference) return compares(value.reading, comparison, operand);
              const auto target = dump_.objects().find(value.bits);
              if (target == dump_.objects().end() || !target->second.standsFor) return false;
              return compares(*target->second.standsFor, comparison, operand);
            }};
  }

  static bool compares(const Reading& value, const std::string& comparison, const Reading& operand) {
    const bool numbers = value.number && operand.number;
    const bool equal = value.text == operand.text || (numbers && *value.number == *operand.number);
    if (comparison == "=") return equal;
    if (comparison == "!=") return !equal;
    if (comparison == "matches") return slowlyMatches(value.text, operand.text);
    if (!numbers) return false;
    if (comparison == "<") return *value.number < *operand.number;
    if (comparison == "<=") return *value.number <= *operand.number;
    if (comparison == ">") return *value.number > *operand.number;
    return *value.number >= *operand.number;
  }

  const RandomDump& dump_;
  std::mt19937 random_;
  bool hasUnknownField_ = false;
};

/// The heap of a dump, and its values.
class HeapWithValues : public BareHeap {
 public:
  HeapWithValues(const Heap& heap, std::shared_ptr<const StoredValues> values)
      : BareHeap(heap), values_(std::move(values)) {}
  Result<std::shared_ptr<const StoredValues>> values() const override { return values_; }

 private:
  std::shared_ptr<const StoredValues> values_;
};

/// A dump that can be asked whether a condition holds for one of its objects.
class AskedDump {
 public:
  explicit AskedDump(const HprofBuilder& dump) : file_(dump.content()) {
    trace_ = openTrace({file_.path()}, progress_).value();
    heap_ = trace_->heapAt(PointIndex(0), progress_, Threads(1)).value().heap;
    facts_.emplace(*heap_, trace_->valuesAt(PointIndex(0), *heap_).value());
  }

  bool holds(uint64_t object, std::string_view condition) {
    const auto found = findWhere(*facts_, condition, BitSet::full(heap_->objectCount()), progress_);
    return found.value().test(at(*heap_, object).value());
  }

 private:
  TemporaryFile file_;
  Progress progress_;
  std::unique_ptr<Trace> trace_;
  std::shared_ptr<const Heap> heap_;
  std::optional<HeapWithValues> facts_;
};

TEST(FieldTests, CompareLongsExactlyAndTextsAsTheyAreWithoutMarks) {
  HprofBuilder dump;
  const uint64_t string = dump.addClass("java/lang/String", 0, {{"value", 'L'}, {"coder", 'B'}});
  const uint64_t character = dump.addClass("java/lang/Character", 0, {{"value", 'C'}});
  const uint64_t builder =
      dump.addClass("java/lang/AbstractStringBuilder", 0, {{"value", 'L'}, {"coder", 'B'}, {"count", 'I'}});
  const uint64_t item = dump.addClass(
      "Item", 0, {{"big", 'J'}, {"mark", 'C'}, {"letter", 'L'}, {"built", 'L'}, {"empty", 'L'}, {"port", 'L'}});
  dump.beginSegment().bytes(0x100, "say \"hi\"").bytes(0x200, "").bytes(0x300, "8080");
  dump.instance(0x400, character, {'x'}).instance(0x500, builder, {0x100, 0, 8});
  dump.instance(0x600, builder, {0x200, 0, 0}).instance(0x700, string, {0x300, 0});
  dump.instance(0x800, item, {(uint64_t{1} << 53) + 1, '\'', 0x400, 0x500, 0x600, 0x700}).endSegment();
  AskedDump asked(dump);
  const auto holds = [&](std::string_view condition) { return asked.holds(0x800, condition); };
  EXPECT_TRUE(holds("big>9007199254740992 and big<9007199254740994"));
  EXPECT_FALSE(holds("big<=9007199254740992"));
  EXPECT_TRUE(holds("mark=\"'\" and letter=x and letter matches \"x\""));
  EXPECT_TRUE(holds("built='say \"hi\"' and built!='\"say \"'"));
  EXPECT_TRUE(holds("empty='' and empty!=x and not empty=null"));
  EXPECT_TRUE(holds("port>1 and port<=8080 and port=8080.0 and port=8.08e3"));
}

TEST(FieldTests, CompareNumbersDigitByDigitWhateverTheirLength) {
  HprofBuilder dump;
  const uint64_t string = dump.addClass("java/lang/String", 0, {{"value", 'L'}, {"coder", 'B'}});
  const uint64_t item = dump.addClass("Item", 0, {{"big", 'J'}, {"rate", 'D'}, {"huge", 'L'}, {"text", 'L'}});
  const std::string text = "begin" + std::string(500'000, 'x') + "end";
  dump.beginSegment().bytes(0x100, "123456789012345678901234567890").bytes(0x200, text);
  dump.instance(0x300, string, {0x100, 0}).instance(0x100400, string, {0x200, 0});
  dump.instance(
      0x100800, item,
      {static_cast<uint64_t>(std::numeric_limits<int64_t>::max()), std::bit_cast<uint64_t>(0.1), 0x300, 0x100400});
  dump.endSegment();
  AskedDump asked(dump);
  const auto holds = [&](std::string_view condition) { return asked.holds(0x100800, condition); };
  // As doubles, all of these are 2^63.
  EXPECT_TRUE(holds("big>9223372036854775806.5 and big<9223372036854775807.5 and big!=9223372036854775807.5"));
  EXPECT_TRUE(holds("big=9223372036854775807.0 and big>=9.223372036854775807e18 and big<9223372036854775808"));
  EXPECT_TRUE(holds("rate=0.1 and rate>=1e-1 and rate<0.10000000000000001 and rate>-Infinity"));
  EXPECT_TRUE(holds("huge>123456789012345678901234567889.5 and huge<=123456789012345678901234567890"));
  EXPECT_TRUE(holds("huge=1.23456789012345678901234567890e29 and not huge=1.2345678901234567890e29"));
  // All of a text decides, not its beginning.
  EXPECT_TRUE(holds("text matches \"begin*end\" and text matches \"*xend\""));
  EXPECT_FALSE(holds("text matches \"begin*x\""));
  EXPECT_FALSE(holds("text matches \"*…\""));
}

TEST(DecimalNumbers, AreOrderedByWhatTheyMean) {
  // In this order; those of a line are equal.
  const std::vector<std::vector<std::string>> ascending{{"-Infinity"},
                                                        {"-1e400"},
                                                        {"-12", "-12.0", "-1.2E1", "-0.012e+3"},
                                                        {"-1.5"},
                                                        {"-0.001"},
                                                        {"0", "-0", "0.0", "0e99", "-.0"},
                                                        {"1e-99999999999999999999"},
                                                        {"0.001", "1e-3", ".001"},
                                                        {"1", "1.", "01", "10e-1"},
                                                        {"1.0000000000000000000001"},
                                                        {"9.9"},
                                                        {"10"},
                                                        {"123", "12.3e1"},
                                                        {"1e400"},
                                                        {"1e99999999999999999999"},
                                                        {"Infinity"}};
  for (size_t i = 0; i < ascending.size(); ++i) {
    for (size_t k = 0; k < ascending.size(); ++k) {
      for (const std::string& a : ascending[i]) {
        for (const std::string& b : ascending[k]) {
          EXPECT_EQ(*DecimalNumber::of(a) <=> *DecimalNumber::of(b), std::partial_ordering(i <=> k)) << a << ' ' << b;
        }
      }
    }
  }
  EXPECT_EQ(*DecimalNumber::of("NaN") <=> *DecimalNumber::of("NaN"), std::partial_ordering::unordered);
  for (const std::string none : {"", "-", ".", "e5", "1e", "1e-", "1e+-2", "1 ", "+1", "--1", "0x10", "1.2.3", "nan"}) {
    EXPECT_FALSE(DecimalNumber::of(none)) << none;
  }
}

TEST(FieldTests, RandomOnesAgreeWithAnEvaluatorThatKnowsTheValues) {
  uint64_t held = 0;
  uint64_t asked = 0;
  uint64_t refused = 0;
  for (uint32_t seed = 0; seed < randomCases(1000); ++seed) {
    const RandomDump dump(seed);
    const TemporaryFile file(dump.dump().content());
    Progress progress;
    const auto trace = openTrace({file.path()}, progress).value();
    const auto heap = trace->heapAt(PointIndex(0), progress, Threads(1)).value().heap;
    const HeapWithValues facts(*heap, trace->valuesAt(PointIndex(0), *heap).value());
    for (uint32_t c = 0; c < 20; ++c) {
      FieldConditions conditions(dump, 20 * seed + c);
      const FieldMeaning meaning = conditions.condition(3);
      const auto found = findWhere(facts, meaning.text, BitSet::full(heap->objectCount()), progress);
      ASSERT_EQ(!found, conditions.hasUnknownField()) << meaning.text << ": " << (found ? "" : found.error().message);
      refused += found ? 0 : 1;
      for (uint32_t o = 0; found && o < heap->objectCount(); ++o) {
        const auto known = dump.objects().find(heap->idOf(ObjectIndex(o)).value());
        // Others are classes, of which no field can be asked for.
        const bool holds = meaning.holds(known == dump.objects().end() ? KnownObject() : known->second);
        ASSERT_EQ(found->test(o), holds) << "seed " << seed << ", object "
                                         << fmt::format("{:#x}", heap->idOf(ObjectIndex(o)).value()) << ": "
                                         << meaning.text;
        held += holds ? 1 : 0;
        ++asked;
      }
    }
  }
  EXPECT_GT(refused, 0U);
  EXPECT_GT(held, asked / 20);
  EXPECT_LT(held, asked - asked / 2);
}

}  // namespace
}  // namespace heaptrail
