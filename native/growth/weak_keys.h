// Maps with weak keys: they hold what belongs to an object for as long as somebody else holds the object, so that what
// they take in is the doing of whoever holds the keys. A WeakHashMap by class is emptied by what unloads the classes.
#pragma once

#include <set>
#include <vector>

#include "growth/growing_containers.h"

namespace heaptrail {

/// Who hold most keys of containers whose entries know them weakly, and are not among those that grow.
std::set<ObjectIndex> unseenHoldersOfKeys(const std::vector<GrowingContainers>& growing, const ComparedHeaps& heaps,
                                          const GrowthTree& tree, const Containers& containers);

/// Adds those who hold most keys of a container whose entries know them weakly, and who take things in as well, however
/// little: the weak map may weigh far more than what keeps it full.
Status addHoldersOfKeys(std::vector<GrowingContainers>& growing, const ComparedHeaps& heaps, const GrowthTree& tree,
                        const Containers& containers, Progress& progress);

/// Containers whose entries know their keys weakly are told who holds most of these keys. Where that grows as well,
/// they come right behind it, all where the first of them was. Where nobody does, but most entries hold their own key,
/// they are told one of these.
void putBehindHoldersOfKeys(std::vector<GrowingContainers>& growing, const ComparedHeaps& heaps, const GrowthTree& tree,
                            const Containers& containers);

}  // namespace heaptrail
