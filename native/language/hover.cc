#include "language/hover.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "dsl/entries_of_types.h"
#include "dsl/names.h"
#include "text/numbers.h"

namespace heaptrail::dsl {

namespace {

constexpr size_t kMostTypes = 8;

std::string sizeOf(const Size& live) {
  return fmt::format("{}, {}", counted(live.objects, "object"), binaryUnits(live.bytes));
}

/// `HashMap+` → what part it plays: the first line.
std::string roleOf(const DescriptionSet& set, const Mention& mention) {
  if (mention.isDescribed()) {
    if (mention.head != nullptr) return fmt::format("an inner part, below {} only", toString(mention.head->type));
    return mention.description->head ? "the head of a data structure" : "an inner part";
  }
  if (mention.pointedTo->leaf) return "a leaf: part of the structure, but nothing behind it";
  if (mention.pattern().isAnything()) return "anything, followed further";
  if (mention.pattern().hasWildcard()) return "followed further where it is described, a leaf otherwise";
  const std::string type = absoluteType(mention.pattern(), mention.block->package);
  const DescriptionEntry* entry = set.holdingFor(type, headAround(set, mention));
  if (entry == nullptr)
    return mention.pattern().dimensions > 0 ? "an array, its elements are followed" : "not described, so a leaf";
  if (entry->isInsideHead()) return "an inner part, followed as it is described here";
  return entry->isHead() ? "a contained data structure" : "an inner part, followed further";
}

/// Types of one name together, most bytes first.
std::vector<std::pair<std::string, Size>> byName(const KnownTypes& known, const std::vector<TypeId>& types) {
  std::unordered_map<std::string, Size> sizes;
  for (const TypeId type : types) sizes[known.types().symbols()[type].name] += known.live(type);
  std::vector<std::pair<std::string, Size>> rows(sizes.begin(), sizes.end());
  std::ranges::sort(rows, [](const auto& a, const auto& b) {
    return a.second.bytes != b.second.bytes ? a.second.bytes > b.second.bytes : a.first < b.first;
  });
  return rows;
}

std::string inTrace(const KnownTypes& known, const Mention& mention) {
  const std::vector<TypeId> types = known.types().matching(mention.pattern(), mention.block->package);
  if (types.empty()) return fmt::format("\n\n{} has no such type.", known.trace());
  Size all;
  for (const TypeId type : types) all += known.live(type);
  const auto rows = byName(known, types);
  std::string text = fmt::format("\n\n{} in {}", sizeOf(all), known.trace());
  if (rows.size() == 1 && rows[0].first == absoluteType(mention.pattern(), mention.block->package)) return text + ".";
  text += fmt::format(", of {}:\n", counted(rows.size(), "type"));
  for (size_t i = 0; i < std::min(rows.size(), kMostTypes); ++i) {
    text += fmt::format("\n- `{}` {}", rows[i].first, sizeOf(rows[i].second));
  }
  if (rows.size() > kMostTypes) text += fmt::format("\n- … and {} more", groupedDigits(rows.size() - kMostTypes));
  return text;
}

/// Every live object of a type that a head's description holds for is an instance of it.
std::string instances(const DescriptionSet& set, const KnownTypes& known, const Mention& mention) {
  const std::string type = absoluteType(mention.pattern(), mention.block->package);
  const bool isPart = mention.isDescribed() && mention.head != nullptr;
  const DescriptionEntry* entry = isPart ? nullptr : set.find(type);
  if (entry == nullptr || !entry->isHead()) return {};
  const uint32_t place = set.indexOf(*entry);
  const std::vector<uint32_t> entries = entriesOfTypes(set, known.types());
  uint64_t structures = 0;
  for (uint32_t i = 0; i < entries.size(); ++i) {
    if (entries[i] == place) structures += known.live(TypeId(i)).objects;
  }
  return fmt::format("\n\nIt is the description of {}.", counted(structures, "data structure"));
}

/// A field or a role at the offset.
std::optional<Hover> besidesTypes(const DescriptionFile& file, uint32_t offset) {
  std::optional<Hover> found;
  for (const Block& block : file.tree().blocks) {
    forEachDescription(block, [&](const Description& description, const Description*) {
      const auto look = [&](const PointedTo& pointedTo) {
        if (pointedTo.field && pointedTo.field->range.touches(offset)) {
          found = Hover{pointedTo.field->range, fmt::format("`{}`: a field of `{}`", pointedTo.field->name,
                                                            absoluteType(description.type, block.package))};
        }
        if (pointedTo.role && pointedTo.roleRange.touches(offset)) {
          const RoleWord& role = wordOf(*pointedTo.role);
          found = Hover{pointedTo.roleRange, fmt::format("`as {}`: {}", role.word, role.sentence)};
        }
      };
      for (const PointedTo& pointedTo : description.pointedTo) look(pointedTo);
      for (const PointedTo& size : description.sizes) look(size);
    });
  }
  return found;
}

}  // namespace

std::optional<Hover> hoverAt(const DescriptionSet& set, uint32_t file, uint32_t offset, const KnownTypes* known) {
  const std::optional<Mention> mention = mentionAt(set, file, offset);
  if (!mention) return besidesTypes(*set.files()[file], offset);
  const TypePattern& pattern = mention->pattern();
  TypePattern absolute = pattern;
  absolute.name = mention->name();
  std::string text = fmt::format("`{}`: {}", toString(absolute), roleOf(set, *mention));
  if (known != nullptr) text += inTrace(*known, *mention) + instances(set, *known, *mention);
  return Hover{pattern.range, std::move(text)};
}

}  // namespace heaptrail::dsl
