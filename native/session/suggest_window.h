// Which stretch of a trace to look at first: the one over which the live heap grew most and never fell back, or from
// one low to another where it goes up and down.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "session/point_answer.h"

namespace heaptrail {

/// What counts as growth: at least so many bytes, and at least so large a share of what lived before. Classes that are
/// loaded late and caches that fill make every heap grow a little; who is sent there looks for a leak in vain.
constexpr uint64_t kLeastGrowthBytes = uint64_t{1} << 20;
constexpr uint64_t kLeastGrowthPercent = 5;
bool isGrowth(uint64_t bytesBefore, uint64_t bytesAfter);

/// How many of the points tell about the program while it ran: not the one at its exit, if there are two others.
constexpr size_t pointsOfRun(size_t points, bool lastAtExit) { return points > 2 && lastAtExit ? points - 1 : points; }

/// The first of these points that is not taken while the program starts; of few points the first.
size_t firstAfterStart(std::span<const PointAnswer> points);

struct SuggestedWindow {
  uint32_t from = 0;
  uint32_t to = 0;
  bool betweenLows = false;

  bool operator==(const SuggestedWindow&) const = default;
};

/// Two points of all, such that no point between them has fewer live bytes than the first or more than the last, with
/// the most growth between them; of several the earliest. In a trace of six points and more the first tenth of its time
/// is left out: while a program starts, every heap grows; and what was taken as it ended is left out where there is
/// enough without: much is let go of then, and something else filled. A leap at the beginning of the window, as when a
/// program fills its tables, is left out where the heap goes on growing more slowly. None where no growth counts.
/// Between full points, where there are two.
///
/// A heap that goes up and down, as with queues and sessions that expire, grows most from a low to a high, by what is
/// let go of again. There only its lows count, if growth counts from one to another: what is more at a later low than
/// at an earlier one was kept. Not if it has been going up for longer than it ever did from a low to the next.
std::optional<SuggestedWindow> suggestWindow(std::span<const PointAnswer> all);

}  // namespace heaptrail
