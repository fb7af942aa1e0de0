// The text of java.lang.String objects, read back from the file on demand: the heap's columns hold no values.
#pragma once

#include <string>
#include <vector>

#include "base/byte_input.h"
#include "model/heap.h"
#include "trace/hprof/survey.h"

namespace heaptrail::hprof {

/// The target of the reference in the field (or static field, as slots name it) `name` of `object`; none() if it is
/// null.
ObjectIndex follow(const Heap& heap, ObjectIndex object, const std::string& name);

/// The text of each of `strings` (none() gives an empty one). Reads only the pieces of the file that hold them.
Result<std::vector<std::string>> readStrings(const InputFile& file, const Survey& survey, const Heap& heap,
                                             const std::vector<ObjectIndex>& strings, Progress& progress,
                                             Threads threads);

}  // namespace heaptrail::hprof
