// place: the field that holds the object, as a programmer would name it.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "base/text.h"
#include "classify/object_places.h"
#include "classify/property.h"

namespace heaptrail {

class PlaceProperty : public Property {
 public:
  std::string_view name() const override { return "place"; }
  std::string_view sentence() const override {
    return "The field that holds the object, such as SessionStore.byToken, with [] for each collection between";
  }
  Operand operand() const override { return Operand::kPattern; }
  InGroupings inGroupings() const override { return InGroupings::kDivides; }

  Result<Test> test(const HeapFacts& facts, const Compared& compared, Progress& progress) const override {
    const auto places = facts.places(progress);
    if (!places) return std::unexpected(places.error());
    std::vector<uint8_t> holds;
    for (const std::string& name : (*places)->names) {
      holds.push_back(matchesWildcard(compared.text, name) == (compared.comparison == Comparison::kEqual) ? 1 : 0);
    }
    return [places = *places, holds = std::move(holds)](ObjectIndex object) {
      return holds[places->nameOf[object.value()]] != 0;
    };
  }

  Result<Values> values(const HeapFacts& facts, const Options&, Progress& progress) const override {
    const auto places = facts.places(progress);
    if (!places) return std::unexpected(places.error());
    std::vector<KeyPath> paths;
    for (const std::string& name : (*places)->names) paths.push_back({name});
    std::vector<uint32_t> valueOf = sortPaths(paths);
    return singleValues(std::move(paths), [places = *places, valueOf = std::move(valueOf)](ObjectIndex object) {
      return valueOf[places->nameOf[object.value()]];
    });
  }
};

}  // namespace heaptrail
