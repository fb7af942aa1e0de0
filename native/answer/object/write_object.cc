// The three forms of what is known about one object. As CSV: its fields or elements.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "answer/object/object_question.h"
#include "answer/shared/write_objects.h"
#include "answer/shared/write_parts.h"
#include "text/csv.h"
#include "text/numbers.h"
#include "values/java_text.h"

namespace heaptrail {

namespace {

/// Truths and numbers as such; as text what JSON's numbers cannot be (64 bits, NaN, infinity), and chars as in Java
/// source.
void writeValue(JsonWriter& json, const StoredValue& value) {
  switch (value.kind) {
    case ValueKind::kBoolean:
      json.member("value", value.bits != 0);
      return;
    case ValueKind::kByte:
    case ValueKind::kShort:
    case ValueKind::kInt:
      json.member("value", integerOf(value));
      return;
    case ValueKind::kFloat:
    case ValueKind::kDouble: {
      // From its text, so that a float has no more digits than it was written with.
      const double number = std::strtod(valueText(value).c_str(), nullptr);
      if (!std::isfinite(number)) break;
      json.member("value", number);
      return;
    }
    default:
      break;
  }
  json.member("value", valueText(value));
}

/// What a field or an element holds; nothing where that is not known.
template <typename Member>
void writeContent(JsonWriter& json, const Member& member, bool isReference) {
  if (member.value) {
    writeValue(json, *member.value);
  } else if (member.missing) {
    json.member("missing", idText(*member.missing));
  } else if (member.object) {
    json.key("object");
    writeObject(json, *member.object);
  } else if (isReference) {
    json.key("value").null();
  }
}

void writeField(JsonWriter& json, const FieldAnswer& field) {
  json.beginObject().memberIfAny("class", field.className).member("name", field.name);
  if (field.isStatic) json.member("static", true);
  json.member("type", toString(field.kind));
  writeContent(json, field, field.kind == ValueKind::kReference);
  json.endObject();
}

void writePart(JsonWriter& json, const ContentAnswer& part) {
  json.beginObject().member("type", toString(part.value ? part.value->kind : ValueKind::kReference));
  writeContent(json, part, true);
  json.endObject();
}

void writeCollection(JsonWriter& json, const CollectionAnswer& collection) {
  json.key("collection").beginObject().member("kind", toString(collection.kind));
  json.member("size", collection.size.items);
  if (!collection.size.isExact) json.member("more", true);
  json.member("offset", collection.offset).key("items").beginArray();
  for (const CollectionItemAnswer& item : collection.items) {
    json.beginObject();
    if (item.key) {
      json.key("key");
      writePart(json, *item.key);
    }
    json.key("value");
    writePart(json, item.value);
    json.endObject();
  }
  json.endArray().endObject();
}

void writeObjects(JsonWriter& json, std::string_view name, const std::vector<ObjectAnswer>& objects) {
  json.key(name).beginArray();
  for (const ObjectAnswer& object : objects) writeObject(json, object);
  json.endArray();
}

void writePathOf(JsonWriter& json, const ObjectPageAnswer& answer) {
  json.key("path");
  if (answer.path) {
    writePath(json, *answer.path);
  } else {
    json.null();
  }
  if (answer.pathLeftOut > 0) {
    json.key("pathGap").beginObject().member("before", answer.pathBreak).member("steps", answer.pathLeftOut);
    json.endObject();
  }
}

std::string objectJson(const ObjectPageAnswer& answer) {
  JsonWriter json = beginAnswer();
  json.key("point");
  writePoint(json, answer.point);
  json.key("object");
  writeObject(json, answer.object);
  json.member("live", answer.live).key("superclasses").beginArray();
  for (const std::string& name : answer.superclasses) json.value(name);
  json.endArray();
  if (answer.loader) {
    json.key("loader");
    writeObject(json, *answer.loader);
  }
  writeSite(json, answer.site);
  json.memberIfAny("thread", answer.thread);
  json.member("values", toString(answer.values)).memberIfAny("valuesProblem", answer.valuesProblem);
  json.member("offset", answer.offset);
  if (answer.allFields) {
    json.member("allFields", *answer.allFields).key("fields").beginArray();
    for (const FieldAnswer& field : answer.fields) writeField(json, field);
    json.endArray();
  }
  if (answer.allElements) {
    json.member("allElements", *answer.allElements).member("element", toString(answer.element));
    json.key("elements").beginArray();
    for (const ElementAnswer& element : answer.elements) {
      json.beginObject().member("index", element.index);
      writeContent(json, element, answer.element == ValueKind::kReference);
      json.endObject();
    }
    json.endArray();
  }
  if (answer.collection) writeCollection(json, *answer.collection);
  if (answer.allReferrers) {
    json.member("allReferrers", *answer.allReferrers).member("referrersOffset", answer.referrersOffset);
    json.key("referrers").beginArray();
    for (const ReferrerAnswer& referrer : answer.referrers) {
      json.beginObject().key("via").beginArray();
      for (const std::string& name : referrer.via) json.value(name);
      json.endArray().member("references", referrer.references).key("object");
      writeObject(json, referrer.object);
      json.endObject();
    }
    json.endArray();
  }
  if (answer.allDominated) {
    json.key("dominator");
    if (answer.dominator) {
      writeObject(json, *answer.dominator);
    } else {
      json.null();
    }
    json.member("allDominated", *answer.allDominated).member("dominatedOffset", answer.dominatedOffset);
    writeObjects(json, "dominated", answer.dominated);
  }
  if (answer.hasPath) writePathOf(json, answer);
  return endAnswer(std::move(json));
}

/// `12`, `'a'`, `null`, `java.lang.String "x" @ 0x10`; empty where it is not known.
template <typename Member>
std::string contentText(const Member& member, bool isReference) {
  if (member.value) {
    const std::string text = valueText(*member.value);
    return member.value->kind == ValueKind::kChar ? '\'' + text + '\'' : text;
  }
  if (member.missing) return fmt::format("{}, which the trace does not have", idText(*member.missing));
  if (member.object) return objectText(*member.object);
  return isReference ? "null" : "";
}

std::string objectCsv(const ObjectPageAnswer& answer) {
  const auto line = [](const auto& member, bool isReference) {
    const ObjectAnswer* object = member.object ? &*member.object : nullptr;
    const std::string value = object != nullptr || member.missing ? "" : contentText(member, isReference);
    return fmt::format("{},{},{},{}\n", csvField(value),
                       object != nullptr ? idText(object->id)
                       : member.missing  ? idText(*member.missing)
                                         : "",
                       csvField(object != nullptr ? object->type : ""),
                       csvField(object != nullptr ? object->text : ""));
  };
  if (answer.allElements) {
    std::string text = "index,value,id,objectType,text\n";
    for (const ElementAnswer& element : answer.elements) {
      text += fmt::format("{},{}", element.index, line(element, answer.element == ValueKind::kReference));
    }
    return text;
  }
  std::string text = "class,field,static,type,value,id,objectType,text\n";
  for (const FieldAnswer& field : answer.fields) {
    text += fmt::format("{},{},{},{},{}", csvField(field.className), csvField(field.name), field.isStatic,
                        toString(field.kind), line(field, field.kind == ValueKind::kReference));
  }
  return text;
}

std::string moreLine(uint64_t all, uint64_t offset, uint64_t shown, std::string_view hint) {
  const uint64_t end = offset + shown;
  return all > end ? fmt::format("  {} more{}\n", groupedDigits(all - end), hint) : "";
}

constexpr std::string_view kMoreMembers = ": --offset leads on, --top 0 shows all";
constexpr std::string_view kMoreRows = ": --top 0 shows all";

std::string textOfCollection(const CollectionAnswer& collection) {
  const bool entries = collection.kind == ItemKind::kEntries;
  std::string text = fmt::format("\n{}: {}{}\n", entries ? "Entries" : "Elements",
                                 collection.size.isExact ? "" : "at least ", groupedDigits(collection.size.items));
  for (const CollectionItemAnswer& item : collection.items) {
    text += "    ";
    if (item.key) text += contentText(*item.key, true) + " → ";
    text += contentText(item.value, true) + "\n";
  }
  return text + moreLine(collection.size.items, collection.offset, collection.items.size(), kMoreMembers);
}

std::string textOfFields(const ObjectPageAnswer& answer) {
  std::string text = fmt::format("\nFields: {}\n", groupedDigits(*answer.allFields));
  size_t width = 0;
  for (const FieldAnswer& field : answer.fields) width = std::max(width, std::min<size_t>(field.name.size(), 30));
  const std::string* className = nullptr;
  for (const FieldAnswer& field : answer.fields) {
    if (!field.className.empty() && (className == nullptr || *className != field.className)) {
      text += fmt::format("  {}{}\n", field.className, field.isStatic ? ", static" : "");
      className = &field.className;
    }
    const std::string content = contentText(field, field.kind == ValueKind::kReference);
    text += fmt::format("    {:<{}}  {}\n", field.name, width, content.empty() ? toString(field.kind) : content);
  }
  return text + moreLine(*answer.allFields, answer.offset, answer.fields.size(), kMoreMembers);
}

std::string textOfElements(const ObjectPageAnswer& answer) {
  std::string text = fmt::format("\nElements: {}\n", groupedDigits(*answer.allElements));
  for (const ElementAnswer& element : answer.elements) {
    text += fmt::format("    {:<10}  {}\n", fmt::format("[{}]", element.index),
                        contentText(element, answer.element == ValueKind::kReference));
  }
  return text + moreLine(*answer.allElements, answer.offset, answer.elements.size(), kMoreMembers);
}

std::string textOfReferrers(const ObjectPageAnswer& answer) {
  std::string text = fmt::format("\nReferred to by: {}\n", groupedDigits(*answer.allReferrers));
  for (const ReferrerAnswer& referrer : answer.referrers) {
    std::string via;
    for (const std::string& name : referrer.via) via += (via.empty() ? "" : ", ") + viaText(name);
    const uint64_t unnamed = referrer.references - std::min<uint64_t>(referrer.references, referrer.via.size());
    if (unnamed > 0) via += fmt::format(" and {} more", groupedDigits(unnamed));
    text += fmt::format("    {:<20} of {}\n", via, objectText(referrer.object));
  }
  return text + moreLine(*answer.allReferrers, answer.referrersOffset, answer.referrers.size(), kMoreRows);
}

std::string textOfDominated(const ObjectPageAnswer& answer) {
  std::string text = fmt::format("\nDominates directly: {}\n", groupedDigits(*answer.allDominated));
  if (!answer.dominated.empty()) text += fmt::format("{:>17} {:>15}  Object\n", "Retained", "objects");
  for (const ObjectAnswer& object : answer.dominated) {
    const Size retained = object.retained.value_or(Size{});
    text += fmt::format("{:>17} {:>15}  {}\n", groupedDigits(retained.bytes), groupedDigits(retained.objects),
                        objectText(object));
  }
  return text + moreLine(*answer.allDominated, answer.dominatedOffset, answer.dominated.size(), kMoreRows);
}

std::string textOfPath(const ObjectPageAnswer& answer) {
  if (!answer.path) return "\nNo path from a GC root leads there.\n";
  const std::string text = fmt::format("\nPath from a GC root\n  {}\n", holderText(answer.path->holder));
  const std::span<const PathAnswer::Step> steps = answer.path->steps;
  if (answer.pathLeftOut == 0) return text + stepsText(steps, "    ");
  return text + stepsText(steps.first(answer.pathBreak), "    ") +
         fmt::format("    … {} more steps\n", groupedDigits(answer.pathLeftOut)) +
         stepsText(steps.subspan(answer.pathBreak), "    ");
}

std::string_view valuesText(ValuesShown shown) {
  switch (shown) {
    case ValuesShown::kOff:
      return "not shown: --values on shows them";
    case ValuesShown::kNone:
      return "the trace holds none; heap dumps do";
    default:
      return {};
  }
}

std::string objectPageText(const ObjectPageAnswer& answer) {
  std::string text = pointLine(answer.point, answer.among);
  const auto line = [&text](std::string_view name, std::string_view value) {
    if (!value.empty()) text += fmt::format("{:<11}{}\n", name, value);
  };
  line("Object", objectText(answer.object));
  if (!answer.live) text += fmt::format("{:<11}unreachable: no GC root leads to it\n", "");
  std::string extends;
  for (const std::string& name : answer.superclasses) extends += (extends.empty() ? "" : ", ") + name;
  line("Extends", extends);
  if (answer.loader) line("Loader", objectText(*answer.loader));
  line("Shallow", fmt::format("{} bytes", groupedDigits(answer.object.bytes)));
  if (answer.object.retained) line("Retained", sizeText(*answer.object.retained));
  for (const Frame& frame : answer.site) line(&frame == &answer.site.front() ? "Allocated" : "", frameText(frame));
  line("Thread", answer.thread);
  line("Age", ageText(answer.object));
  if (answer.dominator) line("Dominator", objectText(*answer.dominator));
  line("Values", answer.valuesProblem.empty() ? valuesText(answer.values) : answer.valuesProblem);
  if (answer.collection) text += textOfCollection(*answer.collection);
  if (answer.allFields) text += textOfFields(answer);
  if (answer.allElements) text += textOfElements(answer);
  if (answer.allReferrers) text += textOfReferrers(answer);
  if (answer.allDominated) text += textOfDominated(answer);
  if (answer.hasPath) text += textOfPath(answer);
  return text;
}

}  // namespace

std::string write(const ObjectPageAnswer& answer, Form form) {
  return form == Form::kJson ? objectJson(answer) : form == Form::kCsv ? objectCsv(answer) : objectPageText(answer);
}

}  // namespace heaptrail
