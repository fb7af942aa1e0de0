// What a line is about: told by which keys it has, whatever their order, because some tools sort them.
#pragma once

#include "trace/jsonl/line_fields.h"

namespace heaptrail::jsonl {

// In the order in which they are looked for: a root has the key "o" of its object, an object those of its type, its
// site and its thread.
enum class LineKind { kHeader, kCollection, kPoint, kEnd, kRoot, kObject, kType, kSite, kThread };

/// An error where a line has none of the keys that tell.
Result<LineKind> kindOf(const std::string& file, const Line& line, const JsonObject& object);

}  // namespace heaptrail::jsonl
