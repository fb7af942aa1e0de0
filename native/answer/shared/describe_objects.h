// Objects, what holds them, and paths to them, as answers tell them.
#pragma once

#include "answer/shared/object_answers.h"
#include "graph/root_holders.h"
#include "graph/root_paths.h"
#include "model/heap.h"

namespace heaptrail {

ObjectAnswer describeObject(const Heap& heap, ObjectIndex object);
HolderAnswer describeHolder(const Heap& heap, const RootHolder& holder);
PathAnswer describePath(const Heap& heap, const RootPath& path);

}  // namespace heaptrail
