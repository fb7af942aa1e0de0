// Which growing containers are one story, though things pile up in them at several places: the same containers, what
// their elements share, the tables and nodes of containers that hold the same, the parts of one object of a library.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "growth/containers.h"
#include "growth/growing_containers.h"
#include "growth/growth_tree.h"

namespace heaptrail {

/// Those that are one story become one. In the order of accumulations, what gained most first, as they are given.
void putTogether(std::vector<GrowingContainers>& growing, const GrowthTree& tree, const Heap& to,
                 const Containers& containers);

/// What several hold together is one story, too, where these are called the same: one list of all, and for each kind a
/// list of its own. Names are asked for by the heads; an empty one is none.
void putTogetherByNames(std::vector<GrowingContainers>& growing, const std::function<std::string(ObjectIndex)>& nameOf);

}  // namespace heaptrail
