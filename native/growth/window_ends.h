// The two ends of a window: a heap at each, with the structures in it and what they retain. What growth is measured
// from.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>

#include "dsl/described_types.h"
#include "graph/dominators.h"
#include "graph/live_graph.h"
#include "growth/infrastructure.h"
#include "model/size.h"
#include "structure/deep_structures.h"
#include "structure/structures.h"

namespace heaptrail {

/// Loops over structures advance their progress every so many.
inline constexpr uint32_t kStructuresPerCheck = 4096;

enum class EndOfWindow : uint8_t { kFrom, kTo };
inline constexpr std::array kBothEnds{EndOfWindow::kFrom, EndOfWindow::kTo};
/// Its place in what is kept for both ends.
constexpr size_t indexOf(EndOfWindow end) { return static_cast<size_t>(end); }

/// One of something for each end of a window.
template <typename T>
struct Window {
  T from{};
  T to{};

  T& operator[](EndOfWindow end) { return end == EndOfWindow::kFrom ? from : to; }
  const T& operator[](EndOfWindow end) const { return end == EndOfWindow::kFrom ? from : to; }
};

/// A heap and what each of its objects retains: what can be told without descriptions. All outlive this.
struct HeapEnd {
  const LiveGraph* graph;
  const Dominators* dominators;
  Size live;

  const Heap& heap() const { return graph->heap(); }
};

/// The same with the descriptions that hold: heads of structures are known.
struct DescribedEnd : HeapEnd {
  const dsl::DescribedTypes* types;
};

/// The same with the structures in it.
struct WindowEnd : DescribedEnd {
  const DataGraph* data;  // what deep sizes are measured in
  const Structures* structures;
  const DeepStructures* deep;

  TypeId typeOf(StructureIndex structure) const { return heap().typeOf(structures->head(structure)); }
  Size retained(StructureIndex structure) const { return dominators->retained(structures->head(structure)); }
};

using WindowEnds = Window<WindowEnd>;

/// In bytes; negative where the heap shrank.
template <std::derived_from<HeapEnd> End>
int64_t heapGrowthOf(const Window<End>& ends) {
  return static_cast<int64_t>(ends.to.live.bytes) - static_cast<int64_t>(ends.from.live.bytes);
}

/// A size at both ends.
struct GrownSize : Window<Size> {
  constexpr GrownSize() = default;
  constexpr GrownSize(Size atFrom, Size atTo) : Window{atFrom, atTo} {}

  int64_t bytes() const { return static_cast<int64_t>(to.bytes) - static_cast<int64_t>(from.bytes); }
  int64_t objects() const { return static_cast<int64_t>(to.objects) - static_cast<int64_t>(from.objects); }
  GrownSize& operator+=(const GrownSize& other) {
    from += other.from;
    to += other.to;
    return *this;
  }
};

}  // namespace heaptrail
