// Answers the question about structures.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "answer/structures/structures_question.h"
#include "base/page.h"
#include "base/text.h"
#include "base/try.h"
#include "classify/where.h"
#include "graph/group_sizes.h"
#include "session/asked_point.h"
#include "structure/unclaimed_parts.h"

namespace heaptrail {

namespace {

// How far each step brings the whole.
constexpr double kDetected = 0.25;
constexpr double kDeepMeasured = 0.45;
constexpr double kOwnersKnown = 0.85;
constexpr double kFiltered = 0.9;

class StructureListing {
 public:
  StructureListing(const PointFacts& facts, const StructureAnalysis& analysis, const StructuresQuestion& question,
                   Progress& progress)
      : facts_(facts),
        analysis_(analysis),
        graph_(analysis.analysis().graph()),
        heap_(analysis.analysis().heap()),
        question_(question),
        progress_(progress) {}

  Result<StructuresAnswer> run() {
    using Step = Status (StructureListing::*)();
    for (const Step step : {&StructureListing::compute, &StructureListing::choose, &StructureListing::measureShown,
                            &StructureListing::cover}) {
      TRY((this->*step)());
    }
    progress_.scale(0, 1);
    return std::move(answer_);
  }

 private:
  Status compute() {
    progress_.scale(0, kDetected);
    structures_ = TRY(analysis_.structures(progress_));
    progress_.scale(kDetected, kDeepMeasured);
    deep_ = TRY(analysis_.deep(progress_));
    progress_.scale(kDeepMeasured, kOwnersKnown);
    dominators_ = TRY(analysis_.analysis().dominators(progress_));
    if (question_.filter == StructureFilter::kTopLevel) {
      owned_ = TRY(analysis_.owned(progress_));
    }
    answer_.filter = question_.filter;
    answer_.warnings = structureWarnings(*structures_);
    return {};
  }

  Status choose() {
    progress_.scale(kOwnersKnown, kFiltered);
    BitSet fitting;
    if (!question_.where.empty()) {
      fitting = TRY(findWhere(facts_, question_.where, graph_.live(), progress_));
    }
    const std::vector<bool> types = typesSearched();
    for (uint32_t i = 0; i < structures_->count(); ++i) {
      const StructureIndex structure(i);
      const ObjectIndex head = structures_->head(structure);
      if (!types[heap_.typeOf(head).value()] || (owned_ && owned_->test(i))) continue;
      if (!question_.where.empty() && !fitting.test(head.value())) continue;
      chosen_.push_back(structure);
    }
    answer_.totalRows = chosen_.size();
    sortPage();
    return {};
  }

  std::vector<bool> typesSearched() const {
    const std::string wanted = lowerCase(question_.search);
    std::vector<bool> result;
    for (const Type& type : heap_.symbols().types) result.push_back(lowerCase(type.name).contains(wanted));
    return result;
  }

  uint64_t keyOf(StructureIndex structure) const {
    switch (question_.order) {
      case StructureOrder::kRetained:
        return dominators_->retained(structures_->head(structure)).bytes;
      case StructureOrder::kStructure:
        return structures_->size(structure).bytes;
      case StructureOrder::kDeepStructure:
        return deep_->size(structure).bytes;
      case StructureOrder::kLeaves:
        return structures_->leaves(structure);
      case StructureOrder::kType:
        return namePlaces_[heap_.typeOf(structures_->head(structure)).value()];
    }
    return 0;
  }

  /// Leaves in `chosen_` the page that is asked for, in order. Equal ones stay in the order of the heap.
  void sortPage() {
    if (question_.order == StructureOrder::kType) rankNames();
    std::vector<std::pair<uint64_t, StructureIndex>> ranked;
    ranked.reserve(chosen_.size());
    for (const StructureIndex structure : chosen_) ranked.emplace_back(keyOf(structure), structure);
    const auto before = [&](const auto& a, const auto& b) {
      if (a.first != b.first) return question_.ascending ? a.first < b.first : a.first > b.first;
      return a.second < b.second;
    };
    chosen_.clear();
    for (const auto& [key, structure] : sortedPageOf(ranked, question_.offset, question_.limit, before)) {
      chosen_.push_back(structure);
    }
  }

  void rankNames() {
    const std::vector<Type>& types = heap_.symbols().types;
    std::vector<uint32_t> order;
    for (uint32_t i = 0; i < types.size(); ++i) order.push_back(i);
    std::ranges::sort(order, {}, [&](uint32_t type) { return std::string_view(types[type].name); });
    namePlaces_.resize(types.size());
    for (uint32_t place = 0; place < order.size(); ++place) namePlaces_[order[place]] = place;
  }

