#include "dsl/described_types.h"

#include <algorithm>
#include <span>
#include <utility>

#include "dsl/entries_of_types.h"

namespace heaptrail::dsl {

/// Fills the tables scope by scope.
class DescribedTypes::Tables {
 public:
  explicit Tables(DescribedTypes& result)
      : result_(result),
        entries_(result.descriptions_->entries()),
        all_(result.types_->symbols().types),
        mentions_(entries_.size()),
        rowOfEntry_(entries_.size(), kNoEntry) {}

  void fill() {
    result_.scopeBelow_.assign(all_.size(), kEverywhere);
    result_.steps_.resize((size_t{kEverythingRow} + 1) * all_.size(), Step::kOutside);
    std::vector<uint32_t> heads;
    for (const uint32_t entry : result_.entryOf_) {
      const bool isHead = entry != kNoEntry && entries_[entry].isHead();
      result_.heads_.push_back(isHead ? 1 : 0);
      if (isHead && !result_.descriptions_->inside(entry).empty()) heads.push_back(entry);
    }
    addScope(result_.entryOf_, {});
    std::ranges::sort(heads);
    heads.erase(std::ranges::unique(heads).begin(), heads.end());
    for (const uint32_t head : heads) addScopeBelow(head);
    result_.steps_.shrink_to_fit();
  }

 private:
  /// What a description says of a type, whatever else holds.
  enum class Mention : uint8_t { kNone, kLeaf, kInner };

  void addScopeBelow(uint32_t head) {
    const std::vector<uint32_t> below = entriesBelow(*result_.descriptions_, *result_.types_, result_.entryOf_, head);
    std::vector<uint32_t> changed;
    for (uint32_t type = 0; type < below.size(); ++type) {
      if (below[type] != result_.entryOf_[type]) changed.push_back(type);
    }
    if (changed.empty()) return;
    const Scope scope(result_.scopes_);
    addScope(below, changed);
    for (uint32_t type = 0; type < below.size(); ++type) {
      if (result_.entryOf_[type] == head) result_.scopeBelow_[type] = scope;
    }
  }

  /// `entryOf`: by type. `changed`: types that have another description than everywhere.
  void addScope(std::span<const uint32_t> entryOf, std::span<const uint32_t> changed) {
    const bool isFirst = result_.scopes_++ == 0;
    const uint32_t everything = isFirst ? kEverythingRow : everythingRowOf(entryOf, changed);
    if (isFirst) writeEverything(entryOf, everything);
    std::vector<uint32_t> rowHere(entries_.size(), kNoEntry);
    for (uint32_t type = 0; type < all_.size(); ++type) {
      const uint32_t entry = entryOf[type];
      uint32_t row = kNothingRow;
      if (entry == kNoEntry) {
        if (isReferenceArray(type)) row = everything;
      } else if (!entries_[entry].description->pointedTo.empty()) {
        if (rowHere[entry] == kNoEntry) rowHere[entry] = rowOf(entry, entryOf, changed);
        row = rowHere[entry];
      }
      result_.rowOf_.push_back(row);
    }
  }

  bool isInferred(uint32_t type) const {
    return result_.descriptions_->fileOf(entries_[result_.entryOf_[type]]).isInferred();
  }

  bool isReferenceArray(uint32_t type) const { return all_[type].shape == TypeShape::kReferenceArray; }

  Step stepTo(uint32_t type, Mention mention, std::span<const uint32_t> entryOf) const {
    if (mention == Mention::kNone) return Step::kOutside;
    // What nobody described changes no other structure: what it is in holds it as a leaf, as without it.
    if (result_.heads_[type] != 0) return isInferred(type) ? Step::kLeaf : Step::kContained;
    // A part without a description leads nowhere, and is therefore a leaf.
    const bool leadsOn = entryOf[type] != kNoEntry || isReferenceArray(type);
    return mention == Mention::kInner && leadsOn ? Step::kInner : Step::kLeaf;
  }

  uint32_t addRow() {
    const auto row = static_cast<uint32_t>(result_.steps_.size() / all_.size());
    result_.steps_.resize(result_.steps_.size() + all_.size());
    return row;
  }

  Step* stepsOf(uint32_t row) { return result_.steps_.data() + size_t{row} * all_.size(); }

  void writeEverything(std::span<const uint32_t> entryOf, uint32_t row) {
    for (uint32_t type = 0; type < all_.size(); ++type) stepsOf(row)[type] = stepTo(type, Mention::kInner, entryOf);
  }

  uint32_t everythingRowOf(std::span<const uint32_t> entryOf, std::span<const uint32_t> changed) {
    const bool same = std::ranges::all_of(changed, [&](uint32_t type) {
      return stepsOf(kEverythingRow)[type] == stepTo(type, Mention::kInner, entryOf);
    });
    if (same) return kEverythingRow;
    const uint32_t row = addRow();
    writeEverything(entryOf, row);
    return row;
  }

  /// The row that the description has everywhere, unless it says something else here.
  uint32_t rowOf(uint32_t entry, std::span<const uint32_t> entryOf, std::span<const uint32_t> changed) {
    const std::vector<Mention>& mentions = mentionsIn(entry);
    const uint32_t known = rowOfEntry_[entry];
    const bool same = known != kNoEntry && std::ranges::all_of(changed, [&](uint32_t type) {
                        return stepsOf(known)[type] == stepTo(type, mentions[type], entryOf);
                      });
    if (same) return known;
    const uint32_t row = addRow();
    for (uint32_t type = 0; type < all_.size(); ++type) stepsOf(row)[type] = stepTo(type, mentions[type], entryOf);
    const bool holdsEverywhere = changed.empty();
    if (holdsEverywhere) rowOfEntry_[entry] = row;
    return row;
  }

  const std::vector<Mention>& mentionsIn(uint32_t entry) {
    std::vector<Mention>& mentions = mentions_[entry];
    if (!mentions.empty()) return mentions;
    mentions.resize(all_.size());
    // Leaves first: where a type is among both, it is an inner part.
    for (const bool leaf : {true, false}) {
      const Mention mention = leaf ? Mention::kLeaf : Mention::kInner;
      for (const PointedTo& pointedTo : entries_[entry].description->pointedTo) {
        if (pointedTo.leaf != leaf) continue;
        if (pointedTo.pattern.isAnything()) {
          std::ranges::fill(mentions, mention);
          continue;
        }
        for (const TypeId type : result_.types_->matching(pointedTo.pattern, entries_[entry].package())) {
          mentions[type.value()] = mention;
        }
      }
    }
    return mentions;
  }

  DescribedTypes& result_;
  std::span<const DescriptionEntry> entries_;
  const std::vector<Type>& all_;
  std::vector<std::vector<Mention>> mentions_;  // by entry, by type; made when it is needed
  std::vector<uint32_t> rowOfEntry_;            // those that hold everywhere
};

DescribedTypes::DescribedTypes(std::shared_ptr<const DescriptionSet> descriptions,
                               std::shared_ptr<const TypeIndex> types)
    : descriptions_(std::move(descriptions)),
      types_(std::move(types)),
      typeCount_(types_->symbols().types.size()),
      entryOf_(entriesOfTypes(*descriptions_, *types_)) {
  Tables(*this).fill();
}

}  // namespace heaptrail::dsl
