// Values read back from the records of a dump.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <random>
#include <stdexcept>

#include "trace/opened.h"

namespace heaptrail {
namespace {

using namespace test;

/// A dump that stays open, with its heap and its values.
class ReadDump {
 public:
  explicit ReadDump(const HprofBuilder& dump, bool packed = false)
      : file_(packed ? gzip(dump.content()) : dump.content()) {
    Progress progress;
    Result<std::unique_ptr<Trace>> trace = openTrace({file_.path()}, progress);
    if (!trace) throw std::runtime_error(trace.error().describe());
    trace_ = std::move(*trace);
    Result<RebuiltHeap> rebuilt = trace_->heapAt(PointIndex(0), progress, Threads(1));
    if (!rebuilt) throw std::runtime_error(rebuilt.error().describe());
    heap_ = rebuilt->heap;
    Result<std::unique_ptr<const StoredValues>> values = trace_->valuesAt(PointIndex(0), *heap_);
    if (!values) throw std::runtime_error(values.error().describe());
    values_ = std::move(*values);
  }

  const Heap& heap() const { return *heap_; }
  const StoredValues& values() const { return *values_; }
  const std::string& path() const { return file_.path(); }

  /// The bits of all fields.
  std::vector<uint64_t> fields(uint64_t id) const { return bits(values_->fields(at(*heap_, id))); }
  std::vector<uint64_t> elements(uint64_t id, uint64_t first, uint64_t count) const {
    return bits(values_->elements(at(*heap_, id), first, count));
  }

 private:
  static std::vector<uint64_t> bits(const Result<std::vector<StoredValue>>& values) {
    std::vector<uint64_t> result;
    if (!values) ADD_FAILURE() << values.error().describe();
    for (const StoredValue& value : values.value_or(std::vector<StoredValue>{})) result.push_back(value.bits);
    return result;
  }

