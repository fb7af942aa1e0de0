#include "classify/where.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/try.h"
#include "classify/condition_parser.h"

namespace heaptrail {

namespace {

constexpr uint64_t kObjectsPerStep = uint64_t{1} << 16;
// The same where values are read, which takes some microseconds for each.
constexpr uint64_t kReadsPerStep = uint64_t{1} << 10;

/// A condition bound to a heap: its tests are ready to be asked.
class BoundCondition {
 public:
  static Result<BoundCondition> bind(const HeapFacts& facts, const Condition& condition, Progress& progress) {
    BoundCondition bound(condition.kind);
    for (const Condition& part : condition.parts) {
      BoundCondition inside = TRY(bind(facts, part, progress));
      bound.readsValues_ |= inside.readsValues_;
      bound.parts_.push_back(std::move(inside));
    }
    // What reads the file is asked last, when all else has not decided.
    std::ranges::stable_sort(bound.parts_, {}, &BoundCondition::readsValues_);
    if (condition.kind != Condition::Kind::kTest) return bound;
    if (condition.field) {
      bound.test_ = TRY(fieldTest(facts, *condition.field, progress));
      bound.readsValues_ = true;
      return bound;
    }
    const Property& property = *condition.property;
    // A heap without objects tells nothing, and nobody minds.
    if (const auto why = property.whyNotTold(facts.heap()); why && facts.heap().objectCount() > 0) {
      return usageError(fmt::format("the condition asks for \"{}\", but {}", property.name(), *why));
    }
    bound.test_ = TRY(property.test(facts, condition.compared, progress));
    return bound;
  }

  bool holds(ObjectIndex object) const {
    switch (kind_) {
      case Condition::Kind::kNot:
        return !parts_[0].holds(object);
      case Condition::Kind::kAnd:
        return std::ranges::all_of(parts_, [object](const BoundCondition& part) { return part.holds(object); });
      case Condition::Kind::kOr:
        return std::ranges::any_of(parts_, [object](const BoundCondition& part) { return part.holds(object); });
      case Condition::Kind::kTest:
        return test_(object);
    }
    return false;
  }

  bool readsValues() const { return readsValues_; }

 private:
  explicit BoundCondition(Condition::Kind kind) : kind_(kind) {}

  Condition::Kind kind_;
  Test test_;
  bool readsValues_ = false;
  std::vector<BoundCondition> parts_;
};

}  // namespace

Result<BitSet> findWhere(const HeapFacts& facts, std::string_view condition, const BitSet& among, Progress& progress) {
  const Condition parsed = TRY(parseCondition(condition));
  const BoundCondition bound = TRY(BoundCondition::bind(facts, parsed, progress));
  progress.begin("Finding the objects", 0, 1, among.size());
  BitSet found(among.size());
  const uint64_t perStep = bound.readsValues() ? kReadsPerStep : kObjectsPerStep;
  for (uint64_t from = 0; from < among.size(); from += perStep) {
    among.forEachIn(from, std::min(among.size(), from + perStep), [&](uint64_t i) {
      if (bound.holds(ObjectIndex(static_cast<uint32_t>(i)))) found.set(i);
    });
    if (!progress.advance(perStep)) return cancelledError();
  }
  return found;
}

Result<BitSet> findWhere(const Heap& heap, std::string_view condition, const BitSet& among, Progress& progress) {
  return findWhere(BareHeap(heap), condition, among, progress);
}

Status checkCondition(std::string_view condition) {
  TRY(parseCondition(condition));
  return {};
}

}  // namespace heaptrail
