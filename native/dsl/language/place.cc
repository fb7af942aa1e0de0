#include "dsl/language/place.h"

#include "dsl/names.h"

namespace heaptrail::dsl {

std::string Mention::name() const { return absoluteName(pattern(), block->package); }

std::optional<Mention> mentionAt(const DescriptionSet& set, uint32_t file, uint32_t offset) {
  std::optional<Mention> found;
  forEachMention(set, file, [&](const Mention& mention) {
    if (mention.pattern().range.touches(offset)) found = mention;
  });
  return found;
}

std::vector<Mention> mentionsOf(const DescriptionSet& set, const std::string& name) {
  std::vector<Mention> found;
  for (uint32_t file = 0; file < set.files().size(); ++file) {
    forEachMention(set, file, [&](const Mention& mention) {
      if (!mention.pattern().hasWildcard() && mention.name() == name) found.push_back(mention);
    });
  }
  return found;
}

}  // namespace heaptrail::dsl
