// The ids of the model: every kind of thing has numbers of its own kind.
#pragma once

#include <cstdint>

#include "base/strong_id.h"

namespace heaptrail {

/// An object's place in the columns of one Heap. 32 bits: up to 4.29 billion objects.
using ObjectIndex = StrongId<struct ObjectIndexTag, uint32_t>;

/// What a trace calls an object; the same at every point where the format knows identity (see Trace).
using ObjectId = StrongId<struct ObjectIdTag, uint64_t>;

using TypeId = StrongId<struct TypeIdTag, uint32_t>;
using SiteId = StrongId<struct SiteIdTag, uint32_t>;
using ThreadId = StrongId<struct ThreadIdTag, uint32_t>;
using PointIndex = StrongId<struct PointIndexTag, uint32_t>;

}  // namespace heaptrail
