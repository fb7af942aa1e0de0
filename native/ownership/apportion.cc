#include "ownership/apportion.h"

#include <algorithm>

namespace heaptrail {

namespace {

// A product of a size and a weight.
__extension__ using Product = unsigned __int128;

}  // namespace

std::vector<uint64_t> apportion(uint64_t total, std::span<const uint64_t> weights) {
  std::vector<uint64_t> parts(weights.size());
  if (weights.empty()) return parts;
  Product sum = 0;
  for (const uint64_t weight : weights) sum += weight;
  if (sum == 0) return apportion(total, std::vector<uint64_t>(weights.size(), 1));
  std::vector<Product> cutOff(weights.size());
  uint64_t left = total;
  for (size_t i = 0; i < weights.size(); ++i) {
    const Product exact = Product{total} * weights[i];
    parts[i] = static_cast<uint64_t>(exact / sum);
    cutOff[i] = exact % sum;
    left -= parts[i];
  }
  if (left == 0) return parts;
  std::vector<size_t> order;
  for (size_t i = 0; i < weights.size(); ++i) order.push_back(i);
  std::ranges::stable_sort(order, [&](size_t a, size_t b) { return cutOff[a] > cutOff[b]; });
  for (size_t i = 0; i < left; ++i) ++parts[order[i]];
  return parts;
}

}  // namespace heaptrail
