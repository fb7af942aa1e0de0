// The rows below the rows of an answer, level by level, as deep as is asked for. All rows of one depth are measured
// together, so each level costs as much as the heap's types, however many rows it is below.
#pragma once

#include <cstdint>
#include <vector>

#include "answer/heap/heap_question.h"
#include "session/heap_groups.h"

namespace heaptrail {

/// `rows` are those of the level that stand in `answered`, in this order.
Status addRowsBelow(const GroupedLevel& grouped, std::vector<uint32_t> rows, const HeapQuestion& question,
                    std::vector<HeapRow>& answered, Progress& progress);

}  // namespace heaptrail
