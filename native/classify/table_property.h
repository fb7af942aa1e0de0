// Properties of which an object has one value, and the values stand in a table of the trace: types, sites, threads, and
// what follows from them. A test is made once for each entry, not for each object.
//
// `Table` is a small class over a heap:
//
//   struct ThreadTable {
//     static constexpr std::string_view kName = "thread";
//     static constexpr std::string_view kSentence = "The thread that allocated the object";
//     static constexpr Operand kOperand = Operand::kPattern;
//     static constexpr InGroupings kInGroupings = InGroupings::kDivides;
//     static std::optional<std::string> whyNotTold(const Heap& heap);
//
//     explicit ThreadTable(const Heap& heap);
//     uint32_t size() const;                                         // entries
//     uint32_t entryOf(ObjectIndex object) const;                    // below size()
//     KeyPath keysOf(uint32_t entry) const;
//     bool isKnown(uint32_t entry) const;                            // no test holds for what is not
//     bool fits(uint32_t entry, std::string_view operand) const;     // what `=` means
//   };
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "classify/property.h"

namespace heaptrail {

template <typename Table>
class TableProperty : public Property {
 public:
  std::string_view name() const override { return Table::kName; }
  std::string_view sentence() const override { return Table::kSentence; }
  std::optional<std::string> whyNotTold(const Heap& heap) const override { return Table::whyNotTold(heap); }
  Operand operand() const override { return Table::kOperand; }
  std::vector<std::string_view> words() const override {
    if constexpr (requires { Table::words(); }) return Table::words();
    return {};
  }
  InGroupings inGroupings() const override { return Table::kInGroupings; }

  Result<Test> test(const HeapFacts& facts, const Compared& compared, Progress&) const override {
    const Table table(facts.heap());
    std::vector<uint8_t> holds(table.size());
    for (uint32_t entry = 0; entry < table.size(); ++entry) {
      if (!table.isKnown(entry)) continue;
      holds[entry] = table.fits(entry, compared.text) == (compared.comparison == Comparison::kEqual) ? 1 : 0;
    }
    return [table, holds = std::move(holds)](ObjectIndex object) { return holds[table.entryOf(object)] != 0; };
  }

  Result<Values> values(const HeapFacts& facts, const Options& options, Progress& progress) const override {
    if constexpr (Table::kInGroupings == InGroupings::kDivides) {
      return valuesIn(facts.heap());
    } else {
      return Property::values(facts, options, progress);
    }
  }

  /// `heap` outlives the values.
  static Values valuesIn(const Heap& heap)
    requires(Table::kInGroupings == InGroupings::kDivides)
  {
    const Table table(heap);
    std::vector<KeyPath> paths;
    paths.reserve(table.size());
    for (uint32_t entry = 0; entry < table.size(); ++entry) paths.push_back(table.keysOf(entry));
    const std::vector<uint32_t> valueOf = sortPaths(paths);
    return {.paths = std::move(paths),
            .throughTable =
                [table, valueOf](const std::vector<uint32_t>& numbers) {
                  auto ofEntry = std::make_shared<std::vector<uint32_t>>();
                  for (const uint32_t value : valueOf) ofEntry->push_back(numbers[value]);
                  return ObjectNumbers::from(
                      [table, ofEntry](ObjectIndex object) { return (*ofEntry)[table.entryOf(object)]; });
                },
            .allOf = {}};
  }
};

}  // namespace heaptrail
