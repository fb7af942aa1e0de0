// A point as answers tell it, and the points that it is one of.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "model/size.h"
#include "session/suggest_point.h"

namespace heaptrail {

struct PointAnswer {
  uint32_t index = 0;
  double seconds = 0;
  Size size;
  bool atExit = false;   // taken as the program ended
  std::string file{};    // its name, where each point has a file of its own
  bool isLight = false;  // has counts and no objects
};

struct PointChoice {
  uint32_t points = 0;
  std::optional<SuggestedPoint> suggested;
  bool endsAtExit = false;  // the last point was taken as the program ended
};

}  // namespace heaptrail
