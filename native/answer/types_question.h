// The question which types of a trace a pattern of the description language stands for, and how much there is of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "answer/point_answer.h"
#include "answer/suggest_point.h"
#include "base/error.h"
#include "model/trace.h"

namespace heaptrail {

struct TypesQuestion {
  std::string at{kSuggestedPoint};
  std::string pattern = "*";
  std::string package;  // of the namespace in which it is written; empty for none
  uint64_t limit = 50;
};

struct TypesAnswer {
  PointAnswer point;
  std::string pattern;
  struct Row {
    std::string type;
    Size live;
    std::string description;  // the type whose description holds for it; empty where none does
    bool head = false;
  };
  std::vector<Row> rows;  // most bytes first, then in the order of names
  uint64_t totalRows = 0;
  Size total;                          // of all rows
  std::optional<std::string> nearest;  // the type that was probably meant, where there are no rows
  std::vector<Warning> warnings;
};

}  // namespace heaptrail
