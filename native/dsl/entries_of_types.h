// Which description each type of a trace has: everywhere, and below a head that has descriptions inside.
//
// A description that is written for the type's own name comes first, then that of its nearest superclass which is
// described with `+`. Below a head, what stands in it comes before all that stands outside.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dsl/description_set.h"
#include "dsl/type_index.h"

namespace heaptrail::dsl {

/// By type an index of DescriptionSet::entries(), kNoEntry where there is none: what holds outside of all heads.
std::vector<uint32_t> entriesOfTypes(const DescriptionSet& descriptions, const TypeIndex& types);

/// What holds below `head`, where `everywhere` holds otherwise. Heads stay heads: structures of their own, contained.
std::vector<uint32_t> entriesBelow(const DescriptionSet& descriptions, const TypeIndex& types,
                                   std::span<const uint32_t> everywhere, uint32_t head);

}  // namespace heaptrail::dsl
