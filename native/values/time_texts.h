// Dates, times and spans of java.time, and java.util.Date, as ISO 8601 writes them.
#pragma once

#include <string>

#include "values/text_rules.h"

namespace heaptrail {

std::string dateText(const ObjectText& text, const FieldValues& fields);
std::string timeText(const ObjectText& text, const FieldValues& fields);
std::string dateTimeText(const ObjectText& text, const FieldValues& fields);
std::string offsetDateTimeText(const ObjectText& text, const FieldValues& fields);
std::string zonedDateTimeText(const ObjectText& text, const FieldValues& fields);
std::string yearText(const ObjectText& text, const FieldValues& fields);
std::string yearMonthText(const ObjectText& text, const FieldValues& fields);
std::string zoneOffsetText(const ObjectText& text, const FieldValues& fields);
std::string instantText(const ObjectText& text, const FieldValues& fields);
std::string utilDateText(const ObjectText& text, const FieldValues& fields);
std::string durationText(const ObjectText& text, const FieldValues& fields);
std::string periodText(const ObjectText& text, const FieldValues& fields);

}  // namespace heaptrail
