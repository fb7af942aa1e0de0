// Checks of how descriptions hang together: those that nothing leads to, and inner parts that lead nowhere.
#include <fmt/format.h>

#include <algorithm>

#include "dsl/check_parts.h"
#include "dsl/entries_of_types.h"
#include "dsl/names.h"
#include "dsl/reach.h"

namespace heaptrail::dsl {

void checkReach(CheckedFile& checked) {
  const auto entries = checked.descriptions.entries();
  const auto isAsked = [&](const DescriptionEntry& entry) {
    // Of a class that the trace does not have, nobody knows the superclass.
    const bool known = checked.known == nullptr || isInTrace(entry, checked.known->types);
    return entry.file == checked.file && !entry.isHead() && known;
  };
  if (std::ranges::none_of(entries, isAsked)) return;
  const Reach reach(checked.descriptions, checked.known == nullptr ? nullptr : &checked.known->types,
                    checked.entryOfType, checked.meant);
  for (uint32_t i = 0; i < entries.size(); ++i) {
    if (!isAsked(entries[i]) || reach.reaches(i)) continue;
    const TypePattern& type = entries[i].description->type;
    if (entries[i].isInsideHead()) {
      const DescriptionEntry* everywhere = checked.descriptions.mostExact(entries[i].type);
      const bool isHead = everywhere != nullptr && everywhere->isHead();
      checked.report(DiagnosticCode::kUnreachableDescription, type.range,
                     isHead
                         ? fmt::format("{} is a head, and contained as the structure that it is", toString(type))
                         : fmt::format("nothing below {} leads to {}", entries[entries[i].head].type, toString(type)));
      continue;
    }
    checked
        .report(DiagnosticCode::kUnreachableDescription, type.range,
                fmt::format("no structure has {} as an inner part: no head leads to it", toString(type)))
        .fixes = {{"Make it a head", {{{type.range.begin, type.range.begin}, fmt::format("{} ", kHeadKeyword)}}}};
  }
}

namespace {

bool isDescribedInAHead(const CheckedFile& checked, TypeId type) {
  const TypeIndex& types = checked.known->types;
  return std::ranges::any_of(checked.descriptions.entries(), [&](const DescriptionEntry& entry) {
    if (!entry.isInsideHead()) return false;
    const std::vector<TypeId> described = types.matching(entry.description->type, entry.package());
    return std::ranges::binary_search(described, type);
  });
}

/// Whether such a part is certainly a leaf though it is not written as one.
bool actsAsLeaf(const CheckedFile& checked, const TypePattern& pattern, const std::string& package) {
  // Patterns take in what there is, and primitive arrays have nothing that could be described.
  if (pattern.hasWildcard() || isPrimitiveArray(pattern)) return false;
  // Below some head it may be described, and this part be led to from there.
  const std::string name = absoluteType(pattern, package);
  const auto names = [&](const DescriptionEntry& entry) { return entry.names(name); };
  if (std::ranges::any_of(checked.descriptions.entries(), names)) return false;
  if (checked.known == nullptr) {
    // A superclass may be described, if there is any description that takes in subclasses.
    const bool mayInherit = std::ranges::any_of(checked.descriptions.entries(), &DescriptionEntry::takesSubclasses);
    return !mayInherit && !pattern.subclasses && pattern.dimensions == 0;
  }
  const TypeIndex& types = checked.known->types;
  const std::vector<TypeId> matching = types.matching(pattern, package);
  const auto leadsNowhere = [&](TypeId type) {
    const bool isArray = types.symbols()[type].shape == TypeShape::kReferenceArray;
    return checked.entryOfType[type.value()] == kNoEntry && !isArray && !isDescribedInAHead(checked, type);
  };
  return !matching.empty() && std::ranges::all_of(matching, leadsNowhere);
}

std::string emptyDescription(const SourceText& source, const Description& before, const TypePattern& type) {
  const uint32_t line = source.lineOf(before.range.begin);
  const std::string_view text = source.line(line);
  const std::string_view indent = text.substr(0, text.find_first_not_of(" \t"));
  const std::string_view end = source.lineEnd();
  return fmt::format("{0}{0}{1}{2} {{{0}{1}}}", end, indent, toString(type));
}

}  // namespace

void checkInnerParts(CheckedFile& checked) {
  const SourceText& source = checked.source().source();
  for (const DescriptionEntry& entry : checked.descriptions.entries()) {
    if (entry.file != checked.file) continue;
    for (const PointedTo& pointedTo : entry.description->pointedTo) {
      if (pointedTo.leaf || !actsAsLeaf(checked, pointedTo.pattern, entry.package())) continue;
      const TypePattern& pattern = pointedTo.pattern;
      const std::string name = toString(pattern);
      const uint32_t behind = entry.description->range.end;
      checked
          .report(DiagnosticCode::kUndescribedInner, pattern.range,
                  fmt::format("{} has no description, so it is a leaf: describe it, or put it in parentheses", name))
          .fixes = {{"Make it a leaf", {{pattern.range, fmt::format("({})", name)}}},
                    {fmt::format("Describe {}", name),
                     {{{behind, behind}, emptyDescription(source, *entry.description, pattern)}}}};
    }
  }
}

}  // namespace heaptrail::dsl
