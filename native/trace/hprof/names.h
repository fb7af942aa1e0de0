// Class names as people write them.
#pragma once

#include <string>
#include <string_view>

#include "model/symbols.h"

namespace heaptrail::hprof {

/// `[Ljava/lang/String;` → `java.lang.String[]`, `[[I` → `int[][]`, `java/util/Map$Entry` → `java.util.Map$Entry`.
/// Hidden classes keep their suffix as JVMs print it: `a.B$$Lambda+0x7f…` → `a.B$$Lambda/0x7f…`.
std::string readableClassName(std::string_view raw);

/// `int`, `boolean`, … for arrays of primitives: their type is `int[]`.
std::string_view primitiveName(ValueKind kind);

}  // namespace heaptrail::hprof
