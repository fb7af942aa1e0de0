// waste: memory that the heap could do without (waste/waste.h), by kinds.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "base/try.h"
#include "classify/holder_keys.h"
#include "classify/property.h"

namespace heaptrail {

class WasteProperty : public Property {
 public:
  std::string_view name() const override { return "waste"; }
  std::string_view sentence() const override {
    return "What the heap could do without: copies, empty and sparse collections, boxed numbers";
  }
  Operand operand() const override { return Operand::kWord; }
  std::vector<std::string_view> words() const override {
    std::vector<std::string_view> words;
    for (const auto& word : wordsOf(WasteKind())) words.push_back(word.word);
    return words;
  }
  InGroupings inGroupings() const override { return InGroupings::kDivides; }
  std::vector<PropertyOption> options() const override {
    return {{kHideOption, "without the objects that are no waste"}};
  }

  Result<Test> test(const HeapFacts& facts, const Compared& compared, Progress& progress) const override {
    const auto waste = TRY(facts.waste(progress));
    const std::optional<WasteKind> kind = fromWord<WasteKind>(compared.text);
    const bool equal = compared.comparison == Comparison::kEqual;
    return [waste, kind, equal](ObjectIndex object) { return (waste->of(object) == kind) == equal; };
  }

  Result<Values> values(const HeapFacts& facts, const Options& options, Progress& progress) const override {
    const auto waste = TRY(facts.waste(progress));
    std::vector<KeyPath> paths;
    for (size_t kind = 1; kind < kWasteKinds; ++kind) {
      paths.push_back({std::string(labelOf(static_cast<WasteKind>(kind)))});
    }
    const bool hide = !options.empty();
    if (!hide) paths.push_back({std::string(labelOf(WasteKind::kNone))});
    Values values;
    values.paths = std::move(paths);
    values.throughTable = [waste, hide](const std::vector<uint32_t>& table) {
      // By kind; those that are no waste come last among the values, or have none.
      std::vector<uint32_t> ofKind(table.begin(), table.begin() + (kWasteKinds - 1));
      ofKind.insert(ofKind.begin(), hide ? ObjectNumbers::kNone : table.back());
      return ObjectNumbers::from([waste, ofKind = std::make_shared<const std::vector<uint32_t>>(std::move(ofKind))](
                                     ObjectIndex object) { return (*ofKind)[static_cast<size_t>(waste->of(object))]; });
    };
    return values;
  }
};

}  // namespace heaptrail
