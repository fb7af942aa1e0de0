// place: the field that holds the object, as a programmer would name it.
#pragma once

#include <memory>

#include "classify/object_places_property.h"

namespace heaptrail {

class PlaceProperty : public ObjectPlacesProperty {
 public:
  std::string_view name() const override { return "place"; }
  std::string_view sentence() const override {
    return "The field that holds the object, such as SessionStore.byToken, with [] for each collection between";
  }

 private:
  Result<std::shared_ptr<const ObjectPlaces>> placesIn(const HeapFacts& facts, Progress& progress) const override {
    return facts.places(progress);
  }
};

}  // namespace heaptrail
