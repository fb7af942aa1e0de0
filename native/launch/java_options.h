// JAVA_TOOL_OPTIONS, by which a JVM that somebody else starts is told to load an agent. JVMs cut its value at white
// space; both kinds of quotes hold words together, anywhere in a word, and there are no escapes.
#pragma once

#include <string>
#include <string_view>

namespace heaptrail {

/// The text that a JVM reads as this one word.
std::string quotedJavaOption(std::string_view word);

/// The value with one word more at its end: what was there stays as it is.
std::string withJavaOption(std::string_view value, std::string_view word);

}  // namespace heaptrail
