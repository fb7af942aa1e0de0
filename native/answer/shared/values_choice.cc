#include "answer/shared/values_choice.h"

#include <utility>

namespace heaptrail {

PointValues::PointValues(const OpenedTrace& trace, PointIndex at, const Heap& heap, ShowValues show) {
  if (show == ShowValues::kOff) return;
  Result<std::unique_ptr<const StoredValues>> values = trace.trace().valuesAt(at, heap);
  if (!values) {
    shown_ = ValuesShown::kUnread;
    problem_ = values.error().message;
    return;
  }
  values_ = std::move(*values);
  shown_ = values_ == nullptr ? ValuesShown::kNone : ValuesShown::kShown;
}

}  // namespace heaptrail
