// What the written forms of answers about growth have in common.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answer/shared/growth_row.h"
#include "answer/shared/sentence.h"
#include "growth/growth_pattern.h"
#include "session/analysed_window.h"
#include "text/json_writer.h"

namespace heaptrail {

/// `name` and `field`; null where no field holds it.
void writeField(JsonWriter& json, const std::optional<FieldName>& field);
void writeName(JsonWriter& json, const std::string& name, const std::optional<FieldName>& field);
/// The program's own field that it is a part of, where there is one.
void writeWithin(JsonWriter& json, const std::optional<OwnField>& within);
/// `sentence` as text, and `sentenceParts`: words, and what can be followed with its class, field or frame.
void writeSentence(JsonWriter& json, const Sentence& sentence);
void writeGrown(JsonWriter& json, const GrownSize& size);
void writeMetric(JsonWriter& json, std::string_view name, const GrownSize& size, int64_t heapGrowth);
/// With their deep size where it is known.
void writeLeafSizes(JsonWriter& json, const LeafSizes& leaves);
void writeLeaves(JsonWriter& json, std::string_view name, const std::vector<LeafGroup>& leaves);
void writeWindow(JsonWriter& json, const WindowAnswer& window);
/// Null where there is none to tell.
void writePattern(JsonWriter& json, std::optional<GrowthPattern> pattern);
void writeRow(JsonWriter& json, const GrowthRow& row, int64_t heapGrowth, bool hasLeaves);
void writePathOrNull(JsonWriter& json, const std::optional<PathAnswer>& path);

/// The line of the program's own code that allocates.
std::string placeOf(const std::vector<Frame>& site);
std::string signedText(int64_t number);
std::string windowText(const WindowAnswer& window);
std::string leafText(const std::vector<LeafGroup>& leaves, std::string_view indent, bool whole = false);
/// `whose`: what stands before "held by", where it is not the path of all that was told before it.
std::string pathText(const PathAnswer& path, std::string_view indent, std::string_view whose = "");

}  // namespace heaptrail
