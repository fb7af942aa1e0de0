// How far estimates are from exact deep sizes, which a slow walk computes object by object.
//
// The engine draws for each object by its number, the same in every heap: only objects with different numbers are
// independent samples, so errors are measured on heaps with many structures side by side.
#include "graph/deep_estimates.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "reference/slow_paths.h"

namespace heaptrail {
namespace {

using namespace test;

DeepEstimates estimatesOf(const Seen& seen, uint32_t registers = DeepEstimates::kRegisters) {
  Progress progress;
  return std::move(*DeepEstimates::compute(seen.graph, registers, progress));
}

uint64_t bytesOf(const Sketch& sketch, uint32_t object) {
  const Sketch::Type& type = sketch.types[sketch.objects[object].type];
  if (type.shape == TypeShape::kInstance) return type.bytes;
  const size_t length =
      type.shape == TypeShape::kPrimitiveArray ? sketch.objects[object].length : sketch.objects[object].slots.size();
  return (type.bytes + type.elementBytes * length + 7) / 8 * 8;
}

/// The bytes of an object and all it leads to.
uint64_t deepBytes(const Sketch& sketch, uint32_t object) {
  Objects reached{object};
  uint64_t bytes = 0;
  for (std::vector<uint32_t> work{object}; !work.empty();) {
    const uint32_t current = work.back();
    work.pop_back();
    bytes += bytesOf(sketch, current);
    for (const auto& [slot, target] : stepsOf(sketch, current, {})) {
      if (reached.insert(target).second) work.push_back(target);
    }
  }
  return bytes;
}

/// Relative errors, signed.
struct Errors {
  std::vector<double> all;

  void add(const Sketch& sketch, const DeepEstimates& estimates, uint32_t object) {
    const auto exact = static_cast<double>(deepBytes(sketch, object));
    all.push_back(static_cast<double>(estimates.bytes(ObjectIndex(object))) / exact - 1);
  }
  double meanSigned() const {
    double sum = 0;
    for (const double error : all) sum += error;
    return sum / static_cast<double>(all.size());
  }
  double meanAbsolute() const {
    double sum = 0;
    for (const double error : all) sum += std::abs(error);
    return sum / static_cast<double>(all.size());
  }
  double percentile95() const {
    std::vector<double> sorted;
    for (const double error : all) sorted.push_back(std::abs(error));
    std::ranges::sort(sorted);
    return sorted[sorted.size() * 95 / 100];
  }
  void expectGood() const {
    testing::Test::RecordProperty("samples", static_cast<int>(all.size()));
    testing::Test::RecordProperty("meanAbsolutePercent", std::to_string(100 * meanAbsolute()));
    testing::Test::RecordProperty("percentile95Percent", std::to_string(100 * percentile95()));
    testing::Test::RecordProperty("meanSignedPercent", std::to_string(100 * meanSigned()));
    EXPECT_LT(meanAbsolute(), 0.13);
    EXPECT_LT(percentile95(), 0.30);
    EXPECT_LT(std::abs(meanSigned()), 0.03);
  }
};

/// Grows structures side by side, each with a root of its own.
struct Grove : Sketch {
  uint32_t node = addType({.name = "Node", .bytes = 24, .fields = {"left", "right"}});
  uint32_t big = addType({.name = "Big", .bytes = 120, .fields = {"left", "right"}});
  uint32_t table = addType({.name = "Node[]", .shape = TypeShape::kReferenceArray, .bytes = 16, .elementBytes = 4});
  uint32_t data = addType({.name = "byte[]", .shape = TypeShape::kPrimitiveArray, .bytes = 16, .elementBytes = 1});
  std::mt19937 random;

  explicit Grove(uint32_t seed) : random(seed) {}
  uint32_t below(uint32_t limit) { return static_cast<uint32_t>(random() % limit); }

  uint32_t leaf() {
    const uint32_t array = add(data);
    objects[array].length = below(200);
    return array;
  }
  uint32_t inner(std::vector<std::optional<uint32_t>> slots) {
    return add(below(4) == 0 ? big : node, std::move(slots));
  }

