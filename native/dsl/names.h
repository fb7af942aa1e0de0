// What the names in a description stand for.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "dsl/syntax_tree.h"

namespace heaptrail::dsl {

/// A pattern's name with its package. In a namespace, a name without a dot belongs to it, unless it begins with a star
/// or is that of a primitive element type (`byte[]`).
std::string absoluteName(const TypePattern& pattern, std::string_view package);

/// The same with brackets, as types are called in traces: `java.util.HashMap$Node[]`.
std::string absoluteType(const TypePattern& pattern, std::string_view package);

/// `byte[]` and the like, which belong to no package.
bool isPrimitiveArray(const TypePattern& pattern);

/// `int[][]` → `int`.
std::string_view elementName(std::string_view type);
uint32_t dimensionsOf(std::string_view type);

/// `java.util.HashMap$Node` → `HashMap$Node`.
std::string_view simpleName(std::string_view type);
/// `java.util.HashMap$Node` → `java.util`.
std::string_view packageOf(std::string_view type);
/// `java.util.HashMap$Node[]` → `java.util.HashMap`.
std::string_view outermostClass(std::string_view type);

}  // namespace heaptrail::dsl