  Status measureShown() {
    progress_.scale(kFiltered, 1);
    StructureWalk walk(graph_, analysis_.types());
    for (const StructureIndex structure : chosen_) {
      answer_.rows.push_back(describe(structure));
      StructureRow& row = answer_.rows.back();
      // What was too much to know of all structures is not too much to know of these.
      if (structures_->isTooWide(structure)) {
        if (!walkTo(walk, structure, Descent::kOwnParts)) return cancelledError();
        row.structure = walk.size();
        row.leaves = walk.leaves();
        if (question_.contained) {
          for (const ObjectIndex head : walk.contained()) row.contained.push_back(heap_.idOf(head).value());
        }
      }
      if (!deep_->isExact(structure)) {
        if (!walkTo(walk, structure, Descent::kContainedToo)) return cancelledError();
        row.deepStructure = walk.size();
      }
      if (!question_.members) continue;
      if (!walkTo(walk, structure, *question_.members)) return cancelledError();
      for (const ObjectIndex member : walk.members()) row.members.push_back(describe(walk, structure, member));
    }
    answer_.hasMembers = question_.members.has_value();
    answer_.hasContained = question_.contained;
    return question_.asksForDeep() ? measureDeep() : Status();
  }

  bool walkTo(StructureWalk& walk, StructureIndex structure, Descent descent) {
    const StructureWalk::End end = walk.run(structures_->head(structure), descent, StructureWalk::kNoLimit, progress_);
    return end == StructureWalk::End::kComplete;
  }

  Status measureDeep() {
    std::vector<ObjectIndex> heads;
    for (const StructureIndex structure : chosen_) heads.push_back(structures_->head(structure));
    const std::vector<Size> sizes = TRY(deepSizes(graph_, heads, progress_));
    for (size_t i = 0; i < sizes.size(); ++i) answer_.rows[i].deep = sizes[i];
    return {};
  }

  Status cover() {
    if (!question_.coverage) return {};
    const UnclaimedParts parts =
        TRY(findUnclaimedParts(graph_, *structures_, analysis_.analysis().threads(), progress_));
    StructureCoverage coverage;
    for (uint32_t i = 0; i < heap_.symbols().types.size(); ++i) {
      if (parts.objects[i] == 0) continue;
      coverage.parts += parts.objects[i];
      coverage.unclaimed += parts.unclaimed[i];
      coverage.types.push_back({heap_.symbols().types[i].name, parts.objects[i], parts.unclaimed[i]});
    }
    std::ranges::stable_sort(coverage.types, std::ranges::greater{}, &StructureCoverage::Row::unclaimed);
    answer_.coverage = std::move(coverage);
    return {};
  }

  StructureRow describe(StructureIndex structure) const {
    const ObjectIndex head = structures_->head(structure);
    const TypeId type = heap_.typeOf(head);
    StructureRow row;
    row.id = heap_.idOf(head).value();
    row.type = heap_.symbols()[type].name;
    row.description = analysis_.types().descriptionOf(type)->type;
    if (const SiteId site = heap_.siteOf(head); site.exists()) row.site = heap_.symbols()[site].frames;
    row.bytes = heap_.shallowBytes(head);
    row.structure = structures_->size(structure);
    row.deepStructure = deep_->size(structure);
    row.leaves = structures_->leaves(structure);
    row.retained = dominators_->retained(head);
    if (!question_.contained) return row;
    for (const StructureIndex inside : structures_->contained(structure)) {
      row.contained.push_back(heap_.idOf(structures_->head(inside)).value());
    }
    return row;
  }

  StructureMember describe(const StructureWalk& walk, StructureIndex structure, ObjectIndex member) const {
    const TypeId type = heap_.typeOf(member);
    StructureMember::Role role = walk.isLeaf(member) ? StructureMember::Role::kLeaf : StructureMember::Role::kInner;
    if (analysis_.types().isHead(type)) role = StructureMember::Role::kContained;
    if (member == structures_->head(structure)) role = StructureMember::Role::kHead;
    return {heap_.idOf(member).value(), heap_.symbols()[type].name, heap_.shallowBytes(member), role};
  }

  const PointFacts& facts_;
  const StructureAnalysis& analysis_;
  const LiveGraph& graph_;
  const Heap& heap_;
  const StructuresQuestion& question_;
  Progress& progress_;
  std::shared_ptr<const Structures> structures_;
  std::shared_ptr<const DeepStructures> deep_;
  std::shared_ptr<const BitSet> owned_;  // where owned ones are left out
  std::shared_ptr<const Dominators> dominators_;
  std::vector<StructureIndex> chosen_;
  std::vector<uint32_t> namePlaces_;  // by type, where names are what is sorted by
  StructuresAnswer answer_;
};

}  // namespace

std::string_view toString(StructureMember::Role role) {
  switch (role) {
    case StructureMember::Role::kHead:
      return "head";
    case StructureMember::Role::kInner:
      return "inner";
    case StructureMember::Role::kLeaf:
      return "leaf";
    case StructureMember::Role::kContained:
      return "contained";
  }
  return "inner";
}

Result<StructuresAnswer> ask(OpenedTrace& trace, const StructuresQuestion& question, Progress& progress) {
  const AskedPoint asked = TRY(AskedPoint::find(trace, question.at, progress));
  const auto analysis = TRY(asked.facts().structureAnalysis(progress));
  Result<StructuresAnswer> answer = StructureListing(asked.facts(), *analysis, question, progress).run();
  if (answer) asked.tell(*answer);
  return answer;
}

}  // namespace heaptrail
