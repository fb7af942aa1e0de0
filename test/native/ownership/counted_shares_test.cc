// Shares are found from counts.
#include "ownership/counted_shares.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>

namespace heaptrail {
namespace {

double uniform(std::mt19937& random) {
  return static_cast<double>(random()) / static_cast<double>(std::mt19937::max());
}

/// References that go up and down at random, and the objects that follow from the shares.
CountedNode counted(const std::vector<double>& shares, size_t points, uint32_t seed) {
  std::mt19937 random(seed);
  CountedNode node;
  std::vector<double> means;
  for (size_t owner = 0; owner < shares.size(); ++owner) {
    const double size = std::pow(10, 1 + 4 * uniform(random));
    std::vector<double> references;
    for (size_t point = 0; point < points; ++point) references.push_back(std::round(size * (0.2 + uniform(random))));
    means.push_back(std::accumulate(references.begin(), references.end(), 0.0) / static_cast<double>(points));
    node.references.push_back(std::move(references));
  }
  for (size_t point = 0; point < points; ++point) {
    double objects = 0;
    for (size_t owner = 0; owner < shares.size(); ++owner) {
      objects += shares[owner] * node.references[owner][point] / means[owner];
    }
    node.objects.push_back(objects * 1000);
  }
  return node;
}

std::vector<double> randomShares(size_t owners, std::mt19937& random) {
  std::vector<double> shares;
  for (size_t owner = 0; owner < owners; ++owner) shares.push_back(random() % 4 == 0 ? 0 : uniform(random));
  shares.front() += 0.1;
  const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
  for (double& share : shares) share /= sum;
  return shares;
}

TEST(CountedShares, AreThoseThatGeneratedTheCounts) {
  std::mt19937 random(1);
  for (uint32_t seed = 0; seed < 500; ++seed) {
    const size_t owners = 2 + seed % 8;
    const std::vector<double> shares = randomShares(owners, random);
    const std::vector<double> found = fitShares(counted(shares, 30 + owners * 4, seed));
    ASSERT_EQ(found.size(), owners);
    for (size_t owner = 0; owner < owners; ++owner) {
      ASSERT_NEAR(found[owner], shares[owner], 0.01) << "seed " << seed << ", owner " << owner;
    }
  }
}

TEST(CountedShares, AreSharesWhateverIsCounted) {
  std::mt19937 random(2);
  for (uint32_t seed = 0; seed < 2000; ++seed) {
    CountedNode node;
    const size_t owners = random() % 60;
    const size_t points = 1 + random() % 12;
    for (size_t owner = 0; owner < owners; ++owner) {
      std::vector<double> references;
      for (size_t point = 0; point < points; ++point)
        references.push_back(static_cast<double>(random() % 3 == 0 ? 0 : random() % 1000));
      node.references.push_back(std::move(references));
    }
    for (size_t point = 0; point < points; ++point) node.objects.push_back(static_cast<double>(random() % 500));
    const std::vector<double> found = fitShares(node);
    double sum = 0;
    bool hasReferences = false;
    for (size_t owner = 0; owner < owners; ++owner) {
      ASSERT_GE(found[owner], 0) << "seed " << seed;
      sum += found[owner];
      for (const double references : node.references[owner]) hasReferences |= references > 0;
    }
    ASSERT_NEAR(sum, hasReferences ? 1 : 0, 1e-9) << "seed " << seed;
  }
}

TEST(CountedShares, AreProportionalWhereOnePointIsAllThereIs) {
  const std::vector<double> found = fitShares({{100}, {{30}, {10}, {0}}});
  EXPECT_DOUBLE_EQ(found[0], 0.75);
  EXPECT_DOUBLE_EQ(found[1], 0.25);
  EXPECT_DOUBLE_EQ(found[2], 0);
}

TEST(CountedShares, StayNearTheProportionalOnesWhereAllGrowAlike) {
  const std::vector<double> found = fitShares({{100, 200, 300}, {{30, 60, 90}, {10, 20, 30}}});
  EXPECT_NEAR(found[0], 0.75, 0.01);
  EXPECT_NEAR(found[1], 0.25, 0.01);
}

}  // namespace
}  // namespace heaptrail
