// Objects and bytes of a point by type, from its objects alone.
#pragma once

#include "base/error.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "model/trace.h"
#include "trace/recording/read/contents.h"
#include "trace/recording/read/type_table.h"

namespace heaptrail::recording {

Result<Census> countPoint(const RecordingFile& file, const RecordedPoint& point, const StartRecord& start,
                          const TypeTable& types, Progress& progress, Threads threads);

}  // namespace heaptrail::recording
