// What the keys of the lines of types, sites and threads mean.
#pragma once

#include "model/symbols.h"
#include "trace/jsonl/line_fields.h"
#include "trace/jsonl/symbol_lines.h"

namespace heaptrail::jsonl {

/// Bytes of an array without elements, and of a reference in an array, where a type's line does not tell.
inline constexpr uint32_t kUsualArrayHeader = 16;
inline constexpr uint32_t kUsualReference = 8;

/// Whether arrays of this name are arrays, and of what, if nothing but the name tells: `int[]`, `a.B[]`.
struct NamedShape {
  TypeShape shape;
  ValueKind element;
};
NamedShape shapeOfName(std::string_view name);

/// `reference`, `boolean`, `char`, …
std::string_view valueWord(ValueKind kind);

std::string_view withoutReferrerWord(WithoutReferrer meaning);

/// Without its superclass, which may be declared later.
Type readType(LineFields& fields, TypeDetails& details);
Site readSite(LineFields& fields);
/// Without its stack.
ThreadInfo readThread(LineFields& fields);

Frame readFrame(LineFields& fields);

}  // namespace heaptrail::jsonl
