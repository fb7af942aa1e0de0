#include "dsl/description_set.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/text.h"
#include "dsl/names.h"

namespace heaptrail::dsl {

namespace {

size_t charactersBesidesStars(const DescriptionEntry& entry) {
  return entry.type.size() - static_cast<size_t>(std::ranges::count(entry.type, '*'));
}

}  // namespace

bool DescriptionEntry::names(std::string_view typeName) const {
  if (!hasWildcard()) return type == typeName;
  if (description->type.isAnything()) return true;
  return description->type.dimensions == dimensionsOf(typeName) &&
         matchesWildcard(elementName(type), elementName(typeName));
}

DescriptionSet::DescriptionSet(Files files) : files_(std::move(files)) {
  std::vector<DescriptionEntry> all;
  std::unordered_map<std::string, size_t> holds;  // by type, the place in `all`
  std::vector<size_t> replacedBy;
  for (uint32_t file = 0; file < files_.size(); ++file) {
    for (const Block& block : files_[file]->tree().blocks) {
      for (const Description& description : block.descriptions) {
        const size_t place = all.size();
        all.push_back({absoluteType(description.type, block.package), file, &block, &description, kNoEntry});
        replacedBy.push_back(place);
        const auto [earlier, isNew] = holds.emplace(all.back().type, place);
        if (isNew) continue;
        const bool sameFile = all[earlier->second].file == file;
        replacedBy[sameFile ? place : earlier->second] = sameFile ? earlier->second : place;
        if (!sameFile) earlier->second = place;
      }
    }
  }
  std::vector<uint32_t> entryOf(all.size());
  for (size_t place = 0; place < all.size(); ++place) {
    if (replacedBy[place] != place) continue;
    entryOf[place] = static_cast<uint32_t>(entries_.size());
    entries_.push_back(std::move(all[place]));
    if (entries_.back().isHead()) addInside(entryOf[place]);
  }
  for (size_t place = 0; place < all.size(); ++place) {
    size_t by = replacedBy[place];
    if (by == place) continue;
    while (replacedBy[by] != by) by = replacedBy[by];
    replaced_.push_back({std::move(all[place]), entryOf[by]});
  }
  for (uint32_t i = 0; i < entries_.size(); ++i) {
    if (!entries_[i].isInsideHead()) byType_.emplace(entries_[i].type, i);
  }
  rankWildcards();
}

/// Of several descriptions of one type in one head the first holds, as in a file.
void DescriptionSet::addInside(uint32_t head) {
  const DescriptionEntry of = entries_[head];
  for (const Description& inside : of.description->inside) {
    std::string type = absoluteType(inside.type, of.package());
    if (type != of.type && find(type, head) == nullptr) {
      entries_.push_back({std::move(type), of.file, of.block, &inside, head});
    }
  }
}

void DescriptionSet::rankWildcards() {
  for (uint32_t i = 0; i < entries_.size(); ++i) {
    if (entries_[i].hasWildcard()) withWildcards_.push_back(i);
  }
  std::ranges::sort(withWildcards_, std::ranges::greater{},
                    [&](uint32_t entry) { return std::tuple(charactersBesidesStars(entries_[entry]), entry); });
}

std::span<const DescriptionEntry> DescriptionSet::inside(uint32_t head) const {
  const auto first = entries_.begin() + head + 1;
  const auto end = std::find_if(first, entries_.end(), [&](const DescriptionEntry& e) { return e.head != head; });
  return {first, end};
}

const DescriptionEntry* DescriptionSet::find(std::string_view type, uint32_t head) const {
  if (head != kNoEntry) {
    const auto all = inside(head);
    const auto found = std::ranges::find(all, type, &DescriptionEntry::type);
    return found == all.end() ? nullptr : &*found;
  }
  const auto found = byType_.find(type);
  return found == byType_.end() ? nullptr : &entries_[found->second];
}

const DescriptionEntry* DescriptionSet::mostExact(std::string_view type, uint32_t head) const {
  if (const DescriptionEntry* exact = find(type, head)) return exact;
  const auto found = std::ranges::find_if(
      withWildcards_, [&](uint32_t entry) { return entries_[entry].head == head && entries_[entry].names(type); });
  return found == withWildcards_.end() ? nullptr : &entries_[*found];
}

const DescriptionEntry* DescriptionSet::holdingFor(std::string_view type, uint32_t head) const {
  const DescriptionEntry* everywhere = mostExact(type);
  if (head == kNoEntry || (everywhere != nullptr && everywhere->isHead())) return everywhere;
  const DescriptionEntry* inside = mostExact(type, head);
  return inside != nullptr ? inside : everywhere;
}

}  // namespace heaptrail::dsl
