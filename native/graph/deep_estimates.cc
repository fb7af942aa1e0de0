#include "graph/deep_estimates.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

#include "base/try.h"
#include "graph/condensed_graph.h"

namespace heaptrail {

namespace {

constexpr double kCondensedForEstimates = 0.2;
constexpr uint32_t kPerPass = 16;  // registers: a machine word of bytes, whose minimum is one instruction

// A draw is kept as its logarithm in one byte: five steps to the octave, from 2^-45 (the least draw among 2^45 bytes)
// to 2^6. Rounding costs four percent per register, and nothing on average.
constexpr double kStepsPerOctave = 5;
constexpr double kLowestOctave = -45;

// Until a draw is rounded, its logarithm and that of the weight have so many parts to the step: rounded apart, they
// would be wrong in the same direction for all objects of one size.
constexpr int kPartsPerStep = 256;

using Registers = std::array<uint8_t, kPerPass>;

double valueOf(uint8_t level) { return std::exp2(level / kStepsPerOctave + kLowestOctave); }

uint64_t mixed(uint64_t x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9;
  x ^= x >> 27;
  x *= 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

/// Draws from the exponential distribution whose mean is one by the weight.
class Draws {
 public:
  Draws() {
    // A uniform number is 2^-(leading zeros + 1) · (1 + next bits / 256); the logarithm of its draw is looked up.
    for (size_t zeros = 0; zeros < kMostZeros; ++zeros) {
      for (size_t bits = 0; bits < kFractions; ++bits) {
        const double uniform =
            std::ldexp(1 + (static_cast<double>(bits) + 0.5) / kFractions, -static_cast<int>(zeros) - 1);
        levels_[zeros][bits] = static_cast<int32_t>(
            std::lround(kPartsPerStep * kStepsPerOctave * (std::log2(-std::log1p(-uniform)) - kLowestOctave)));
      }
    }
  }

  Registers of(ObjectIndex object, uint64_t weight, uint32_t pass) const {
    const auto less =
        static_cast<int>(std::lround(kPartsPerStep * kStepsPerOctave * std::log2(static_cast<double>(weight))));
    Registers result;
    uint64_t state = mixed((uint64_t{pass} << 32 | object.value()) + 0x9e3779b97f4a7c15);
    for (uint32_t r = 0; r < kPerPass; r += 2) {
      state += 0x9e3779b97f4a7c15;
      const uint64_t random = mixed(state);
      result[r] = levelOf(static_cast<uint32_t>(random), less);
      result[r + 1] = levelOf(static_cast<uint32_t>(random >> 32), less);
    }
    return result;
  }

 private:
  // 32 random bits are enough: among a billion objects the least is still above 2^-32.
  uint8_t levelOf(uint32_t random, int less) const {
    const auto zeros = std::min<size_t>(static_cast<size_t>(std::countl_zero(random)), kMostZeros - 1);
    const size_t bits = static_cast<uint32_t>(random << (zeros + 1)) >> (32 - kFractionBits);
    return static_cast<uint8_t>(std::clamp((levels_[zeros][bits] - less + kPartsPerStep / 2) / kPartsPerStep, 0, 255));
  }

  static constexpr size_t kMostZeros = 31;
  static constexpr size_t kFractionBits = 8;
  static constexpr size_t kFractions = size_t{1} << kFractionBits;

  std::array<std::array<int32_t, kFractions>, kMostZeros> levels_{};
};

void lower(Registers& registers, const Registers& others) {
  for (uint32_t r = 0; r < kPerPass; ++r) registers[r] = std::min(registers[r], others[r]);
}

}  // namespace

Result<DeepEstimates> DeepEstimates::compute(const LiveGraph& graph, uint32_t registers, Progress& progress) {
  CondensedGraph condensed = TRY(condense(graph, kCondensedForEstimates, progress));
  const Heap& heap = graph.heap();
  const DepthFirstTree& tree = condensed.tree;
  const Components& components = condensed.components;
  const Draws draws;
  std::array<float, 256> values;
  for (size_t level = 0; level < values.size(); ++level) {
    values[level] = static_cast<float>(valueOf(static_cast<uint8_t>(level)));
  }
  const uint32_t passes = (registers + kPerPass - 1) / kPerPass;
  Array<float> sums(tree.end);  // by number, of representatives: of the least draws
  progress.begin("Estimating deep sizes", kCondensedForEstimates, 1, uint64_t{passes} * graph.innerCount());
  for (uint32_t pass = 0; pass < passes; ++pass) {
    Array<Registers> least(tree.end);  // by number, of representatives
    uint64_t sinceCheck = 0;
    const auto drawsOf = [&](ObjectIndex object) {
      return draws.of(object, std::max<uint64_t>(1, heap.shallowBytes(object)), pass);
    };
    const bool done = components.forEachUpwards([&](uint32_t representative, std::span<const uint32_t> members) {
      Registers mine;
      mine.fill(255);
      for (const uint32_t number : members) {
        const ObjectIndex object = tree.objects[number];
        lower(mine, drawsOf(object));
        graph.forEachReference(object, [&](ObjectIndex target) {
          if (!graph.isInner(target)) {
            lower(mine, drawsOf(target));
            return;
          }
          const uint32_t next = tree.numbers[target.value()];
          if (next != representative) lower(mine, least[next]);
        });
      }
      least[representative] = mine;
      for (const uint8_t level : mine) sums[representative] += values[level];
      sinceCheck += members.size();
      if (sinceCheck < (1 << 16)) return true;
      return progress.advance(std::exchange(sinceCheck, 0));
    });
    if (!done) return cancelledError();
  }
  DeepEstimates result(graph);
  result.bytes_ = Array<float>(tree.end);  // by number, of representatives
  const auto most = static_cast<float>(passes * kPerPass - 1);
  for (uint32_t number = DepthFirstTree::kFirst; number < tree.end; ++number) {
    if (sums[number] > 0) result.bytes_[number] = most / sums[number];
  }
  result.numbers_ = std::move(condensed.tree.numbers);
  return result;
}

uint64_t DeepEstimates::bytes(ObjectIndex object) const {
  const uint64_t own = graph_->heap().shallowBytes(object);
  if (!graph_->isInner(object)) return own;
  return std::max(own, static_cast<uint64_t>(bytes_[numbers_[object.value()]]));
}

}  // namespace heaptrail
