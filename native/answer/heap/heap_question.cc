#include "answer/heap/heap_question.h"

#include <algorithm>

namespace heaptrail {

std::vector<SizeMetric> HeapQuestion::neededMetrics() const {
  std::vector<SizeMetric> needed;
  for (const ShownSize size : metrics) {
    if (size == ShownSize::kDeep) needed.push_back(SizeMetric::kDeep);
    if (size == ShownSize::kRetained) needed.push_back(SizeMetric::kRetained);
  }
  if (order == HeapOrder::kDeep) needed.push_back(SizeMetric::kDeep);
  if (order == HeapOrder::kRetained) needed.push_back(SizeMetric::kRetained);
  return needed;
}

bool HeapQuestion::needs(SizeMetric metric) const {
  const std::vector<SizeMetric> needed = neededMetrics();
  return std::ranges::find(needed, metric) != needed.end();
}

bool HeapQuestion::sortsBy(SizeMetric metric) const {
  return order == (metric == SizeMetric::kDeep ? HeapOrder::kDeep : HeapOrder::kRetained);
}

bool HeapQuestion::needsGain() const {
  return order == HeapOrder::kGain || std::ranges::find(metrics, ShownSize::kGain) != metrics.end();
}

}  // namespace heaptrail
