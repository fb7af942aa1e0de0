// A value per object that flows along references until nothing changes any more: the sweep that exact sizes of many
// groups are made of.
//
// Goes over the inner objects so that each comes, but for cycles, after its referrers. What changes behind the sweep's
// back waits in a queue and is done again. Values only ever go one way (sets shrink, masks grow), so this ends, and
// where it ends does not depend on the order.
#pragma once

#include <deque>

#include "base/array.h"
#include "base/bit_set.h"
#include "base/progress.h"
#include "graph/live_graph.h"

namespace heaptrail {

/// `send(object)` computes what `object` gives to those it keeps; `receive(target, given)` combines it with what the
/// target has and says whether that changed it; `prefetch(target)` fetches the target's value; `goOn()` may end the
/// sweep. False when it was ended or cancelled.
template <typename Send, typename Receive, typename Prefetch, typename GoOn>
bool sweepDownwards(const LiveGraph& graph, const Array<ObjectIndex>& order, Progress& progress, Send&& send,
                    Receive&& receive, Prefetch&& prefetch, GoOn&& goOn) {
  constexpr size_t kOffsetsAhead = 24;
  constexpr size_t kReferencesAhead = 16;
  constexpr size_t kValuesAhead = 6;
  constexpr size_t kMostValues = 8;

  BitSet done(graph.heap().objectCount());
  BitSet queued(graph.heap().objectCount());
  std::deque<ObjectIndex> again;
  const auto visit = [&](ObjectIndex object) {
    const auto given = send(object);
    done.set(object.value());
    graph.forEachKept(object, [&](ObjectIndex target) {
      if (!receive(target, given)) return;
      if (done.test(target.value()) && queued.insert(target.value())) again.push_back(target);
    });
  };
  for (size_t i = 0; i < order.size(); ++i) {
    if (i + kOffsetsAhead < order.size()) graph.prefetch(order[i + kOffsetsAhead]);
    if (i + kReferencesAhead < order.size()) graph.prefetchReferences(order[i + kReferencesAhead]);
    if (i + kValuesAhead < order.size()) {
      const auto references = graph.heap().references(order[i + kValuesAhead]);
      for (size_t r = 0; r < references.size() && r < kMostValues; ++r) prefetch(references[r]);
    }
    visit(order[i]);
    if (!goOn()) return false;
    if (i % kObjectsBetweenChecks == 0 && !progress.advance(kObjectsBetweenChecks)) return false;
  }
  for (uint64_t rounds = 0; !again.empty(); ++rounds) {
    const ObjectIndex object = again.front();
    again.pop_front();
    queued.clear(object.value());
    visit(object);
    if (!goOn()) return false;
    if (rounds % kObjectsBetweenChecks == 0 && progress.cancelled()) return false;
  }
  return true;
}

}  // namespace heaptrail
