// What the places of all objects are called, in two sweeps over the heap: the field that holds an object, by its
// dominator, as PlaceNames says it of a few.
//
//   - A field of the program or of a library names what it holds: `SessionStore.byToken`.
//   - Fields of the JDK and elements of arrays lead on: what a collection holds is at the collection's place, with a
//     pair of brackets for the collection. Its nodes and tables are at its own place.
//   - A field by which a class refers to its own kind (`Node.next`) leads on, too.
//   - What several hold, so that no field alone keeps it, is at "(several places)"; what only roots hold, at the kind
//     of root.
//
// Takes the dominators and 9 bytes per object more while it works.
#pragma once

#include "base/error.h"
#include "base/progress.h"
#include "classify/object_places.h"
#include "graph/dominators.h"
#include "graph/live_graph.h"
#include "graph/root_holders.h"

namespace heaptrail {

/// Of objects that are not live it is "(not reachable)". Takes the whole of the progress.
Result<ObjectPlaces> namePlacesOf(const LiveGraph& graph, const Dominators& dominators, const RootHolders& holders,
                                  Progress& progress);

}  // namespace heaptrail
