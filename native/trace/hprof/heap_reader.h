// The second and third pass over a heap dump: from what the survey learnt to a Heap.
//
// The second pass gives each object its type and counts its references; the counts become offsets, and the third pass
// writes the references to their places. Every object writes only what is its own, so that pieces of the file may be
// read at the same time and in any order, and the heap is the same whatever the number of threads.
#pragma once

#include <vector>

#include "base/byte_input.h"
#include "base/error.h"
#include "model/heap.h"
#include "trace/hprof/survey.h"
#include "trace/hprof/symbol_table.h"

namespace heaptrail::hprof {

/// Takes the ids out of `survey`. Progress goes from `from` to `to`.
Result<HeapParts> readHeap(const InputFile& file, Survey& survey, const SymbolTable& table, const ClassSizes& sizes,
                           Progress& progress, Threads threads, double from, double to, std::vector<Warning>& warnings);

}  // namespace heaptrail::hprof
