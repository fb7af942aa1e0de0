// What containers are called where the field that holds one would not tell: an object of the program in a local
// variable, or in a static field of its own class, is named by its own field in which things piled up.
#pragma once

#include <span>
#include <string>

#include "answer/shared/growth_row.h"
#include "growth/growing_containers.h"
#include "growth/leaf_groups.h"
#include "growth/place_names.h"
#include "session/growth_analysis.h"

namespace heaptrail {

/// A container, alone at its place, and what is known of what piled up in it.
struct NamedContainer {
  ObjectIndex head;
  std::span<const StructureIndex> structures;        // as descriptions cover it
  Descent descent = Descent::kOwnParts;              // which of their leaves tell
  std::span<const TakenIn> taken;                    // by type
  std::span<const Accumulation> accumulations = {};  // as the growth tree found it
};

class ContainerNames {
 public:
  /// `analysis` outlives this.
  explicit ContainerNames(const GrowthAnalysis& analysis)
      : analysis_(analysis), names_(analysis.places().placeNames()) {}

  /// By the field that holds it.
  PlaceName byHolder(ObjectIndex head) const { return names_.of(head); }
  /// By the field through which one object holds another: `Profile.of`. Fields of lambdas and inner classes are the
  /// compiler's: those are named themselves, `Image lambdas`. What arrays and the JDK's objects hold is named as alone.
  std::string byReference(ObjectIndex holder, ObjectIndex held) const;
  /// Whether such a name of an object says where to look.
  bool tells(const PlaceName& byHolder, ObjectIndex object) const;
  /// By what holds it or, where that would not tell, by what piled up.
  Result<PlaceName> of(const NamedContainer& container, const Progress& progress) const;

  /// What no object holds may be in the local variables of one method, each in a thread of its own. Empty where most
  /// are not.
  std::string localVariableOfMost(std::span<const ObjectIndex> objects) const;

 private:
  /// Of what piled up, what keeps most alive: of what a sentence would name, where it is described; otherwise of what
  /// the growth tree found, or of all leaves. none() where nothing is known.
  Result<ObjectIndex> largestIn(const NamedContainer& container, const Progress& progress) const;

  const GrowthAnalysis& analysis_;
  PlaceNames names_;
};

}  // namespace heaptrail
