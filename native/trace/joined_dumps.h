// Several heap dumps of one program as one trace: each is a point, in the order in which they were taken.
#pragma once

#include <memory>
#include <vector>

#include "base/error.h"
#include "model/trace.h"

namespace heaptrail {

/// At least two traces of one point each. Those that do not say when they were taken keep the order given, and are put
/// one second apart.
Result<std::unique_ptr<Trace>> joinDumps(std::vector<std::unique_ptr<Trace>> dumps);

}  // namespace heaptrail
