#include "answer/shared/container_names.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "answer/shared/growth_sentences.h"
#include "answer/shared/growth_words.h"
#include "answer/shared/structure_leaves.h"
#include "base/try.h"
#include "graph/root_paths.h"
#include "growth/heap_places.h"
#include "structure/type_families.h"

namespace heaptrail {

namespace {

constexpr size_t kMaxAskedForVariables = 100;

/// Fields that no source has: variables that lambdas and inner classes use.
bool isCaptured(std::string_view field) {
  constexpr std::array<std::string_view, 3> kPrefixes{"arg$", "val$", "this$"};
  return std::ranges::any_of(kPrefixes, [&](std::string_view prefix) { return field.starts_with(prefix); });
}
bool isCaptured(const std::optional<FieldName>& field) { return field && isCaptured(field->name); }

/// `Registry.INSTANCE`: the one object of its class.
bool isInstance(const std::optional<FieldName>& field, std::string_view type) {
  return field && field->isStatic && field->className == type;
}

}  // namespace

std::string ContainerNames::byReference(ObjectIndex holder, ObjectIndex held) const {
  const LiveGraph& graph = analysis_.to().heapAnalysis().graph();
  const Via via = viaOfSlot(graph.heap(), holder, slotTo(graph, SoftReferences::kFollow, holder, held));
  const std::string& type = graph.heap().symbols()[graph.heap().typeOf(holder)].name;
  if (type.contains("$$Lambda") || isCaptured(via.name)) return pluralOf(type);
  const bool isField = via.kind == Via::Kind::kField || via.kind == Via::Kind::kStaticField;
  if (isField && !isOfJdk(via.declaredBy)) return textOf({via.declaredBy, via.name});
  return names_.of(held).text;
}

bool ContainerNames::tells(const PlaceName& byHolder, ObjectIndex object) const {
  const Heap& heap = analysis_.to().heap();
  return !byHolder.isLocalVariable && !isCaptured(byHolder.field) &&
         !isInstance(byHolder.field, heap.symbols()[heap.typeOf(object)].name);
}

Result<PlaceName> ContainerNames::of(const NamedContainer& container, const Progress& progress) const {
  PlaceName name = names_.of(container.head);
  if (tells(name, container.head)) return name;
  const ObjectIndex largest = TRY(largestIn(container, progress));
  if (!largest.exists()) return name;
  if (PlaceName field = names_.ofFieldTowards(largest, container.head); field.field) return field;
  return name;
}

Result<ObjectIndex> ContainerNames::largestIn(const NamedContainer& container, const Progress& progress) const {
  const Dominators& dominators = *analysis_.ends().to.dominators;
  ObjectIndex largest = ObjectIndex::none();
  const auto compare = [&](ObjectIndex object) {
    if (!largest.exists() || dominators.retained(object).bytes > dominators.retained(largest).bytes) largest = object;
  };
  if (!container.structures.empty()) {
    std::set<std::string, std::less<>> named;
    for (const TakenIn& taken : namedTypes(container.taken)) {
      taken.forEachType([&](const std::string& type) { named.insert(type); });
    }
    // Where as much was there before, and leads to more now.
    const bool isAnyTelling = named.empty() && container.accumulations.empty();
    const Heap& heap = analysis_.to().heap();
    TRY(forEachLeaf(analysis_.to(), container.structures, container.descent, progress, [&](ObjectIndex leaf) {
      if (isAnyTelling || named.contains(heap.symbols()[heap.typeOf(leaf)].name)) compare(leaf);
    }));
  }
  if (largest.exists() || container.accumulations.empty()) return largest;
  std::ranges::for_each((*analysis_.places().tree())[container.accumulations.front().place].at(EndOfWindow::kTo),
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
