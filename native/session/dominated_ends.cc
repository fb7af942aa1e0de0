#include "session/dominated_ends.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/at_once.h"
#include "base/try.h"
#include "graph/finalizers.h"
#include "graph/lasting_roots.h"
#include "growth/both_ends.h"
#include "growth/growth_tree.h"
#include "growth/heap_gain.h"

namespace heaptrail {

namespace {

// How much of the whole this is.
constexpr double kDominatingAgain = 0.35;
// Of finding dominators again.
constexpr double kMarkedLasting = 0.2;

// A JVM has a few of its own.
constexpr uint64_t kManyFinalizers = 20;

// Of what counts in the window, what roots hold only together, or what running methods hold alone, must have gained for
// it to be asked whether some of these roots are what methods work on for a moment.
constexpr double kMuchHeldTogether = 0.1;

// What one variable alone holds is nothing of the moment where it is more than this share of that.
constexpr double kMuchOfMoment = 0.25;

/// What running methods alone hold as roots.
struct WorkedOn {
  uint64_t most = 0;  // bytes that one of them retains
  uint64_t all = 0;
};

WorkedOn workedOnIn(const DominatedEnd& end, const RootHolders& holders) {
  WorkedOn found;
  for (const ObjectIndex root : end.analysis->graph().rootObjects()) {
    if (!isOnlyWorkedOn(holders, root)) continue;
    const uint64_t bytes = end.dominators->retained(root).bytes;
    found.most = std::max(found.most, bytes);
    found.all += bytes;
  }
  return found;
}

/// Whether it matters what methods work on: one thing that is large, or many that grew together.
bool isMuchWorkedOn(const WorkedOn& from, const WorkedOn& to, const HeapGain& gain) {
  const double more = static_cast<double>(to.all) - static_cast<double>(from.all);
  return static_cast<double>(std::max(from.most, to.most)) >= gain.part(GrowthTree::kMinimumShare) ||
         more >= gain.part(kMuchHeldTogether);
}

/// What roots hold only together, so that no object of the program holds it alone.
uint64_t bytesHeldTogether(const DominatedEnd& end) {
  const LiveGraph& graph = end.analysis->graph();
  BitSet roots(end.analysis->heap().objectCount());
  for (const ObjectIndex root : graph.rootObjects()) roots.set(root.value());
  uint64_t bytes = 0;
  graph.live().forEach([&](uint64_t i) {
    const ObjectIndex object(static_cast<uint32_t>(i));
    if (end.dominators->numberOfDominator(object) != Dominators::kRootsTogether || roots.test(i)) return;
    bytes += end.dominators->retained(object).bytes;
  });
  return bytes;
}

/// What is left out of a heap to see who holds things for good.
struct LeftOut {
  bool workedOn = false;
  bool finalizers = false;
};

Status dominateLasting(DominatedEnd& end, LeftOut leftOut, const PassingRoots& passing, Progress& progress) {
  const auto holders = TRY(end.analysis->holders(progress));
  const uint64_t objects = end.analysis->heap().objectCount();
  progress.begin("Leaving out what holds nothing for good", 0, kMarkedLasting, (leftOut.finalizers ? 2 : 1) * objects);
  const LiveGraph& whole = end.analysis->graph();
  std::optional<LiveGraph> unfinalized;
  if (leftOut.finalizers) unfinalized = TRY(withoutFinalizers(whole, progress));
  const LiveGraph& graph = unfinalized ? *unfinalized : whole;
  if (leftOut.workedOn) {
    LastingRoots lasting = TRY(findLastingRoots(graph, *holders, passing, progress));
    end.lastingGraph =
        std::make_shared<const LiveGraph>(graph.withoutPassing(lasting.passing, std::move(lasting.roots)));
  } else {
    end.lastingGraph = std::make_shared<const LiveGraph>(std::move(*unfinalized));
  }
  Progress part(progress, 1 - kMarkedLasting);
  Dominators dominators = TRY(Dominators::build(*end.lastingGraph, end.analysis->threads(), part));
  end.lastingDominators = std::make_shared<const Dominators>(std::move(dominators));
  return {};
}

/// Whether an object at one end is not known to have been alive at the other.
bool isOnlyThere(const DominatedEnd& there, const DominatedEnd& other, ObjectIndex object) {
  const auto same = other.analysis->heap().find(there.analysis->heap().idOf(object));
  return !same || !other.analysis->graph().live().test(same->value());
}

}  // namespace

Status leaveOutPassing(std::array<DominatedEnd, 2>& ends, GrowthMatch match, Progress& progress) {
  const HeapGain gain =
      HeapGain::between(ends[0].live.bytes, ends[1].live.bytes, ends[0].analysis->heap().objectCount() == 0);
  if (gain.bytes == 0) return {};
  LeftOut leftOut;
  std::array<WorkedOn, 2> workedOn;
  for (size_t i = 0; i < ends.size(); ++i) {
    const auto holders = TRY(ends[i].analysis->holders(progress));
    workedOn[i] = workedOnIn(ends[i], *holders);
    leftOut.finalizers = leftOut.finalizers || countFinalizers(ends[i].analysis->graph()) >= kManyFinalizers;
  }
  leftOut.workedOn = isMuchWorkedOn(workedOn[0], workedOn[1], gain);
  if (!leftOut.workedOn) {
    // Asked last, since it looks at all objects.
    const double together =
        static_cast<double>(bytesHeldTogether(ends[1])) - static_cast<double>(bytesHeldTogether(ends[0]));
    leftOut.workedOn = together >= gain.part(kMuchHeldTogether);
  }
  if (!leftOut.workedOn && !leftOut.finalizers) return {};
  // Nothing is known of the time before a heap that is looked at by itself.
  const bool isKnown = match == GrowthMatch::kIdentity && ends[0].analysis->heap().objectCount() > 0;
  return forBothEnds(
      ends.front().analysis->threads(), progress, kDominatingAgain, [&](EndOfWindow which, Progress& part) {
        DominatedEnd& end = ends[indexOf(which)];
        const DominatedEnd& other = ends[1 - indexOf(which)];
        const PassingRoots passing{static_cast<uint64_t>(gain.part(kMuchOfMoment)),
                                   [&](ObjectIndex root) { return isKnown && isOnlyThere(end, other, root); }};
        return dominateLasting(end, leftOut, passing, part);
      });
}

}  // namespace heaptrail
