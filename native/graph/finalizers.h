// A heap in which finalizers hold nothing.
//
// The JVM lists all objects that have a finalizer, from their birth until it has run. So such an object is never held
// by the program alone, and what only waits for its finalizer looks as if somebody had kept it: for whoever asks what
// holds a thing, both are misleading.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/error.h"
#include "base/progress.h"
#include "graph/live_graph.h"

namespace heaptrail {

/// The type of what the JVM lists objects by; none() where there is no such class.
TypeId finalizerType(const Symbols& symbols);

/// Whether objects of a type are those by which the JDK frees the memory of buffers outside the heap, once these are
/// dead. All of them are in one list.
bool isCleaner(std::string_view type);

/// How many live objects have a finalizer that has not run.
uint64_t countFinalizers(const LiveGraph& graph);

/// The same live objects. What nothing but finalizers holds is held by roots of its own (`waitsForFinalizer`), and
/// keeps nothing else alive. Progress advances by objects; the caller has begun a phase.
Result<LiveGraph> withoutFinalizers(const LiveGraph& graph, Progress& progress);

}  // namespace heaptrail
