// structures: whether the object is the head of a data structure; in groupings of which.
#pragma once

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "classify/property.h"

namespace heaptrail {

class StructuresProperty : public Property {
 public:
  static constexpr std::string_view kNone = "(no data structure)";

  std::string_view name() const override { return "structures"; }
  std::string_view sentence() const override {
    return "Whether the object is the head of a data structure; rows are the described types";
  }
  Operand operand() const override { return Operand::kNothing; }
  InGroupings inGroupings() const override { return InGroupings::kDivides; }

  Result<Test> test(const HeapFacts& facts, const Compared&, Progress& progress) const override {
    const auto structures = TRY(facts.structures(progress));
    return [structures](ObjectIndex object) { return structures->of(object).has_value(); };
  }

  Result<Values> values(const HeapFacts& facts, const Options&, Progress& progress) const override {
    const auto structures = TRY(facts.structures(progress));
    const dsl::DescribedTypes& types = structures->types();
    const Heap& heap = facts.heap();
    std::vector<KeyPath> paths;
    for (uint32_t t = 0; t < heap.symbols().types.size(); ++t) {
      const bool isHead = types.isHead(TypeId(t));
      paths.push_back({isHead ? types.descriptionOf(TypeId(t))->type : std::string(kNone)});
    }
    paths.push_back({std::string(kNone)});
    const std::vector<uint32_t> valueOf = sortPaths(paths);
    return singleValues(std::move(paths), [structures, &heap, valueOf](ObjectIndex object) {
      // Dead objects have the type of a head, too.
      return structures->of(object) ? valueOf[heap.typeOf(object).value()] : valueOf.back();
    });
  }
};

}  // namespace heaptrail
