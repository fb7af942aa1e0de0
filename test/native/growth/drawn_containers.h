// The containers in which things pile up, in a drawn window.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "growth/drawn_growth.h"

namespace heaptrail::test {

struct DrawnContainers : DrawnGrowth {
  DrawnContainers(const std::string& objects, const std::string& fromPicture, const std::string& toPicture,
                  const std::string& descriptions = "")
      : DrawnGrowth(objects, fromPicture, toPicture, descriptions),
        reverse(turnedRound(to.heap.graph)),
        containers(ends.to, to.heap.types, reverse, own) {}

  Result<std::vector<GrowingContainers>> find(double minimumGain, Progress& progress) {
    const std::vector<Accumulation> found = findAccumulations(tree, minimumGain);
    progress.begin("Finding containers", 0, 1, objectsAt(found, tree));
    return findGrowingContainers(compared(), tree, found, containers, progress);
  }

  std::vector<GrowingContainers> find(double minimumGain = 100) {
    Progress progress;
    return std::move(*find(minimumGain, progress));
  }

  const ReverseReferences reverse;
  const Containers containers;

 private:
  static ReverseReferences turnedRound(const LiveGraph& graph) {
    Progress progress;
    return std::move(*ReverseReferences::build(graph, Threads(1), progress));
  }
};

}  // namespace heaptrail::test
