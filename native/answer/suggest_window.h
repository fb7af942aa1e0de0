// Which stretch of a trace to look at first: the one over which the live heap grew most and never fell back.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "answer/heap_question.h"

namespace heaptrail {

/// Two points, from and to, such that no point between them has fewer live bytes than the first or more than the last,
/// with the most growth between them; of several the earliest. In a trace of ten points and more the first tenth of its
/// time is left out: while a program starts, every heap grows. None where the heap grew nowhere.
std::optional<std::pair<uint32_t, uint32_t>> suggestWindow(std::span<const PointAnswer> points);

}  // namespace heaptrail
