// The leaves of structures at both ends of a window, by type and allocation site: what it is that piles up, and where
// it comes from. And how much each group of them leads to: where a structure holds as many as ever, it is there that it
// grew.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "growth/common_names.h"
#include "growth/window_ends.h"
#include "structure/structure_walk.h"

namespace heaptrail {

/// Leaves together: what they are themselves, and the closure of all of them, each object once.
struct LeafSizes {
  GrownSize size;
  std::optional<GrownSize> deep;  // where it was asked for
};

struct LeafType : LeafSizes {
  std::string type;
};

/// Where only samples tell their site, all leaves of a type are divided among the sites that its samples tell, by the
/// weight of these: the numbers of such a group are estimates. Of strings of which none is a sample, those of the
/// arrays with their characters tell: such an array is allocated as its string is made.
struct LeafGroup : LeafSizes {
  std::string type;
  std::vector<Frame> site;  // empty where the trace does not tell
  bool estimated = false;
  std::array<uint64_t, 2> samples{};  // by end, where estimated
};

/// Groups and types are what gained most first. What several groups lead to counts for each of them, so deep sizes of
/// types, and of all, are no sums.
struct Leaves {
  std::vector<LeafGroup> groups;
  std::vector<LeafType> types;
  LeafSizes all;
};

/// Whether it is measured what leaves lead to, and whether that puts them in order.
enum class LeafDepths : uint8_t { kLeftOut, kMeasured, kInOrder };

/// Whose leaves: a leaf of several of the structures counts once.
struct LeafQuestion {
  std::vector<StructureIndex> before;      // at the beginning of the window
  std::vector<StructureIndex> structures;  // at its end
  Descent descent = Descent::kOwnParts;
  LeafDepths depths = LeafDepths::kLeftOut;
};

/// An answer to each question. `names` are of the heaps at both ends. Deep sizes are measured for many of them at once:
/// in sweeps over what their leaves lead to, of which there are no more than the leaves are worth. Takes the whole of
/// the progress.
Result<std::vector<Leaves>> leavesByTypeAndSite(const WindowEnds& ends, CommonNames& names,
                                                std::span<const LeafQuestion> questions, Threads threads,
                                                Progress& progress);

/// The group whose deep size grew most; null where none is known to have grown.
const LeafGroup* deepestGrown(std::span<const LeafGroup> groups);

}  // namespace heaptrail
