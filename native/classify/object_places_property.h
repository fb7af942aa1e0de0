// Properties whose value is a name that each object has once: what is tested and grouped of them is the same.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "base/text.h"
#include "base/try.h"
#include "classify/object_places.h"
#include "classify/property.h"

namespace heaptrail {

class ObjectPlacesProperty : public Property {
 public:
  Operand operand() const override { return Operand::kPattern; }
  InGroupings inGroupings() const override { return InGroupings::kDivides; }

  Result<Test> test(const HeapFacts& facts, const Compared& compared, Progress& progress) const override {
    const auto places = TRY(placesIn(facts, progress));
    std::vector<uint8_t> holds;
    for (const std::string& name : places->names) {
      holds.push_back(matchesWildcard(compared.text, name) == (compared.comparison == Comparison::kEqual) ? 1 : 0);
    }
    return
        [places, holds = std::move(holds)](ObjectIndex object) { return holds[places->nameOf[object.value()]] != 0; };
  }

  Result<Values> values(const HeapFacts& facts, const Options&, Progress& progress) const override {
    const auto places = TRY(placesIn(facts, progress));
    std::vector<KeyPath> paths;
    for (const std::string& name : places->names) paths.push_back({name});
    std::vector<uint32_t> valueOf = sortPaths(paths);
    return singleValues(std::move(paths), [places, valueOf = std::move(valueOf)](ObjectIndex object) {
      return valueOf[places->nameOf[object.value()]];
    });
  }

 private:
  virtual Result<std::shared_ptr<const ObjectPlaces>> placesIn(const HeapFacts& facts, Progress& progress) const = 0;
};

}  // namespace heaptrail
