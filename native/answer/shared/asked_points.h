// The points of a question about many of them.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "session/opened_trace.h"

namespace heaptrail {

/// From `from` to `to`, both as users write them; empty for the first point, and for the last that was not taken as the
/// program ended. `every`: see choosePoints (trends/chosen_points.h).
Result<std::vector<PointIndex>> askedPoints(const OpenedTrace& trace, const std::string& from, const std::string& to,
                                            const std::string& every);

}  // namespace heaptrail
