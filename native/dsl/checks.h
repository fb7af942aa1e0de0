// What can be said about a file of descriptions beyond its syntax: mistakes in what it says, alone, together with the
// other files, and in view of a trace.
//
// Without a trace nobody knows which classes are subclasses of which, so a check is silent wherever that matters. With
// a trace checks are exact. The shipped files describe classes that most programs do not have: what depends on the
// trace is not said about them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "dsl/description_set.h"
#include "dsl/diagnostic.h"
#include "dsl/nearest_name.h"
#include "dsl/type_index.h"

namespace heaptrail::dsl {

/// What a trace tells about the types that are described.
struct KnownHeap {
  const TypeIndex& types;
  const NearestName& nearest;
  /// Live objects by type at the point that is looked at. Empty where no point is.
  std::span<const uint64_t> liveObjects;
  /// Of DescriptionSet::entries(): those whose structures detection left out, because they hold the heap many times
  /// over.
  std::span<const uint32_t> tooWide;
};

/// All there is to say about one file of a set, the parser's diagnostics too, in the order of the text.
std::vector<Diagnostic> diagnose(const DescriptionSet& descriptions, uint32_t file, const KnownHeap* known = nullptr);

}  // namespace heaptrail::dsl
