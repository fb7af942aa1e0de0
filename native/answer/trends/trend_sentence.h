// What a trend says, in a sentence: what grows for as long as one looks, or that nothing does.
#pragma once

#include <string>

#include "trends/trend_lines.h"

namespace heaptrail {

/// `pointsWhileRunning`: those that the test looks at.
std::string trendSentence(const TrendTable& table, const TrendLines& lines, TrendMetric metric,
                          size_t pointsWhileRunning);

/// `3.1 MiB`, `12,345 objects`, of an amount that may be negative.
std::string amountText(double amount, TrendMetric metric);

}  // namespace heaptrail
