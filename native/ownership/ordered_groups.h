// Groups in an order in which each comes after all that it leads to, with those that lead to each other made one: the
// strongly connected components of a graph of groups, sinks first. Small graphs: some thousand groups.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ownership/quotient_graph.h"

namespace heaptrail {

struct OrderedGroups {
  std::vector<uint32_t> componentOf;           // by group; components are numbered sinks first
  std::vector<std::vector<uint32_t>> members;  // by component: its groups, ascending

  /// `arcs` by from.
  static OrderedGroups of(uint32_t groups, std::span<const QuotientArc> arcs);
};

}  // namespace heaptrail
