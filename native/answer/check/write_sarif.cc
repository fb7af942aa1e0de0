// Broken rules in the form that code scanning reads: SARIF 2.1.0.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "answer/check/growth_check.h"
#include "answer/shared/write_parts.h"
#include "text/json_writer.h"

namespace heaptrail {

namespace {

constexpr std::string_view kSarifSchema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// Characters that may not stand in a URI reference as they are.
std::string uriOf(const std::filesystem::path& path) {
  std::string uri;
  for (const char c : path.generic_string()) {
    const bool isPlain = std::isalnum(static_cast<unsigned char>(c)) != 0 || std::string_view("-._~/").contains(c);
    uri += isPlain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri;
}

/// The package's folder and the file; below the first source folder that has it.
std::optional<std::string> fileOf(const Frame& frame, const SourceFolders& sources) {
  if (frame.file.empty() || frame.line == 0) return std::nullopt;
  std::string package = frame.className.substr(0, frame.className.find_last_of('.') + 1);
  std::ranges::replace(package, '.', '/');
  const std::filesystem::path inside = std::filesystem::path(package) / frame.file;
  for (const std::string& folder : sources) {
    std::error_code unreadable;
    const std::filesystem::path file = std::filesystem::path(folder) / inside;
    if (std::filesystem::exists(file, unreadable)) return uriOf(file.lexically_normal());
  }
  return uriOf(inside);
}

class SarifWriter {
 public:
  SarifWriter(const GrowthCheckAnswer& answer, const SourceFolders& sources) : answer_(answer), sources_(sources) {}

  std::string write() {
    json_.beginObject()
        .member("$schema", kSarifSchema)
        .member("version", "2.1.0")
        .key("runs")
        .beginArray()
        .beginObject();
    writeTool();
    json_.key("results").beginArray();
    for (size_t i = 0; i < answer_.rules.size(); ++i) {
      for (const GrowthCheckAnswer::Case& found : answer_.rules[i].cases) writeResult(i, found);
    }
    json_.endArray().member("columnKind", "utf16CodeUnits").endObject().endArray().endObject();
    return std::move(json_).take();
  }

 private:
  void writeTool() {
    json_.key("tool").beginObject().key("driver").beginObject();
    json_.member("name", "Heaptrail").member("semanticVersion", HEAPTRAIL_VERSION).key("rules").beginArray();
    for (size_t i = 0; i < answer_.rules.size(); ++i) {
      const GrowthRule& rule = answer_.rules[i].rule;
      json_.beginObject().member("id", idOf(i)).key("shortDescription").beginObject();
      json_.member("text", rule.text).endObject();
      json_.key("fullDescription").beginObject();
      json_.member("text", fmt::format("Data structures must not grow more than this rule allows ({}:{}).",
                                       answer_.rulesFile, rule.line));
      json_.endObject().endObject();
    }
    json_.endArray().endObject().endObject();
  }

  static std::string idOf(size_t rule) { return fmt::format("growth/{}", rule + 1); }

  void writeResult(size_t rule, const GrowthCheckAnswer::Case& found) {
    json_.beginObject().member("ruleId", idOf(rule)).member("ruleIndex", rule).member("level", "error");
    json_.key("message").beginObject();
    json_.member("text", fmt::format("{} By the rule \"{}\", {}.", found.sentence, answer_.rules[rule].rule.text,
                                     excessText(answer_.rules[rule].rule, found, answer_.window.heapGrowth())));
    json_.endObject();
    written_.clear();
    json_.key("locations").beginArray();
    for (const LeafGroup& leaf : found.leaves) {
      if (leaf.size.bytes() > 0) {
        writeLocation(leaf.site, fmt::format("{} allocated here", leaf.type));
      } else if (leaf.deep && leaf.deep->bytes() > 0) {
        writeLocation(leaf.site, fmt::format("what {} allocated here leads to grew", leaf.type));
      }
    }
    const bool hasLeaves = !written_.empty();
    if (!hasLeaves) writeLocation(found.row.site, "");
    json_.endArray();
    if (hasLeaves) {
      json_.key("relatedLocations").beginArray();
      writeLocation(found.row.site, fmt::format("the {} allocated here", found.row.type));
      json_.endArray();
    }
    json_.endObject();
  }

  /// In the program's own code; each line once.
  void writeLocation(const std::vector<Frame>& site, const std::string& message) {
    const std::span<const Frame> telling = tellingFrames(site);
    if (telling.empty()) return;
    const std::optional<std::string> file = fileOf(telling.back(), sources_);
    if (!file || !written_.emplace(*file, telling.back().line).second) return;
    json_.beginObject().key("physicalLocation").beginObject();
    json_.key("artifactLocation").beginObject().member("uri", *file).endObject();
    json_.key("region").beginObject().member("startLine", telling.back().line).endObject().endObject();
    if (!message.empty()) json_.key("message").beginObject().member("text", message).endObject();
    json_.endObject();
  }

  const GrowthCheckAnswer& answer_;
  const SourceFolders& sources_;
  JsonWriter json_;
  std::set<std::pair<std::string, uint32_t>> written_;
};

}  // namespace

std::string writeSarif(const GrowthCheckAnswer& answer, const SourceFolders& sources) {
  return SarifWriter(answer, sources).write();
}

}  // namespace heaptrail
