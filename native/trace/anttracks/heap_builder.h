// The heap at a point, from the state of a replay.
#pragma once

#include <memory>
#include <span>

#include "model/heap.h"
#include "trace/anttracks/class_objects.h"
#include "trace/anttracks/replayed_heap.h"
#include "trace/anttracks/type_table.h"

namespace heaptrail::anttracks {

/// `symbols` are those of `types`, with the threads.
HeapParts buildHeap(const ReplayedHeap& replayed, const TypeTable& types, std::shared_ptr<const Symbols> symbols,
                    std::span<const ClassObject> classObjects);

}  // namespace heaptrail::anttracks
