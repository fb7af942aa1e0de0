#include "language/navigation.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "base/try.h"
#include "dsl/names.h"
#include "dsl/token.h"

namespace heaptrail::dsl {

namespace {

/// Whether a text is one name, as it may stand in a described type.
bool isName(const std::string& text) {
  const SourceText source("", text);
  const Tokens tokens = tokenise(source);
  const bool isOneWord = tokens.tokens.size() == 2 && tokens.tokens[0].kind == TokenKind::kName &&
                         source.at(tokens.tokens[0].range) == text;
  return isOneWord && !text.contains('*') && !text.starts_with('.') && !text.ends_with('.') && text != kHeadKeyword &&
         text != kNamespaceKeyword;
}

Result<Mention> renamedAt(const DescriptionSet& set, uint32_t file, uint32_t offset) {
  const std::optional<Mention> mention = mentionAt(set, file, offset);
  if (!mention) return usageError("there is no name of a class here");
  if (mention->pattern().hasWildcard()) return usageError("a pattern with * is not one class: it cannot be renamed");
  return *mention;
}

/// How an absolute name is written where another stood: without its package if that was so and still is possible.
std::string written(const Mention& mention, const std::string& absolute) {
  const std::string& package = mention.block->package;
  const bool wasShort = mention.pattern().name != mention.name();
  const bool canBeShort = !package.empty() && packageOf(absolute) == package;
  return wasShort && canBeShort ? std::string(simpleName(absolute)) : absolute;
}

}  // namespace

std::vector<FileRange> definitionsAt(const DescriptionSet& set, uint32_t file, uint32_t offset) {
  const std::optional<Mention> mention = mentionAt(set, file, offset);
  std::vector<FileRange> found;
  if (!mention) return found;
  const std::string name = mention->name();
  const uint32_t head = headAround(set, *mention);
  const auto addFrom = [&](uint32_t place, auto&& isSought) {
    for (const DescriptionEntry& entry : set.entries()) {
      if (entry.head == place && isSought(entry)) found.push_back({entry.file, entry.description->type.nameRange});
    }
  };
  // What stands in the head comes first, as it does where structures are found.
  for (const uint32_t place : head == kNoEntry ? std::vector{kNoEntry} : std::vector{head, kNoEntry}) {
    if (!found.empty()) break;
    if (mention->pattern().hasWildcard()) {
      addFrom(place, [&](const DescriptionEntry& entry) { return matchesWildcard(name, elementName(entry.type)); });
      continue;
    }
    addFrom(place, [&](const DescriptionEntry& entry) { return name == elementName(entry.type); });
    if (!found.empty()) break;
    const DescriptionEntry* wide = set.mostExact(absoluteType(mention->pattern(), mention->block->package), place);
    if (wide != nullptr) found.push_back({wide->file, wide->description->type.nameRange});
  }
  if (!found.empty()) return found;
  // A part that several heads lead to may be described in each of them.
  for (const DescriptionEntry& entry : set.entries()) {
    if (entry.isInsideHead() && name == elementName(entry.type)) {
      found.push_back({entry.file, entry.description->type.nameRange});
    }
  }
  return found;
}

std::vector<FileRange> referencesAt(const DescriptionSet& set, uint32_t file, uint32_t offset, bool withDescriptions) {
  std::vector<FileRange> found;
  const std::optional<Mention> mention = mentionAt(set, file, offset);
  if (!mention || mention->pattern().hasWildcard()) return found;
  for (const Mention& other : mentionsOf(set, mention->name())) {
    if (withDescriptions || !other.isDescribed()) found.push_back({other.file, other.pattern().nameRange});
  }
  return found;
}

Result<TextRange> renameRangeAt(const DescriptionSet& set, uint32_t file, uint32_t offset) {
  const Mention mention = TRY(renamedAt(set, file, offset));
  return mention.pattern().nameRange;
}

Result<std::vector<FileEdit>> renameAt(const DescriptionSet& set, uint32_t file, uint32_t offset,
                                       const std::string& name) {
  const Mention mention = TRY(renamedAt(set, file, offset));
  if (!isName(name)) return usageError(fmt::format("\"{}\" cannot be the name of a class", name));
  const std::string old = mention.name();
  const std::string package(packageOf(old));
  const std::string absolute = name.contains('.') || package.empty() ? name : package + "." + name;
  std::vector<FileEdit> edits;
  for (const Mention& other : mentionsOf(set, old)) {
    // In a namespace a class without a package cannot be written at all.
    if (!other.block->package.empty() && !absolute.contains('.')) {
      return usageError(fmt::format("in namespace {} a class without a package cannot be named: give {} one",
                                    other.block->package, name));
    }
    if (set.files()[other.file]->isShipped()) {
      if (!other.isDescribed()) continue;
      return usageError(fmt::format("{} is described in a file that comes with Heaptrail: it cannot be renamed", old));
    }
    edits.push_back({other.file, {other.pattern().nameRange, written(other, absolute)}});
  }
  return edits;
}

}  // namespace heaptrail::dsl
