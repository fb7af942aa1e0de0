// Numbers of java.math in decimal.
#pragma once

#include <string>

#include "values/text_rules.h"

namespace heaptrail {

/// Empty for one of more digits than anybody reads.
std::string bigIntegerText(const ObjectText& text, const FieldValues& fields);
std::string bigDecimalText(const ObjectText& text, const FieldValues& fields);

}  // namespace heaptrail
