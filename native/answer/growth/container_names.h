// What the containers of suspects are called where the field that holds one would not tell: an object of the program in
// a local variable is named by its own field in which things piled up.
#pragma once

#include <span>
#include <string>

#include "answer/shared/growth_row.h"
#include "growth/leaf_groups.h"
#include "growth/place_names.h"
#include "growth/suspects.h"
#include "session/growth_analysis.h"

namespace heaptrail {

class ContainerNames {
 public:
  /// Both outlive this.
  ContainerNames(const GrowthAnalysis& analysis, const PlaceNames& names) : analysis_(analysis), names_(names) {}

  /// Of the first of a suspect's heads, which has some. `taken` is what it took in, by type.
  Result<PlaceName> of(const Suspect& suspect, const LeafQuestion& question, std::span<const TakenIn> taken,
                       const Progress& progress) const;

  /// What no object holds may be in the local variables of one method, each in a thread of its own. Empty where most
  /// are not.
  std::string localVariableOfMost(std::span<const ObjectIndex> objects) const;

 private:
  /// Of what piled up in a container that is alone, what keeps most alive: of what the sentence names, where it is
  /// described; otherwise of what the growth tree found. none() where nothing is known.
  Result<ObjectIndex> largestOf(const Suspect& suspect, const LeafQuestion& question, std::span<const TakenIn> taken,
                                const Progress& progress) const;

  const GrowthAnalysis& analysis_;
  const PlaceNames& names_;
};

}  // namespace heaptrail
