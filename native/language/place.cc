#include "language/place.h"

#include <algorithm>
#include <utility>

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
  std::ranges::sort(found, {}, [](const Mention& m) { return std::pair(m.file, m.pattern().range.begin); });
  return found;
}

uint32_t headAround(const DescriptionSet& set, const Mention& mention) {
  const Description* around = mention.description->head ? mention.description : mention.head;
  if (around == nullptr) return kNoEntry;
  const auto entries = set.entries();
  const auto found = std::ranges::find(entries, around, &DescriptionEntry::description);
  return found == entries.end() ? kNoEntry : set.indexOf(*found);
}

}  // namespace heaptrail::dsl
