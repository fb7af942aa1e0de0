#include "graph/live_graph.h"

#include <algorithm>
#include <utility>

namespace heaptrail {

LiveGraph::LiveGraph(std::shared_ptr<const Heap> heap, WeakReferences weak, Liveness liveness, Threads threads)
    : heap_(std::move(heap)),
      weak_(weak),
      liveness_(std::move(liveness)),
      inner_(heap_->objectCount()),
      special_(heap_->objectCount()) {
  rootObjects_.reserve(heap_->roots().size() + liveness_.heldUnseen.size());
  for (const Root& root : heap_->roots()) rootObjects_.push_back(root.object);
  rootObjects_.insert(rootObjects_.end(), liveness_.heldUnseen.begin(), liveness_.heldUnseen.end());
  std::ranges::sort(rootObjects_);
  const auto repeated = std::ranges::unique(rootObjects_);
  rootObjects_.erase(repeated.begin(), repeated.end());

  const size_t types = heap_->symbols().types.size();
  keptClasses_.assign(types, ObjectIndex::none());
  std::vector<uint8_t> specialTypes(types);
  for (uint32_t t = 0; t < types; ++t) {
    const ObjectIndex classObject = heap_->classObjectOf(TypeId(t));
    if (classObject.exists() && !std::ranges::binary_search(rootObjects_, classObject)) keptClasses_[t] = classObject;
    specialTypes[t] = keptClasses_[t].exists() || !weakSlots(TypeId(t)).empty() ? 1 : 0;
  }

  forEachBlock(threads, blocks(), [&](const Block& block) {
    liveness_.live.forEachIn(block.from, block.to, [&](uint64_t i) {
      const ObjectIndex object(static_cast<uint32_t>(i));
      const bool special = specialTypes[heap_->typeOf(object).value()] != 0;
      if (special) special_.set(i);
      bool keeps = !heap_->references(object).empty();
      if (special) {
        keeps = false;
        forEachKeptOfSpecial(object, [&keeps](ObjectIndex) { keeps = true; });
      }
      if (keeps) inner_.set(i);
    });
  });
  innerCount_ = inner_.count();
}

LiveGraph LiveGraph::copy() const {
  LiveGraph graph;
  graph.heap_ = heap_;
  graph.weak_ = weak_;
  graph.liveness_ = {liveness_.live.copy(), liveness_.heldUnseen};
  graph.rootObjects_ = rootObjects_;
  graph.keptClasses_ = keptClasses_;
  graph.inner_ = inner_.copy();
  graph.innerCount_ = innerCount_;
  graph.special_ = special_.copy();
  graph.ends_ = ends_.copy();
  graph.apart_ = apart_.copy();
  graph.finalizers_ = finalizers_;
  return graph;
}

LiveGraph LiveGraph::withRoots(std::vector<ObjectIndex> roots) const {
  LiveGraph graph = copy();
  graph.rootObjects_ = std::move(roots);
  return graph;
}

LiveGraph LiveGraph::withoutFinalizers(TypeId type, uint32_t slot, BitSet waiting,
                                       std::vector<ObjectIndex> roots) const {
  LiveGraph graph = withRoots(std::move(roots));
  graph.setApart(waiting);
  live().forEach([&](uint64_t i) {
    if (heap_->typeOf(ObjectIndex(static_cast<uint32_t>(i))) == type) graph.special_.set(i);
  });
  graph.finalizers_ = std::make_shared<const Finalizers>(Finalizers{type, slot, std::move(waiting)});
  return graph;
}

LiveGraph LiveGraph::withoutPassing(const BitSet& passing, std::vector<ObjectIndex> roots) const {
  LiveGraph graph = withRoots(std::move(roots));
  graph.setApart(passing);
  return graph;
}

void LiveGraph::setApart(const BitSet& objects) {
  if (apart_.size() == 0) apart_ = BitSet(heap_->objectCount());
  apart_ |= objects;
  special_ |= objects;
}

LiveGraph LiveGraph::endingAt(BitSet ends) const {
  LiveGraph graph = copy();
  graph.inner_ -= ends;
  graph.special_ |= ends;
  graph.ends_ = std::move(ends);
  graph.innerCount_ = graph.inner_.count();
  return graph;
}

}  // namespace heaptrail
