// Checks that need no more than files of descriptions: what is said twice, and what takes the place of something else.
#include <fmt/format.h>

#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "dsl/check_parts.h"
#include "dsl/names.h"

namespace heaptrail::dsl {

namespace {

/// Also the space behind it, or before it where it is the last on its line, so that no gap stays.
TextRange withSpace(const SourceText& source, TextRange range) {
  const std::string& text = source.text();
  const auto isBlank = [&](uint32_t at) { return text[at] == ' ' || text[at] == '\t'; };
  uint32_t end = range.end;
  while (end < text.size() && isBlank(end)) ++end;
  const bool lastOnLine = end == text.size() || text[end] == '\n' || text[end] == '\r';
  if (!lastOnLine) return {range.begin, end};
  while (range.begin > 0 && isBlank(range.begin - 1)) --range.begin;
  // Alone on its line: the line goes, too.
  const bool firstOnLine = range.begin > 0 && (text[range.begin - 1] == '\n' || text[range.begin - 1] == '\r');
  if (!firstOnLine || end == text.size()) return range;
  if (text[end] == '\r') ++end;
  if (end < text.size() && text[end] == '\n') ++end;
  return {range.begin, end};
}

void checkPointedTo(CheckedFile& checked, const Description& description, const std::string& package) {
  const SourceText& source = checked.source().source();
  std::unordered_map<std::string, const PointedTo*> seen;
  std::set<std::pair<std::string, std::string>> seenInFields;
  for (const PointedTo& pointedTo : description.pointedTo) {
    TypePattern pattern = pointedTo.pattern;
    pattern.name = absoluteName(pattern, package);
    const std::string field = pointedTo.field ? pointedTo.field->name : std::string();
    const bool isNewInField = seenInFields.emplace(field, toString(pattern)).second;
    const auto [place, isNew] = seen.emplace(toString(pattern), &pointedTo);
    if (isNew) continue;
    const PointedTo& first = *place->second;
    // The same pattern for two fields says two things.
    if (first.leaf == pointedTo.leaf && isNewInField) continue;
    const std::string name = toString(pointedTo.pattern);
    if (first.leaf == pointedTo.leaf) {
      Diagnostic& diagnostic = checked.report(DiagnosticCode::kDuplicatePointedTo, pointedTo.pattern.range,
                                              fmt::format("{} is already among what this type may point to", name));
      diagnostic.related = {{source.name(), first.pattern.range, "for the first time here"}};
      diagnostic.fixes = {{"Remove it", {{withSpace(source, pointedTo.range), ""}}}};
    } else {
      const PointedTo& leaf = first.leaf ? first : pointedTo;
      Diagnostic& diagnostic =
          checked.report(DiagnosticCode::kLeafAndInner, pointedTo.pattern.range,
                         fmt::format("{} is both a leaf and an inner part: it counts as an inner part", name));
      diagnostic.related = {{source.name(), first.pattern.range, first.leaf ? "a leaf here" : "an inner part here"}};
      diagnostic.fixes = {{"Remove the leaf", {{withSpace(source, leaf.range), ""}}}};
    }
  }
}

}  // namespace

void checkRepetitions(CheckedFile& checked) {
  const DescriptionFile& file = checked.source();
  // By the head that they stand in, and by type.
  std::map<std::pair<const Description*, std::string>, const Description*> described;
  for (const Block& block : file.tree().blocks) {
    forEachDescription(block, [&](const Description& description, const Description* head) {
      checkPointedTo(checked, description, block.package);
      const std::string type = absoluteType(description.type, block.package);
      // Below a head nothing else can be said of its own type.
      if (head != nullptr) described.emplace(std::pair(head, absoluteType(head->type, block.package)), head);
      const auto [place, isNew] = described.emplace(std::pair(head, type), &description);
      if (isNew) return;
      checked
          .report(DiagnosticCode::kDuplicateDescription, description.type.range,
                  fmt::format("{} is already described in this {}; the first description holds", type,
                              head == nullptr ? "file" : "head"))
          .related = {{file.name(), place->second->type.range, "the first description"}};
    });
  }
}

void checkOverrides(CheckedFile& checked) {
  const DescriptionSet& set = checked.descriptions;
  std::unordered_map<uint32_t, Diagnostic> byEntry;
  for (const DescriptionSet::Replaced& replaced : set.replaced()) {
    const DescriptionEntry& entry = set.entries()[replaced.by];
    if (entry.file != checked.file || replaced.entry.file == checked.file) continue;
    const DescriptionFile& other = set.fileOf(replaced.entry);
    Diagnostic& diagnostic = byEntry[replaced.by];
    diagnostic.code = DiagnosticCode::kOverrides;
    diagnostic.range = entry.description->type.range;
    // Of several the last, which would hold otherwise.
    diagnostic.message = fmt::format("takes the place of the {}description of {} in {}",
                                     other.isShipped() ? "shipped " : "", replaced.entry.type, other.name());
    diagnostic.related.push_back({other.name(), replaced.entry.description->type.range, "does not hold any more"});
  }
  for (auto& [entry, diagnostic] : byEntry) checked.diagnostics.push_back(std::move(diagnostic));
}

}  // namespace heaptrail::dsl
