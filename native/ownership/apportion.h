// Whole numbers divided in proportion, so that the parts add up to exactly what was divided.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace heaptrail {

/// Parts of `total` in proportion to the weights; what is left over goes one by one to those that were cut off most,
/// the first ones first. Where all weights are 0, in equal parts. Nothing is divided among nobody.
std::vector<uint64_t> apportion(uint64_t total, std::span<const uint64_t> weights);

}  // namespace heaptrail
