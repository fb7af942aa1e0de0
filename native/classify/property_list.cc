#include "classify/property_list.h"

#include <algorithm>
#include <array>

#include "classify/properties/age.h"
#include "classify/properties/allocating_package.h"
#include "classify/properties/born_after.h"
#include "classify/properties/bytes.h"
#include "classify/properties/callchain.h"
#include "classify/properties/closure.h"
#include "classify/properties/containing_structures.h"
#include "classify/properties/dominator_tree.h"
#include "classify/properties/dominators.h"
#include "classify/properties/elements.h"
#include "classify/properties/extends.h"
#include "classify/properties/fill.h"
#include "classify/properties/id.h"
#include "classify/properties/indirectly_rooted.h"
#include "classify/properties/leaves.h"
#include "classify/properties/length.h"
#include "classify/properties/loader.h"
#include "classify/properties/owner.h"
#include "classify/properties/ownership.h"
#include "classify/properties/package.h"
#include "classify/properties/place.h"
#include "classify/properties/points_old.h"
#include "classify/properties/reachable.h"
#include "classify/properties/references.h"
#include "classify/properties/referrers.h"
#include "classify/properties/rooted.h"
#include "classify/properties/site.h"
#include "classify/properties/space.h"
#include "classify/properties/structures.h"
#include "classify/properties/thread.h"
#include "classify/properties/top_level.h"
#include "classify/properties/type.h"
#include "classify/properties/waste.h"

namespace heaptrail {

namespace {

template <typename T>
const Property* theProperty() {
  static const T property;
  return &property;
}

}  // namespace

std::span<const Property* const> allProperties() {
  static const std::array kAll{
      theProperty<TypeProperty>(),
      theProperty<ExtendsProperty>(),
      theProperty<PackageProperty>(),
      theProperty<LoaderProperty>(),
      theProperty<SiteProperty>(),
      theProperty<CallchainProperty>(),
      theProperty<AllocatingPackageProperty>(),
      theProperty<ThreadProperty>(),
      theProperty<LengthProperty>(),
      theProperty<FillProperty>(),
      theProperty<ElementsProperty>(),
      theProperty<BytesProperty>(),
      theProperty<AgeProperty>(),
      theProperty<SpaceProperty>(),
      theProperty<IdProperty>(),
      theProperty<BornAfterProperty>(),
      theProperty<PointsOldProperty>(),
      theProperty<ReachableProperty>(),
      theProperty<StructuresProperty>(),
      theProperty<TopLevelProperty>(),
      theProperty<LeavesProperty>(),
      theProperty<ContainingStructuresProperty>(),
      theProperty<ClosureProperty>(),
      theProperty<PlaceProperty>(),
      theProperty<ReferencesProperty>(),
      theProperty<ReferrersProperty>(),
      theProperty<DominatorsProperty>(),
      theProperty<DominatorTreeProperty>(),
      theProperty<OwnerProperty>(),
      theProperty<OwnershipProperty>(),
      theProperty<WasteProperty>(),
      theProperty<RootedProperty>(),
      theProperty<IndirectlyRootedProperty>(),
  };
  return kAll;
}

const Property* propertyNamed(std::string_view name) {
  const auto found = std::ranges::find(allProperties(), name, [](const Property* p) { return p->name(); });
  return found == allProperties().end() ? nullptr : *found;
}

std::vector<std::string> namesInConditions() {
  std::vector<std::string> names;
  for (const Property* property : allProperties()) {
    if (property->operand() != Operand::kNoCondition) names.emplace_back(property->name());
  }
  return names;
}

std::vector<std::string> namesInGroupings() {
  std::vector<std::string> names;
  for (const Property* property : allProperties()) {
    if (property->inGroupings() != InGroupings::kNothing) names.emplace_back(property->name());
  }
  return names;
}

}  // namespace heaptrail
