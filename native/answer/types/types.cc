// What an opened trace answers about its types.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "answer/types/types_question.h"
#include "base/page.h"
#include "base/try.h"
#include "dsl/entries_of_types.h"
#include "dsl/names.h"
#include "dsl/nearest_name.h"

namespace heaptrail {

namespace {

/// A pattern as it would stand in a description.
Result<dsl::TypePattern> parsePattern(const std::string& text) {
  constexpr std::string_view kBefore = "DS x { ";
  const dsl::SourceText source("PATTERN", fmt::format("{}{}; }}", kBefore, text));
  const dsl::Parsed parsed = parse(source);
  if (!parsed.diagnostics.empty()) {
    return usageError(fmt::format("\"{}\" is no pattern of types: {}", text, parsed.diagnostics.front().message));
  }
  const auto& blocks = parsed.tree.blocks;
  if (blocks.size() != 1 || blocks[0].descriptions.size() != 1 || blocks[0].descriptions[0].pointedTo.size() != 1) {
    return usageError(fmt::format("\"{}\" is no pattern of types: expected one, such as java.util.*Map+", text));
  }
  return blocks[0].descriptions[0].pointedTo[0].pattern;
}

}  // namespace

Result<TypesAnswer> ask(OpenedTrace& trace, const TypesQuestion& question, Progress& progress) {
  const dsl::TypePattern pattern = TRY(parsePattern(question.pattern));
  const KnownTypes known = TRY(trace.knownTypes(question.at, false, progress));
  TypesAnswer answer;
  answer.point = known.point;
  answer.warnings = known.warnings;
  answer.pattern = toString(pattern);
  const auto described = trace.descriptions();
  const std::vector<uint32_t> entries = entriesOfTypes(*described, *known.types);
  std::map<std::string, TypesAnswer::Row> byName;
  for (const TypeId type : known.types->matching(pattern, question.package)) {
    const std::string& name = known.types->symbols()[type].name;
    TypesAnswer::Row& row = byName[name];
    row.type = name;
    row.live += known.live[type.value()];
    if (entries[type.value()] == dsl::kNoEntry) continue;
    row.description = described->entries()[entries[type.value()]].type;
    row.head = described->entries()[entries[type.value()]].isHead();
  }
  for (auto& [name, row] : byName) {
    answer.total += row.live;
    answer.rows.push_back(std::move(row));
  }
  std::ranges::stable_sort(answer.rows, std::ranges::greater{},
                           [](const TypesAnswer::Row& row) { return row.live.bytes; });
  answer.totalRows = answer.rows.size();
  if (answer.rows.empty() && !pattern.hasWildcard()) {
    answer.nearest = dsl::NearestName(*known.types).find(absoluteName(pattern, question.package), question.package);
  }
  keepFirst(answer.rows, question.limit);
  if (question.fieldNames) {
    const std::vector<std::string_view> names = known.types->fieldsOf(pattern, question.package);
    answer.fields.emplace(names.begin(), names.end());
    std::ranges::sort(*answer.fields);
  }
  return answer;
}

}  // namespace heaptrail
