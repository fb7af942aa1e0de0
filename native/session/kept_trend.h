// What is known of a grouping at many points, while it is asked about. For any number of threads: whoever reads or adds
// locks it, for a moment.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "classify/grouping.h"
#include "dsl/description_set.h"
#include "model/trace.h"
#include "session/point_groups.h"
#include "trends/trend_table.h"

namespace heaptrail {

struct KeptTrend {
  KeptTrend(std::string itsKey, GroupsChoice itsChoice, Grouping itsGrouping,
            std::shared_ptr<const dsl::DescriptionSet> itsDescriptions)
      : key(std::move(itsKey)),
        choice(std::move(itsChoice)),
        grouping(std::move(itsGrouping)),
        descriptions(std::move(itsDescriptions)) {}

  uint64_t bytes() {
    const std::lock_guard lock(mutex);
    return table.bytes();
  }

  const std::string key;
  const GroupsChoice choice;
  const Grouping grouping;
  const std::shared_ptr<const dsl::DescriptionSet> descriptions;

  std::mutex mutex;  // guards what follows
  TrendTable table;
  bool found = false;  // whether any point has the row that the choice's path leads to
  std::string level;   // the property whose keys the rows have; empty where nothing divides the objects
  std::string rowsBy;  // the grouping that ends with these rows
  std::vector<Warning> warnings;
};

}  // namespace heaptrail
