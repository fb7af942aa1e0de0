// A property of objects: type, allocation site, thread, length … Conditions (classify/where.h) and groupings
// (classify/grouping.h) are made of properties, and all of them stand in one list (classify/property_list.h).
//
// A property is a small file in classify/properties. Most have a value for each object from a table of the trace, or a
// number: what those have in common is in table_property.h and number_property.h.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bit_set.h"
#include "base/error.h"
#include "base/progress.h"
#include "classify/heap_facts.h"
#include "model/heap.h"
#include "text/words.h"

namespace heaptrail {

/// What an object is by a property, from the outermost key to the innermost: `java`, `util`. Most have one key.
using KeyPath = std::vector<std::string>;

/// A number for an object: for one, and for many at once, which costs less each.
struct ObjectNumbers {
  static constexpr uint32_t kNone = ~uint32_t{0};

  std::function<uint32_t(ObjectIndex)> of;
  std::function<void(std::span<const ObjectIndex> objects, uint32_t* numbers)> ofMany;

  template <typename NumberOf>
  static ObjectNumbers from(const NumberOf& numberOf) {
    return {.of = numberOf, .ofMany = [numberOf](std::span<const ObjectIndex> objects, uint32_t* numbers) {
              for (size_t i = 0; i < objects.size(); ++i) numbers[i] = numberOf(objects[i]);
            }};
  }
};

/// What the objects of a heap are by a property.
struct Values {
  /// By value, in the order in which people expect them. None is empty.
  std::vector<KeyPath> paths;

  /// Of properties of which an object has one value: the entry of a table (one for each value) for an object's value.
  std::function<ObjectNumbers(std::vector<uint32_t> table)> throughTable;

  /// Of properties of which an object may have several values, or none: appends them. Not set for others.
  std::function<void(ObjectIndex object, std::vector<uint32_t>& values)> allOf;

  bool overlap() const { return allOf != nullptr; }
};

enum class Comparison : uint8_t { kEqual, kUnequal, kLess, kAtMost, kMore, kAtLeast };

/// What a property is compared with in conditions.
enum class Operand : uint8_t {
  kNoCondition,  // it is for groupings only
  kNothing,      // its name alone is the condition
  kPattern,      // a text with stars
  kName,         // a text
  kWord,         // one of its words
  kNumber,       // a whole number, in order
  kId,           // a whole number
  kPoint,        // a point of the trace
};

constexpr auto wordsOf(Operand) {
  return std::to_array<Word<Operand>>({{"none", Operand::kNoCondition},
                                       {"nothing", Operand::kNothing},
                                       {"pattern", Operand::kPattern},
                                       {"name", Operand::kName},
                                       {"word", Operand::kWord},
                                       {"number", Operand::kNumber},
                                       {"id", Operand::kId},
                                       {"point", Operand::kPoint}});
}

/// A test in a condition: what stands behind the property's name.
struct Compared {
  Comparison comparison = Comparison::kEqual;
  std::string_view text;
  uint64_t number = 0;
};

using Test = std::function<bool(ObjectIndex)>;

/// What a property does in groupings.
enum class InGroupings : uint8_t {
  kNothing,  // it is for conditions only
  kDivides,  // puts objects into rows
  kLeadsOn,  // goes from the objects to others, which the properties in its brackets divide
};

constexpr auto wordsOf(InGroupings) {
  return std::to_array<Word<InGroupings>>(
      {{"nothing", InGroupings::kNothing}, {"divides", InGroupings::kDivides}, {"leads-on", InGroupings::kLeadsOn}});
}

/// A word in a property's parentheses.
struct PropertyOption {
  std::string_view word;
  std::string_view sentence;
};
using Options = std::vector<std::string_view>;

class Property {
 public:
  Property() = default;
  virtual ~Property() = default;
  Property(const Property&) = delete;
  Property& operator=(const Property&) = delete;

  virtual std::string_view name() const = 0;
  /// What it is, for a list of all: one sentence without its full stop.
  virtual std::string_view sentence() const = 0;

  /// Why a heap says nothing about it, and what to do about that; none where it does.
  virtual std::optional<std::string> whyNotTold(const Heap&) const { return std::nullopt; }

  virtual Operand operand() const { return Operand::kNoCondition; }
  /// Of operands that are words.
  virtual std::vector<std::string_view> words() const { return {}; }
  /// For properties with an operand. What `compared` refers to outlives the test.
  virtual Result<Test> test(const HeapFacts& facts, const Compared& compared, Progress& progress) const;

  virtual InGroupings inGroupings() const { return InGroupings::kNothing; }
  virtual std::vector<PropertyOption> options() const { return {}; }
  /// Whether at most one of the options makes sense.
  virtual bool optionsExcludeEachOther() const { return false; }
  /// For properties that divide. `facts` outlive the values.
  virtual Result<Values> values(const HeapFacts& facts, const Options& options, Progress& progress) const;
  /// For properties that lead on: each object that some member of `group` leads to, once.
  virtual Result<BitSet> leadOn(const HeapFacts& facts, const Options& options, const BitSet& group,
                                Progress& progress) const;
};

/// Sorts paths and leaves out what is repeated; also says the place of each in the result.
std::vector<uint32_t> sortPaths(std::vector<KeyPath>& paths);

/// The values of objects that have one each: `valueOf(object)` is a place in `paths`.
template <typename ValueOf>
Values singleValues(std::vector<KeyPath>&& paths, const ValueOf& valueOf) {
  return {
      .paths = std::move(paths),
      .throughTable =
          [valueOf](std::vector<uint32_t> table) {
            const auto shared = std::make_shared<const std::vector<uint32_t>>(std::move(table));
            return ObjectNumbers::from([valueOf, shared](ObjectIndex object) { return (*shared)[valueOf(object)]; });
          },
      .allOf = {}};
}

}  // namespace heaptrail
