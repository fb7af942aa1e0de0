#include "ownership/counted_shares.h"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "ownership/ordered_groups.h"

namespace heaptrail {

namespace {

// How much the proportional split counts beside one point: as if counts differed from the model by a hundredth, and
// shares from the proportional ones by a third.
constexpr double kRidge = 1e-3;
constexpr double kTolerance = 1e-10;
constexpr double kWholeWeight = static_cast<double>(uint64_t{1} << 40);

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

double meanOf(const std::vector<double>& numbers) {
  return numbers.empty() ? 0
                         : std::accumulate(numbers.begin(), numbers.end(), 0.0) / static_cast<double>(numbers.size());
}

/// The smallest ½ xᵀ H x - gᵀ x with x ≥ 0 and Σ x = 1, from a start where this holds.
class SimplexMinimum {
 public:
  SimplexMinimum(MatrixXd matrix, VectorXd gradient, VectorXd start)
      : matrix_(std::move(matrix)), gradient_(std::move(gradient)), x_(std::move(start)) {}

  VectorXd find() {
    std::vector<uint8_t> isFree(static_cast<size_t>(x_.size()), 1);
    // Each set of free variables is met once at most; far fewer are, and the last x is feasible in any case.
    for (Index rounds = 0; rounds < 50 * x_.size(); ++rounds) {
      std::vector<Index> free;
      for (Index i = 0; i < x_.size(); ++i) {
        if (isFree[static_cast<size_t>(i)] != 0) free.push_back(i);
      }
      const auto [wanted, multiplier] = solve(free);
      // As far towards it as no variable gets negative.
      double step = 1;
      Index blocking = -1;
      for (size_t i = 0; i < free.size(); ++i) {
        const double to = wanted[static_cast<Index>(i)];
        if (to >= 0) continue;
        const double from = x_[free[i]];
        const double possible = from / (from - to);
        if (possible < step || blocking < 0) {
          step = std::min(step, possible);
          blocking = free[i];
        }
      }
      for (size_t i = 0; i < free.size(); ++i) x_[free[i]] += step * (wanted[static_cast<Index>(i)] - x_[free[i]]);
      if (blocking >= 0) {
        x_[blocking] = 0;
        isFree[static_cast<size_t>(blocking)] = 0;
        continue;
      }
      const VectorXd pull = matrix_ * x_ - gradient_ + VectorXd::Constant(x_.size(), multiplier);
      Index most = -1;
      for (Index i = 0; i < x_.size(); ++i) {
        if (isFree[static_cast<size_t>(i)] == 0 && pull[i] < -kTolerance && (most < 0 || pull[i] < pull[most]))
          most = i;
      }
      if (most < 0) break;
      isFree[static_cast<size_t>(most)] = 1;
    }
    return x_;
  }

 private:
  /// The minimum where only these may differ from 0, and the multiplier of the sum.
  std::pair<VectorXd, double> solve(const std::vector<Index>& free) const {
    const auto count = static_cast<Index>(free.size());
    MatrixXd system = MatrixXd::Zero(count + 1, count + 1);
    VectorXd right(count + 1);
    for (Index i = 0; i < count; ++i) {
      for (Index j = 0; j < count; ++j)
        system(i, j) = matrix_(free[static_cast<size_t>(i)], free[static_cast<size_t>(j)]);
      system(i, count) = system(count, i) = 1;
      right[i] = gradient_[free[static_cast<size_t>(i)]];
    }
    right[count] = 1;
    const VectorXd solution = system.partialPivLu().solve(right);
    return {solution.head(count), solution[count]};
  }