  uint32_t list(uint32_t length) {
    std::optional<uint32_t> next;
    for (uint32_t i = 0; i < length; ++i) next = inner({leaf(), next});
    return *next;
  }
  uint32_t tree(uint32_t depth) {
    if (depth == 0) return leaf();
    const uint32_t left = tree(depth - 1);
    return inner({left, tree(depth - 1)});
  }
  uint32_t map(uint32_t entries) {
    std::vector<std::optional<uint32_t>> places;
    for (uint32_t i = 0; i < entries; ++i) places.push_back(inner({leaf(), leaf()}));
    return inner({add(table, std::move(places)), {}});
  }
  uint32_t cycle(uint32_t length) {
    const uint32_t last = inner({leaf(), {}});
    uint32_t first = last;
    for (uint32_t i = 1; i < length; ++i) first = inner({first, leaf()});
    objects[last].slots[1] = first;
    return first;
  }
};

TEST(DeepEstimates, AreGoodForManySmallStructures) {
  Errors errors;
  Grove grove(1);
  while (grove.objects.size() < 60000) {
    const uint32_t size = 2 + grove.below(30);
    switch (grove.below(4)) {
      case 0:
        grove.addRoot(grove.list(size));
        break;
      case 1:
        grove.addRoot(grove.tree(1 + size / 8));
        break;
      case 2:
        grove.addRoot(grove.map(size));
        break;
      default:
        grove.addRoot(grove.cycle(size));
    }
  }
  const Seen seen(grove);
  const DeepEstimates estimates = estimatesOf(seen);
  for (const Root& root : grove.roots) errors.add(grove, estimates, root.object.value());
  EXPECT_GT(errors.all.size(), 1000U);
  errors.expectGood();
}

TEST(DeepEstimates, AreGoodForStructuresOfThousandsOfObjects) {
  Errors errors;
  for (uint32_t seed = 0; seed < 40; ++seed) {
    Grove grove(seed);
    // Structures begin at different numbers in each heap, so that they draw differently.
    for (uint32_t i = 0; i < 500 * (seed % 7); ++i) grove.leaf();
    grove.addRoot(grove.list(1000 + grove.below(2000)));
    grove.addRoot(grove.tree(10 + grove.below(2)));
    grove.addRoot(grove.map(1000 + grove.below(2000)));
    grove.addRoot(grove.cycle(1000 + grove.below(2000)));
    ASSERT_GT(grove.objects.size(), 2000U);
    ASSERT_LT(grove.objects.size(), 25000U);
    const Seen seen(grove);
    const DeepEstimates estimates = estimatesOf(seen);
    for (const Root& root : grove.roots) errors.add(grove, estimates, root.object.value());
  }
  errors.expectGood();
}

TEST(DeepEstimates, AreGoodForObjectsThatShareWhatTheyLeadTo) {
  Errors errors;
  for (uint32_t seed = 0; seed < 25; ++seed) {
    Grove grove(100 + seed);
    for (uint32_t i = 0; i < 300 * seed; ++i) grove.leaf();
    const auto first = static_cast<uint32_t>(grove.objects.size());
    const uint32_t count = 2000;
    // Every node refers to two later ones at most 40 away: deep sets overlap without being equal.
    for (uint32_t i = 0; i < count; ++i) {
      const auto target = [&]() -> std::optional<uint32_t> {
        const uint32_t t = i + 1 + grove.below(40);
        return t < count && grove.below(3) > 0 ? std::optional(first + t) : std::nullopt;
      };
      grove.inner({target(), target()});
    }
    for (uint32_t i = 0; i < count; ++i) grove.addRoot(first + i);
    const Seen seen(grove);
    const DeepEstimates estimates = estimatesOf(seen);
    for (uint32_t i = seed; i < count; i += 37) errors.add(grove, estimates, first + i);
  }
  errors.expectGood();
}

TEST(DeepEstimates, AreUnbiasedWhateverTheObjectsSize) {
  for (const uint32_t bytes : {16U, 24U, 40U, 56U, 104U, 120U, 136U}) {
    Sketch sketch;
    const uint32_t node = sketch.addType({.name = "Node", .bytes = bytes, .fields = {"next"}});
    Errors errors;
    for (uint32_t list = 0; list < 4000; ++list) {
      std::optional<uint32_t> next;
      for (uint32_t i = 0; i < 8; ++i) next = sketch.add(node, {next});
      sketch.addRoot(*next);
    }
    const Seen seen(sketch);
    const DeepEstimates estimates = estimatesOf(seen);
    for (const Root& root : sketch.roots) errors.add(sketch, estimates, root.object.value());
    EXPECT_LT(std::abs(errors.meanSigned()), 0.03) << bytes << " bytes: " << errors.meanSigned();
  }
}

TEST(DeepEstimates, AreBetterWithMoreRegisters) {
  Grove grove(5);
  while (grove.objects.size() < 30000) grove.addRoot(grove.map(2 + grove.below(40)));
  const Seen seen(grove);
  std::vector<double> means;
  for (const uint32_t registers : {16U, 64U, 256U}) {
    const DeepEstimates estimates = estimatesOf(seen, registers);
    Errors errors;
    for (const Root& root : grove.roots) errors.add(grove, estimates, root.object.value());
    means.push_back(errors.meanAbsolute());
  }
  // Four times as many halve the error.
  EXPECT_NEAR(means[0] / means[1], 2, 0.5);
  EXPECT_NEAR(means[1] / means[2], 2, 0.5);
}

TEST(DeepEstimates, OfLeavesAreExact) {
  for (uint32_t seed = 0; seed < 500; ++seed) {
    const Sketch sketch = randomSketch(seed);
    const Seen seen(sketch);
    const DeepEstimates estimates = estimatesOf(seen);
    for (uint32_t o = 0; o < sketch.objects.size(); ++o) {
      if (!seen.graph.live().test(o)) continue;
      const uint64_t own = bytesOf(sketch, o);
      const uint64_t estimate = estimates.bytes(ObjectIndex(o));
      if (stepsOf(sketch, o, {}).empty() && !classKeptBy(sketch, o)) {
        ASSERT_EQ(estimate, own) << "seed " << seed << ", object " << o;
      } else {
        ASSERT_GE(estimate, own) << "seed " << seed << ", object " << o;
        ASSERT_LT(estimate, 3 * deepBytes(sketch, o)) << "seed " << seed << ", object " << o;
      }
    }
  }
}

TEST(DeepEstimates, AreTheSameForAllObjectsOfACycle) {
  Sketch sketch;
  const uint32_t node = sketch.addType({.name = "Node", .bytes = 24, .fields = {"next", "tail"}});
  constexpr uint32_t kLength = 500;
  for (uint32_t i = 0; i < kLength; ++i) sketch.add(node, {(i + 1) % kLength, kLength});
  sketch.add(node, {kLength + 1, {}});
  sketch.add(node, {{}, {}});
  sketch.addRoot(17);
  const Seen seen(sketch);
  const DeepEstimates estimates = estimatesOf(seen);
  for (uint32_t i = 0; i < kLength; ++i) {
    ASSERT_EQ(estimates.bytes(ObjectIndex(i)), estimates.bytes(ObjectIndex(0))) << i;
  }
  EXPECT_NE(estimates.bytes(ObjectIndex(kLength)), estimates.bytes(ObjectIndex(0)));
}

TEST(DeepEstimates, AreTheSameTwiceAndWithAnyNumberOfThreads) {
  Grove grove(3);
  for (uint32_t i = 0; i < 50; ++i) {
    grove.addRoot(grove.list(50));
    grove.addRoot(grove.cycle(50));
  }
  const Seen one(grove);
  const Seen other(grove, WeakReferences::kDoNotKeepAlive, Threads(3));
  const DeepEstimates first = estimatesOf(one);
  const DeepEstimates second = estimatesOf(one);
  const DeepEstimates third = estimatesOf(other);
  for (uint32_t o = 0; o < grove.objects.size(); ++o) {
    ASSERT_EQ(first.bytes(ObjectIndex(o)), second.bytes(ObjectIndex(o))) << o;
    ASSERT_EQ(first.bytes(ObjectIndex(o)), third.bytes(ObjectIndex(o))) << o;
  }
}

TEST(DeepEstimates, CanBeCancelled) {
  Grove grove(4);
  grove.addRoot(grove.list(200000));
  const Seen seen(grove);
  Progress progress;
  progress.cancel();
  const auto estimates = DeepEstimates::compute(seen.graph, DeepEstimates::kRegisters, progress);
  ASSERT_FALSE(estimates);
  EXPECT_EQ(estimates.error().kind, ErrorKind::kCancelled);
}

}  // namespace
}  // namespace heaptrail
