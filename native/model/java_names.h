// Class names as people write them.
#pragma once

#include <string>
#include <string_view>

#include "model/symbols.h"

namespace heaptrail {

/// `[Ljava/lang/String;` → `java.lang.String[]`, `[[I` → `int[][]`, `java/util/Map$Entry` → `java.util.Map$Entry`.
/// Hidden classes keep their suffix as JVMs print it: `a.B$$Lambda+0x7f…` → `a.B$$Lambda/0x7f…`.
std::string readableClassName(std::string_view raw);

/// The same for a class's signature as JVMTI gives it: `Ljava/util/Map$Entry;`, `[I`, `La/B$$Lambda.0x7f…;`.
std::string readableSignature(std::string_view signature);

/// What a field or the elements of an array hold, by the first character of the signature.
ValueKind valueKindOf(std::string_view signature);

/// `int`, `boolean`, … for arrays of primitives: their type is `int[]`.
std::string_view primitiveName(ValueKind kind);

}  // namespace heaptrail
