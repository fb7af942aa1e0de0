#include "answer/growth/container_names.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "answer/shared/growth_sentences.h"
#include "base/try.h"
#include "structure/structure_walk.h"

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
  const std::vector<ObjectIndex> contents = TRY(contentsOf(suspect, question, taken, progress));
  const Dominators& dominators = *analysis_.ends().to.dominators;
  const auto most =
      std::ranges::max_element(contents, {}, [&](ObjectIndex object) { return dominators.retained(object).bytes; });
  if (most == contents.end()) return name;
  if (PlaceName field = names_.ofFieldTowards(*most, head); field.field) return field;
  return name;
}

Result<std::vector<ObjectIndex>> ContainerNames::contentsOf(const Suspect& suspect, const LeafQuestion& question,
                                                            std::span<const TakenIn> taken,
                                                            const Progress& progress) const {
  std::vector<ObjectIndex> contents;
  if (!suspect.inferred && !suspect.structures.empty()) {
    std::set<std::string, std::less<>> named;
    for (const TakenIn& type : namedTypes(taken)) named.insert(type.type);
    const Heap& heap = analysis_.to().heap();
    const Symbols& symbols = heap.symbols();
    StructureWalk walk(analysis_.to().heapAnalysis().graph(), analysis_.to().analysis->types());
    if (walk.run(suspect.heads.front(), question.descent, StructureWalk::kNoLimit, progress) ==
        StructureWalk::End::kCancelled) {
      return cancelledError();
    }
    for (const ObjectIndex member : walk.members()) {
      if (walk.isLeaf(member) && named.contains(symbols[heap.typeOf(member)].name)) contents.push_back(member);
    }
  }
  if (contents.empty() && !suspect.accumulations.empty()) {
    const auto members = (*analysis_.places().tree())[suspect.accumulations.front().place].at(EndOfWindow::kTo);
    contents.assign(members.begin(), members.end());
  }
  return contents;
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
