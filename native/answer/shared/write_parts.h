// What the written forms of all answers have in common: JSON is a contract (docs/json.md), text may change.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answer/shared/form.h"
#include "model/size.h"
#include "model/symbols.h"
#include "model/trace.h"
#include "session/point_answer.h"
#include "text/json_writer.h"

namespace heaptrail {

JsonWriter beginAnswer();
std::string endAnswer(JsonWriter json);

void writeSize(JsonWriter& json, std::string_view name, const Size& size);
void writePoint(JsonWriter& json, const PointAnswer& point);
/// What `writePoint` writes between its braces, for a writer that adds members of its own.
void writePointMembers(JsonWriter& json, const PointAnswer& point);
/// `"suggestedPoint":{…}`, or null.
void writeSuggestedPoint(JsonWriter& json, const std::optional<SuggestedPoint>& suggested);
void writeWarnings(JsonWriter& json, const std::vector<Warning>& warnings);

/// Ids are text: 64 bits do not fit into JavaScript's numbers.
std::string idText(uint64_t id);

/// `{"class":…,"method":…,"file":…,"line":…}`, without what is not known.
void writeFrame(JsonWriter& json, const Frame& frame);
/// The same in an object that has begun.
void writeFrameMembers(JsonWriter& json, const Frame& frame);
/// `"site":[…]`, the innermost frame first. The one that says most to whoever wrote the program is marked, where that
/// is another one.
void writeSite(JsonWriter& json, const std::vector<Frame>& site);
/// `com.example.Cache.put (Cache.java:42)`.
std::string frameText(const Frame& frame);

/// `, before the heap fell`: goes behind what names the point.
std::string_view reasonText(WhySuggested why);
/// `6 of 0-8 (34.500 s), up to which the heap grew most`.
std::string pointText(const PointAnswer& point, const PointChoice& among);
/// What begins an answer about one of several points: a line of its own, or nothing.
std::string pointLine(const PointAnswer& point, const PointChoice& among);
/// `12.500 s`.
std::string secondsText(double time);

/// `373,238 objects, 11.6 MiB (12,122,016 bytes)`.
std::string sizeText(const Size& size);

}  // namespace heaptrail