  TemporaryFile file_;
  std::unique_ptr<Trace> trace_;
  std::shared_ptr<const Heap> heap_;
  std::unique_ptr<const StoredValues> values_;
};

using Bits = std::vector<uint64_t>;

TEST(HprofValues, OfFieldsOfAllKindsAreTheObjectsOwnBeforeThoseOfItsSuperclass) {
  for (const uint32_t idBytes : {4U, 8U}) {
    HprofBuilder dump(idBytes);
    const uint64_t base = dump.addClass("Base", 0, {{"same", 'I'}, {"link", 'L'}});
    const uint64_t derived = dump.addClass(
        "Derived", base,
        {{"z", 'Z'}, {"c", 'C'}, {"f", 'F'}, {"d", 'D'}, {"b", 'B'}, {"s", 'S'}, {"same", 'I'}, {"j", 'J'}});
    const Bits values{1, 0xd83d, 0x3dcccccd, 0x400921fb54442d18, 0x80, 0xffff, 0x80000000, ~uint64_t{0}, 7, 0x900};
    dump.beginSegment().instance(0x800, derived, values).instance(0x900, base, {8, 0}).endSegment();
    const ReadDump read(dump);
    EXPECT_EQ(read.fields(0x800), values) << idBytes;
    EXPECT_EQ(read.fields(0x900), (Bits{8, 0})) << idBytes;
    const auto kinds = *read.values().fields(at(read.heap(), 0x800));
    EXPECT_EQ(kinds[1].kind, ValueKind::kChar);
    EXPECT_EQ(kinds[9].kind, ValueKind::kReference);
  }
}

TEST(HprofValues, OfArraysAreReadFromAnyElementOn) {
  HprofBuilder dump;
  const uint64_t item = dump.addClass("Item", 0, {});
  const uint64_t items = dump.addClass("[LItem;", 0, {});
  dump.beginSegment().primitiveArray(0x1000, 'I', 20000).objectArray(0x30000, items, {0x40000, 0, 0x40000});
  dump.primitiveArray(0x50000, 'Z', 0).instance(0x40000, item).endSegment();
  const ReadDump read(dump);
  EXPECT_EQ(read.elements(0x1000, 0, 3), (Bits{0, 1, 2}));
  EXPECT_EQ(read.elements(0x1000, 19998, 50), (Bits{19998, 19999}));
  EXPECT_EQ(read.elements(0x1000, 20000, 50), Bits());
  EXPECT_EQ(read.elements(0x1000, ~uint64_t{0}, ~uint64_t{0}), Bits());
  EXPECT_EQ(read.elements(0x1000, 5, ~uint64_t{0}).size(), 19995U);
  EXPECT_EQ(read.elements(0x30000, 0, 10), (Bits{0x40000, 0, 0x40000}));
  EXPECT_EQ(read.elements(0x30000, 1, 1), (Bits{0}));
  EXPECT_EQ(read.elements(0x50000, 0, 10), Bits());
}

TEST(HprofValues, OfClassesAreTheirStaticFieldsWithNamesAndBits) {
  HprofBuilder dump;
  const uint64_t item =
      dump.addClass("Item", 0, {},
                    {{"COUNT", 'S', 0xfffd}, {"first", 'L', 0x800}, {"RATE", 'D', 0x3fd5555555555555}, {"ON", 'Z', 1}});
  const uint64_t empty = dump.addClass("Empty", 0, {});
  dump.beginSegment().instance(0x800, item).instance(0x900, empty).endSegment();
  const ReadDump read(dump);
  const auto statics = *read.values().staticFields(at(read.heap(), item));
  std::vector<std::pair<std::string, uint64_t>> told;
  for (const StaticValue& field : statics) told.emplace_back(field.name, field.value.bits);
  const std::vector<std::pair<std::string, uint64_t>> expected{
      {"COUNT", 0xfffd}, {"first", 0x800}, {"RATE", 0x3fd5555555555555}, {"ON", 1}};
  EXPECT_EQ(told, expected);
  EXPECT_TRUE(read.values().staticFields(at(read.heap(), empty))->empty());
}

TEST(HprofValues, OfAnObjectThatIsThereTwiceAreThoseOfItsFirstRecord) {
  HprofBuilder dump;
  const uint64_t item = dump.addClass("Item", 0, {{"n", 'I'}});
  dump.beginSegment().instance(0x800, item, {1}).instance(0x810, item, {2}).endSegment();
  dump.beginSegment().instance(0x800, item, {3}).endSegment();
  EXPECT_EQ(ReadDump(dump).fields(0x800), Bits{1});
}

TEST(HprofValues, OfAnObjectThatIsThereTwiceAreThoseOfItsFirstRecordWhateverWasReadBefore) {
  // Beside each other, and so far apart that readers keep places between them.
  for (const uint64_t between : {uint64_t{0}, uint64_t{100}}) {
    HprofBuilder dump;
    const uint64_t item = dump.addClass("Item", 0, {{"n", 'I'}});
    const auto addOthers = [&](uint64_t from) {
      for (uint64_t i = 0; i < between; ++i) dump.instance(from + i, item, {0});
    };
    dump.beginSegment();
    dump.instance(0x800, item, {1});
    addOthers(0x400);
    dump.instance(0x700, item, {2});
    addOthers(0x500);
    dump.instance(0x800, item, {3});
    addOthers(0x600);
    dump.instance(0x900, item, {4});
    dump.endSegment();
    const ReadDump read(dump);
    for (int time = 0; time < 2; ++time) {
      EXPECT_EQ(read.fields(0x700), Bits{2});
      EXPECT_EQ(read.fields(0x800), Bits{1});
      EXPECT_EQ(read.fields(0x900), Bits{4});
      EXPECT_EQ(read.fields(0x800), Bits{1});
      EXPECT_EQ(read.fields(0x700), Bits{2});
    }
  }
}

TEST(HprofValues, AreFewerWhereARecordIsShorterThanItsClassSays) {
  HprofBuilder dump;
  const uint64_t item = dump.addClass("Item", 0, {{"n", 'I'}, {"m", 'J'}});
  dump.beginSegment();
  dump.raw({0x21, 0, 0, 0, 0, 0, 0, 0x08, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x01, 0, 0, 0, 0, 0, 6, 0, 0, 0, 9, 1, 1});
  dump.endSegment();
  ASSERT_EQ(item, 0x10000U);
  EXPECT_EQ(ReadDump(dump).fields(0x800), Bits{9});
}

TEST(HprofValues, AreFoundWhateverTheOrderOfObjectsInTheFile) {
  constexpr uint64_t kObjects = 20000;
  std::vector<uint64_t> ids(kObjects);
  for (uint64_t i = 0; i < kObjects; ++i) ids[i] = 0x100000 + 16 * i;
  uint64_t positionBytes = 0;
  const auto expectAll = [&](bool packed = false) {
    HprofBuilder dump;
    const uint64_t item = dump.addClass("Item", 0, {{"n", 'J'}});
    for (uint64_t i = 0; i < kObjects; ++i) {
      if (i % 5000 == 0) dump.beginSegment();
      dump.instance(ids[i], item, {ids[i] * 31});
      if (i % 5000 == 4999) dump.endSegment();
    }
    const ReadDump read(dump, packed);
    for (uint64_t i = 0; i < kObjects; i += 97) ASSERT_EQ(read.fields(ids[i]), Bits{ids[i] * 31});
    for (uint64_t i = kObjects; i > 0; i -= std::min<uint64_t>(i, 211)) {
      ASSERT_EQ(read.fields(ids[i - 1]), Bits{ids[i - 1] * 31});
    }
    std::mt19937 random(2);
    for (int i = 0; i < 200; ++i) {
      // A few that follow each other, anywhere.
      for (uint64_t k = random() % (kObjects - 3), end = k + 3; k < end; ++k) {
        ASSERT_EQ(read.fields(ids[k]), Bits{ids[k] * 31});
      }
    }
    positionBytes = read.heap().parts().records.bytes();
  };
  expectAll();
  EXPECT_LT(positionBytes, kObjects / 10) << "positions take less than a tenth of a byte per object";
  expectAll(true);
  std::ranges::shuffle(ids, std::mt19937(1));
  expectAll();
  expectAll(true);
}

TEST(HprofValues, OfAFileThatWasCutMeanwhileAreAnError) {
  HprofBuilder dump;
  const uint64_t item = dump.addClass("Item", 0, {{"n", 'I'}}, {{"COUNT", 'I', 5}});
  dump.beginSegment().instance(0x800, item, {1}).endSegment();
  const ReadDump read(dump);
  ASSERT_EQ(::truncate(read.path().c_str(), 40), 0);
  const auto fields = read.values().fields(at(read.heap(), 0x800));
  ASSERT_FALSE(fields);
  EXPECT_NE(fields.error().message.find("became shorter"), std::string::npos) << fields.error().message;
  EXPECT_FALSE(read.values().staticFields(at(read.heap(), item)));
}

}  // namespace
}  // namespace heaptrail
