// Sizes of classes as JVMs give them. The numbers are those of `jcmd GC.class_histogram` and of HotSpot's
// -XX:+PrintFieldLayout.
#include "trace/hprof/field_packing.h"

#include <gtest/gtest.h>

namespace heaptrail::hprof {
namespace {

constexpr auto L = ValueKind::kReference;
constexpr auto Z = ValueKind::kBoolean;
constexpr auto B = ValueKind::kByte;
constexpr auto S = ValueKind::kShort;
constexpr auto I = ValueKind::kInt;
constexpr auto J = ValueKind::kLong;

const VmLayout kCompressed{};
const VmLayout kWide{.headerBytes = 16, .referenceBytes = 8, .narrowArrayBase = 24, .wideArrayBase = 24};
const VmLayout kBefore15{.fillsGaps = false};
const VmLayout kCompactHeaders{.headerBytes = 8, .narrowArrayBase = 12};

using Chain = std::vector<std::vector<ValueKind>>;  // of classes, the topmost first

uint32_t bytes(const VmLayout& layout, const Chain& classes) {
  FieldPacking packing(layout);
  for (const auto& fields : classes) packing.addFields(fields);
  return packing.instanceBytes();
}

TEST(FieldPacking, AnObjectWithoutFieldsIsItsHeader) {
  EXPECT_EQ(bytes(kCompressed, {}), 16U);
  EXPECT_EQ(bytes(kWide, {}), 16U);
  EXPECT_EQ(bytes(kCompactHeaders, {}), 8U);
}

TEST(FieldPacking, KnowsTheClassesEveryoneKnows) {
  EXPECT_EQ(bytes(kCompressed, {{I}}), 16U);                                         // java.lang.Integer
  EXPECT_EQ(bytes(kCompressed, {{J}}), 24U);                                         // java.lang.Long
  EXPECT_EQ(bytes(kCompressed, {{L, B, Z, I}}), 24U);                                // java.lang.String, JDK 17
  EXPECT_EQ(bytes(kCompressed, {{I, L, L, L}}), 32U);                                // java.util.HashMap$Node
  EXPECT_EQ(bytes(kCompressed, {{L, L}, {L, L, I, I, I, ValueKind::kFloat}}), 48U);  // java.util.HashMap
  EXPECT_EQ(bytes(kWide, {{I, L, L, L}}), 48U);
}

TEST(FieldPacking, ALongLeavesAHoleThatSmallerFieldsFill) {
  EXPECT_EQ(bytes(kCompressed, {{J, I}}), 24U);  // the int stands at 12, before the long at 16
  EXPECT_EQ(bytes(kCompressed, {{J, S, B, B}}), 24U);
}

TEST(FieldPacking, SinceJdk15SubclassesFillTheHolesOfTheirSuperclass) {
  const Chain chain{{J}, {I}};
  EXPECT_EQ(bytes(kCompressed, chain), 24U);
  EXPECT_EQ(bytes(kBefore15, chain), 32U);
}

TEST(FieldPacking, SinceJdk15SubclassesBeginRightBehindTheLastField) {
  const Chain chain{{Z}, {Z}, {Z}, {Z}};
  EXPECT_EQ(bytes(kCompressed, chain), 16U);
  EXPECT_EQ(bytes(kBefore15, chain), 32U);  // each class took a word of 4 bytes
}

TEST(FieldPacking, StaticFieldsLieBehindTheClassObjectsOwnAndLeaveHoles) {
  FieldPacking packing(kCompressed);
  packing.occupy(112);  // java.lang.Class, JDK 17
  packing.addStaticFields(std::vector<ValueKind>{B, B, L, I, I, J});
  EXPECT_EQ(packing.instanceBytes(), 144U);  // java.lang.Byte: 4 bytes between the reference and the long stay empty
}

TEST(FieldPacking, ContendedFieldsKeepTheirDistance) {
  FieldPacking cell(kCompressed);
  cell.addContended(std::vector<ValueKind>{J});
  EXPECT_EQ(cell.instanceBytes(), 280U);  // ConcurrentHashMap$CounterCell: 12 + 128, a long at 144, 128 more
  cell.addFields(std::vector<ValueKind>{Z});
  EXPECT_EQ(cell.instanceBytes(), 288U);  // a subclass begins behind the padding
}

}  // namespace
}  // namespace heaptrail::hprof
