#include "answer/growth/container_names.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "answer/shared/growth_sentences.h"
#include "answer/shared/structure_leaves.h"
#include "base/try.h"

namespace heaptrail {

namespace {

constexpr size_t kMaxAskedForVariables = 100;

/// Fields that no source has: variables that lambdas and inner classes use.
bool isCaptured(const std::optional<FieldName>& field) {
  constexpr std::array<std::string_view, 3> kPrefixes{"arg$", "val$", "this$"};
  return field &&
         std::ranges::any_of(kPrefixes, [&](std::string_view prefix) { return field->name.starts_with(prefix); });
}

}  // namespace

Result<PlaceName> ContainerNames::of(const Suspect& suspect, const LeafQuestion& question,
                                     std::span<const TakenIn> taken, const Progress& progress) const {
  const ObjectIndex head = suspect.heads.front();
  PlaceName name = names_.of(head);
  if ((!name.isLocalVariable && !isCaptured(name.field)) || suspect.heads.size() > 1) return name;
  const ObjectIndex largest = TRY(largestOf(suspect, question, taken, progress));
  if (!largest.exists()) return name;
  if (PlaceName field = names_.ofFieldTowards(largest, head); field.field) return field;
  return name;
}

Result<ObjectIndex> ContainerNames::largestOf(const Suspect& suspect, const LeafQuestion& question,
                                              std::span<const TakenIn> taken, const Progress& progress) const {
  const Dominators& dominators = *analysis_.ends().to.dominators;
  ObjectIndex largest = ObjectIndex::none();
  const auto compare = [&](ObjectIndex object) {
    if (!largest.exists() || dominators.retained(object).bytes > dominators.retained(largest).bytes) largest = object;
  };
  if (!suspect.inferred) {
    std::set<std::string, std::less<>> named;
    for (const TakenIn& type : namedTypes(taken)) named.insert(type.type);
    const Heap& heap = analysis_.to().heap();
    TRY(forEachLeaf(analysis_.to(), suspect.structures, question.descent, progress, [&](ObjectIndex leaf) {
      if (named.contains(heap.symbols()[heap.typeOf(leaf)].name)) compare(leaf);
    }));
  }
  if (largest.exists() || suspect.accumulations.empty()) return largest;
  std::ranges::for_each((*analysis_.places().tree())[suspect.accumulations.front().place].at(EndOfWindow::kTo),
                        compare);
  return largest;
}

std::string ContainerNames::localVariableOfMost(std::span<const ObjectIndex> objects) const {
  const size_t step = std::max<size_t>(1, objects.size() / kMaxAskedForVariables);
  std::map<std::string, size_t> count;
  size_t asked = 0;
  for (size_t i = 0; i < objects.size(); i += step) {
    ++asked;
    if (PlaceName name = names_.of(objects[i]); name.isLocalVariable) ++count[std::move(name.text)];
  }
  const auto most = std::ranges::max_element(count, {}, [](const auto& name) { return name.second; });
  return most != count.end() && 2 * most->second > asked ? most->first : "";
}

}  // namespace heaptrail
