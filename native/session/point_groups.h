// Groups of the heap at a point, as people choose them: by which properties, below which row, of which objects.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "classify/grouping.h"
#include "classify/property.h"
#include "session/heap_groups.h"
#include "session/opened_trace.h"
#include "session/structure_analysis.h"
#include "text/words.h"

namespace heaptrail {

class PointFacts;

/// Which objects count: reachable ones, the others a trace still contains, or both.
enum class Counted : uint8_t { kLive, kUnreachable, kAll };
constexpr auto wordsOf(Counted) {
  return std::to_array<Word<Counted>>(
      {{"live", Counted::kLive}, {"unreachable", Counted::kUnreachable}, {"all", Counted::kAll}});
}

struct GroupsChoice {
  std::string by = "type";                    // a grouping (classify/grouping.h)
  KeyPath path;                               // the rows below these keys
  std::optional<StructureFilter> structures;  // only their heads
  std::string where;                          // only objects for which this holds
  Counted counted = Counted::kLive;
};

/// The groups, which are kept for a while. Without rows, and not `found`, where the heap has no such path.
Result<ChosenGroups> groupsAt(OpenedTrace& trace, PointIndex at, const GroupsChoice& choice, Progress& progress);

/// The same, always with the level that they are of: which objects each row has.
Result<ChosenGroups> groupsWithLevelAt(OpenedTrace& trace, PointIndex at, const GroupsChoice& choice,
                                       Progress& progress);

/// All that makes two choices the same, under these descriptions.
std::string keyOf(const GroupsChoice& choice, const Grouping& grouping, const dsl::DescriptionSet* descriptions);

/// Whether the rows are the heap's types, which its summary has.
bool areAllTypes(const GroupsChoice& choice, const Grouping& grouping);

/// The groups of a heap that may be kept nowhere; nothing of them is kept either.
Result<ChosenGroups> groupsIn(const OpenedTrace& trace, const std::shared_ptr<const PointFacts>& facts,
                              const GroupsChoice& choice, Grouping grouping, Progress& progress);

/// The objects of the row that the choice's path leads to; without a path all that it chooses. An error where the heap
/// has no such row.
Result<BitSet> objectsOf(const PointFacts& facts, const GroupsChoice& choice, Progress& progress);

/// The heap has no row with these keys.
std::unexpected<Error> unknownRow(const KeyPath& path, const Grouping& grouping);

}  // namespace heaptrail
