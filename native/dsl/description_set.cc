#include "dsl/description_set.h"

#include <utility>

#include "dsl/names.h"

namespace heaptrail::dsl {

DescriptionSet::DescriptionSet(Files files) : files_(std::move(files)) {
  std::vector<DescriptionEntry> all;
  std::unordered_map<std::string, size_t> holds;  // by type, the place in `all`
  std::vector<size_t> replacedBy;
  for (uint32_t file = 0; file < files_.size(); ++file) {
    for (const Block& block : files_[file]->tree().blocks) {
      for (const Description& description : block.descriptions) {
        const size_t place = all.size();
        all.push_back({absoluteType(description.type, block.package), file, &block, &description});
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
  }
  for (size_t place = 0; place < all.size(); ++place) {
    size_t by = replacedBy[place];
    if (by == place) continue;
    while (replacedBy[by] != by) by = replacedBy[by];
    replaced_.push_back({std::move(all[place]), entryOf[by]});
  }
  for (uint32_t i = 0; i < entries_.size(); ++i) byType_.emplace(entries_[i].type, i);
}

const DescriptionEntry* DescriptionSet::find(std::string_view type) const {
  const auto found = byType_.find(type);
  return found == byType_.end() ? nullptr : &entries_[found->second];
}

}  // namespace heaptrail::dsl
