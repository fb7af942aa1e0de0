#include "values/text_rules.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <unordered_map>

#include "values/number_texts.h"
#include "values/time_texts.h"

namespace heaptrail {

namespace {

using MakeText = std::string (*)(const ObjectText&, const FieldValues&);

enum class Holds : uint8_t { kForItself, kForSubclasses };

struct TextRule {
  std::string_view type;
  Holds holds;
  MakeText make;
};

/// Numbers in boxes, and what is a box around one.
std::string boxText(const ObjectText& text, const FieldValues& fields) {
  const StoredValue* value = fields.find("value");
  if (value == nullptr || value->kind == ValueKind::kReference) return {};
  if (value->kind != ValueKind::kChar) return valueText(*value);
  return text.marks() == TextMarks::kNone ? plainText(*value) : '\'' + valueText(*value) + '\'';
}

std::string flagText(const ObjectText&, const FieldValues& fields) {
  const std::optional<int64_t> value = fields.integer("value");
  return !value ? "" : *value != 0 ? "true" : "false";
}

std::string builderText(const ObjectText& text, const FieldValues& fields) {
  const std::optional<int64_t> count = fields.integer("count");
  const ObjectIndex content = fields.object("value");
  if (!count || *count < 0 || !content.exists()) return {};
  const auto length = static_cast<size_t>(*count);
  const bool wide = fields.integer("coder").value_or(0) != 0;
  JavaText characters = text.reader().characters(content, wide, std::min(length, text.longest()));
  characters.cut = length > text.longest();
  return text.shown(characters);
}

std::string enumText(const ObjectText& text, const FieldValues& fields) { return text.plainField(fields, "name"); }

std::string namedText(const ObjectText& text, const FieldValues& fields) { return text.shownField(fields, "name"); }

std::string messageText(const ObjectText& text, const FieldValues& fields) {
  return text.shownField(fields, "detailMessage");
}

std::string patternText(const ObjectText& text, const FieldValues& fields) {
  return text.shownField(fields, "pattern");
}

std::string idText(const ObjectText& text, const FieldValues& fields) { return text.plainField(fields, "id"); }

std::string pathText(const ObjectText& text, const FieldValues& fields) { return text.plainField(fields, "path"); }

/// Paths of Unix are bytes in the encoding of the system, which is UTF-8 nearly everywhere.
std::string bytePathText(const ObjectText& text, const FieldValues& fields) {
  return unquoted(textOfUtf8(text.reader().elements(fields.object("path"), 4 * text.longest()), text.longest()));
}

std::string urlText(const ObjectText& text, const FieldValues& fields) {
  const std::string authority = text.plainField(fields, "authority");
  const std::string ref = text.plainField(fields, "ref");
  return fmt::format("{}:{}{}{}{}{}", text.plainField(fields, "protocol"), authority.empty() ? "" : "//", authority,
                     text.plainField(fields, "file"), ref.empty() ? "" : "#", ref);
}

/// The whole text is made when somebody asks the URI for it; until then there are its parts.
std::string uriText(const ObjectText& text, const FieldValues& fields) {
  if (fields.object("string").exists()) return text.plainField(fields, "string");
  std::string uri;
  const auto add = [&](std::string_view before, std::string_view name, std::string_view behind) {
    const std::string part = text.plainField(fields, name);
    if (!part.empty()) uri += fmt::format("{}{}{}", before, part, behind);
  };
  add("", "scheme", ":");
  add("//", "authority", "");
  add("", "path", "");
  add("?", "query", "");
  add("#", "fragment", "");
  return uri;
}

std::string uuidText(const ObjectText&, const FieldValues& fields) {
  const StoredValue* most = fields.find("mostSigBits");
  const StoredValue* least = fields.find("leastSigBits");
  if (most == nullptr || least == nullptr) return {};
  return fmt::format("{:08x}-{:04x}-{:04x}-{:04x}-{:012x}", most->bits >> 32, most->bits >> 16 & 0xffff,
                     most->bits & 0xffff, least->bits >> 48, least->bits & 0xffff'ffff'ffff);
}

std::string referenceText(const ObjectText& text, const FieldValues& fields) {
  return fields.find("value") == nullptr ? "" : text.ofPart(fields.object("value"));
}

std::string optionalText(const ObjectText& text, const FieldValues& fields) {
  if (fields.find("value") == nullptr) return {};
  const ObjectIndex value = fields.object("value");
  return value.exists() ? fmt::format("Optional[{}]", text.ofPart(value)) : "Optional.empty";
}

std::string optionalNumberText(const ObjectText&, const FieldValues& fields) {
  const StoredValue* value = fields.find("value");
  const std::optional<int64_t> present = fields.integer("isPresent");
  if (value == nullptr || !present) return {};
  return *present != 0 ? fmt::format("Optional[{}]", valueText(*value)) : "Optional.empty";
}

/// Ordered by families; a type is found by its name, so the order means nothing.
constexpr std::array kRules{
    TextRule{"java.lang.Boolean", Holds::kForItself, boxText},
    TextRule{"java.lang.Byte", Holds::kForItself, boxText},
    TextRule{"java.lang.Character", Holds::kForItself, boxText},
    TextRule{"java.lang.Short", Holds::kForItself, boxText},
    TextRule{"java.lang.Integer", Holds::kForItself, boxText},
    TextRule{"java.lang.Long", Holds::kForItself, boxText},
    TextRule{"java.lang.Float", Holds::kForItself, boxText},
    TextRule{"java.lang.Double", Holds::kForItself, boxText},
    TextRule{"java.math.BigInteger", Holds::kForSubclasses, bigIntegerText},
    TextRule{"java.math.BigDecimal", Holds::kForSubclasses, bigDecimalText},

    TextRule{"java.util.concurrent.atomic.AtomicInteger", Holds::kForSubclasses, boxText},
    TextRule{"java.util.concurrent.atomic.AtomicLong", Holds::kForSubclasses, boxText},
    TextRule{"java.util.concurrent.atomic.AtomicBoolean", Holds::kForSubclasses, flagText},
    TextRule{"java.util.concurrent.atomic.AtomicReference", Holds::kForSubclasses, referenceText},
    TextRule{"java.util.Optional", Holds::kForItself, optionalText},
    TextRule{"java.util.OptionalInt", Holds::kForItself, optionalNumberText},
    TextRule{"java.util.OptionalLong", Holds::kForItself, optionalNumberText},
    TextRule{"java.util.OptionalDouble", Holds::kForItself, optionalNumberText},

    TextRule{"java.lang.AbstractStringBuilder", Holds::kForSubclasses, builderText},
    TextRule{"java.lang.Enum", Holds::kForSubclasses, enumText},
    TextRule{"java.lang.Thread", Holds::kForSubclasses, namedText},
    TextRule{"java.lang.ThreadGroup", Holds::kForSubclasses, namedText},
    TextRule{"java.lang.Throwable", Holds::kForSubclasses, messageText},
    TextRule{"java.util.UUID", Holds::kForItself, uuidText},
    TextRule{"java.util.regex.Pattern", Holds::kForItself, patternText},

    TextRule{"java.io.File", Holds::kForSubclasses, pathText},
    TextRule{"sun.nio.fs.UnixPath", Holds::kForSubclasses, bytePathText},
    TextRule{"sun.nio.fs.WindowsPath", Holds::kForSubclasses, pathText},
    TextRule{"java.net.URL", Holds::kForItself, urlText},
    TextRule{"java.net.URI", Holds::kForItself, uriText},

    TextRule{"java.time.LocalDate", Holds::kForItself, dateText},
    TextRule{"java.time.LocalTime", Holds::kForItself, timeText},
    TextRule{"java.time.LocalDateTime", Holds::kForItself, dateTimeText},
    TextRule{"java.time.OffsetDateTime", Holds::kForItself, offsetDateTimeText},
    TextRule{"java.time.ZonedDateTime", Holds::kForItself, zonedDateTimeText},
    TextRule{"java.time.Year", Holds::kForItself, yearText},
    TextRule{"java.time.YearMonth", Holds::kForItself, yearMonthText},
    TextRule{"java.time.Instant", Holds::kForItself, instantText},
    TextRule{"java.time.Duration", Holds::kForItself, durationText},
    TextRule{"java.time.Period", Holds::kForItself, periodText},
    TextRule{"java.time.ZoneOffset", Holds::kForItself, zoneOffsetText},
    TextRule{"java.time.ZoneRegion", Holds::kForItself, idText},
    TextRule{"java.util.Date", Holds::kForSubclasses, utilDateText},
};

const TextRule* ruleFor(const Heap& heap, TypeId type) {
  static const auto byType = [] {
    std::unordered_map<std::string_view, const TextRule*> rules;
    for (const TextRule& rule : kRules) rules.emplace(rule.type, &rule);
    return rules;
  }();
  for (TypeId t = type; t.exists(); t = heap.symbols()[t].superclass) {
    const auto found = byType.find(heap.symbols()[t].name);
    if (found != byType.end() && (t == type || found->second->holds == Holds::kForSubclasses)) return found->second;
  }
  return nullptr;
}

// Texts that are not made from fields by a name of the table: their own characters are what they show.
bool isCharacters(const Type& type) {
  return type.name == "java.lang.String" ||
         (type.shape == TypeShape::kPrimitiveArray && type.element == ValueKind::kChar);
}

}  // namespace

bool hasTextRule(const Heap& heap, ObjectIndex object) {
  if (heap.typeOfClassObject(object).exists()) return false;  // the type says which class it is
  const TypeId type = heap.typeOf(object);
  return isCharacters(heap.symbols()[type]) || ruleFor(heap, type) != nullptr;
}

std::string ObjectText::of(ObjectIndex object) const {
  const Heap& heap = reader_.heap();
  if (heap.typeOfClassObject(object).exists()) return {};
  const Type& type = heap.symbols()[heap.typeOf(object)];
  if (type.shape == TypeShape::kPrimitiveArray && type.element == ValueKind::kChar) {
    return shown(reader_.characters(object, false, longest_));
  }
  if (type.name == "java.lang.String") {
    const std::optional<JavaText> text = reader_.string(object, longest_);
    return text ? shown(*text) : std::string();
  }
  const TextRule* rule = ruleFor(heap, heap.typeOf(object));
  return rule == nullptr ? std::string() : rule->make(*this, reader_.fields(object));
}

std::string ObjectText::ofPart(ObjectIndex part) const {
  if (!part.exists()) return "null";
  const auto textWith = [&](TextMarks marks) { return ObjectText(reader_, longest_, marks, depth_ + 1).of(part); };
  const std::string text = depth_ < kMaxDepth ? textWith(marks_) : std::string();
  const bool isText = !text.empty() || (depth_ < kMaxDepth && !textWith(TextMarks::kAround).empty());
  return !isText ? reader_.heap().symbols()[reader_.heap().typeOf(part)].name : text;
}

std::string ObjectText::shown(const JavaText& text) const {
  return marks_ == TextMarks::kNone ? unquoted(text) : quoted(text);
}

std::string ObjectText::shownField(const FieldValues& fields, std::string_view name) const {
  const std::optional<JavaText> text = reader_.string(fields, name, longest_);
  return text ? shown(*text) : std::string();
}

std::string ObjectText::plainField(const FieldValues& fields, std::string_view name) const {
  const std::optional<JavaText> text = reader_.string(fields, name, longest_);
  return text ? unquoted(*text) : std::string();
}

}  // namespace heaptrail
