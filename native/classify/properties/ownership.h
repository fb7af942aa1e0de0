// ownership: the node that the object is in where it is told who owns the heap (ownership/class_groups.h).
#pragma once

#include <memory>

#include "classify/object_places_property.h"

namespace heaptrail {

class OwnershipProperty : public ObjectPlacesProperty {
 public:
  std::string_view name() const override { return "ownership"; }
  std::string_view sentence() const override {
    return "The node of the ownership picture that the object is in, such as Node[] ← HashMap ← Session.attributes";
  }

 private:
  Result<std::shared_ptr<const ObjectPlaces>> placesIn(const HeapFacts& facts, Progress& progress) const override {
    return facts.ownershipNodes(progress);
  }
};

}  // namespace heaptrail