  MatrixXd matrix_;
  VectorXd gradient_;
  VectorXd x_;
};

}  // namespace

std::vector<double> fitShares(const CountedNode& node) {
  const size_t owners = node.references.size();
  const size_t points = node.objects.size();
  std::vector<double> means;
  for (const std::vector<double>& references : node.references) means.push_back(meanOf(references));
  const double all = std::accumulate(means.begin(), means.end(), 0.0);
  std::vector<double> shares(owners);
  if (all == 0) return shares;
  for (size_t owner = 0; owner < owners; ++owner) shares[owner] = means[owner] / all;
  const double meanObjects = meanOf(node.objects);
  if (points < 2 || meanObjects == 0) return shares;

  std::vector<size_t> order;
  for (size_t owner = 0; owner < owners; ++owner) order.push_back(owner);
  std::ranges::stable_sort(order, [&](size_t a, size_t b) { return means[a] > means[b]; });
  while (!order.empty() && means[order.back()] == 0) order.pop_back();
  // The last column is for all owners that have none of their own.
  const size_t fitted = std::min(order.size(), kMaxFitted);
  const auto columns = static_cast<Index>(fitted + (order.size() > fitted ? 1 : 0));
  if (columns < 2) return shares;
  MatrixXd counts = MatrixXd::Zero(static_cast<Index>(points), columns);
  VectorXd objects(static_cast<Index>(points));
  VectorXd proportional = VectorXd::Zero(columns);
  for (size_t i = 0; i < order.size(); ++i) proportional[static_cast<Index>(std::min(i, fitted))] += shares[order[i]];
  for (size_t point = 0; point < points; ++point) {
    const auto row = static_cast<Index>(point);
    objects[row] = node.objects[point] / meanObjects;
    for (size_t i = 0; i < order.size(); ++i) {
      const auto column = static_cast<Index>(std::min(i, fitted));
      // Σ references / mean of the column's references together.
      counts(row, column) += node.references[order[i]][point] / (proportional[column] * all);
    }
  }
  MatrixXd matrix = counts.transpose() * counts;
  matrix.diagonal().array() += kRidge;
  const VectorXd gradient = counts.transpose() * objects + kRidge * proportional;
  const VectorXd found = SimplexMinimum(std::move(matrix), gradient, proportional).find();
  for (size_t i = 0; i < order.size(); ++i) {
    const auto column = static_cast<Index>(std::min(i, fitted));
    shares[order[i]] *= std::max(0.0, found[column]) / proportional[column];
  }
  const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
  for (double& share : shares) share /= sum;
  return shares;
}

std::vector<uint64_t> weightsByCounts(const PointOwnership& point,
                                      std::span<const std::shared_ptr<const PointOwnership>> points) {
  const auto groups = static_cast<uint32_t>(point.groups.size());
  const OrderedGroups order = OrderedGroups::of(groups, point.quotient.arcs);
  std::unordered_map<std::string_view, uint32_t> byKey;
  for (uint32_t group = 0; group < groups; ++group) byKey.emplace(point.groups[group].key, group);
  constexpr uint32_t kNowhere = ~uint32_t{0};

  // What was counted at each point, with the groups of `point`.
  const auto nodes = order.members.size();
  std::vector<std::map<uint32_t, size_t>> ownersOf(nodes);  // by node: the places of its owners
  for (const QuotientArc& arc : point.quotient.arcs) {
    const uint32_t to = order.componentOf[arc.to];
    if (order.componentOf[arc.from] != to) ownersOf[to].emplace(order.componentOf[arc.from], ownersOf[to].size());
  }
  std::vector<CountedNode> counted(nodes);
  for (size_t node = 0; node < nodes; ++node) {
    counted[node].objects.resize(points.size());
    counted[node].references.assign(ownersOf[node].size(), std::vector<double>(points.size()));
  }
  for (size_t p = 0; p < points.size(); ++p) {
    std::vector<uint32_t> nodeOf(points[p]->groups.size(), kNowhere);
    for (size_t group = 0; group < nodeOf.size(); ++group) {
      const auto known = byKey.find(points[p]->groups[group].key);
      if (known == byKey.end()) continue;
      nodeOf[group] = order.componentOf[known->second];
      counted[nodeOf[group]].objects[p] += static_cast<double>(points[p]->quotient.sizes[group].objects);
    }
    for (const QuotientArc& arc : points[p]->quotient.arcs) {
      const uint32_t from = nodeOf[arc.from];
      const uint32_t to = nodeOf[arc.to];
      if (from == kNowhere || to == kNowhere || from == to) continue;
      const auto owner = ownersOf[to].find(from);
      if (owner == ownersOf[to].end()) continue;
      counted[to].references[owner->second][p] += static_cast<double>(arc.references);
    }
  }

  std::vector<std::vector<double>> perReference(nodes);  // by node and owner: what one reference weighs
  for (size_t node = 0; node < nodes; ++node) {
    const std::vector<double> shares = fitShares(counted[node]);
    for (size_t owner = 0; owner < shares.size(); ++owner) {
      const double mean = meanOf(counted[node].references[owner]);
      perReference[node].push_back(mean == 0 ? 0 : shares[owner] / mean);
    }
    const double largest = perReference[node].empty() ? 0 : *std::ranges::max_element(perReference[node]);
    for (double& weight : perReference[node]) weight = largest == 0 ? 0 : weight / largest;
  }
  std::vector<uint64_t> weights;
  for (const QuotientArc& arc : point.quotient.arcs) {
    const uint32_t to = order.componentOf[arc.to];
    const auto owner = ownersOf[to].find(order.componentOf[arc.from]);
    // Weights of a node's arcs together stay below 2^63.
    const double references = static_cast<double>(std::min<uint64_t>(arc.references, uint64_t{1} << 32));
    weights.push_back(owner == ownersOf[to].end()
                          ? 0
                          : static_cast<uint64_t>(perReference[to][owner->second] * references * kWholeWeight / 4096));
  }
  return weights;
}

}  // namespace heaptrail
