// The three forms of what is known about one group of objects. As CSV: the list that was asked for (objects, roots or
// the closure's types), or the group's sizes.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "answer/inspect/inspect_question.h"
#include "answer/shared/write_objects.h"
#include "answer/shared/write_parts.h"
#include "text/csv.h"
#include "text/numbers.h"

namespace heaptrail {

namespace {

void writeNode(JsonWriter& json, const PathNodeAnswer& node) {
  json.beginObject();
  if (node.holder) {
    json.key("root");
    writeHolder(json, *node.holder);
  } else {
    json.member("via", node.via);
  }
  json.member("type", node.type).member("objects", node.objects).member("members", node.members);
  json.member("repeats", node.repeats).member("example", idText(node.example));
  if (node.role != PathRole::kOther) json.member("role", toString(node.role));
  if (node.cut) json.member("holdsAlone", node.cut->members).member("byOneReference", node.cut->byOneReference);
  json.key("children").beginArray();
  for (const PathNodeAnswer& child : node.children) writeNode(json, child);
  json.endArray().endObject();
}

std::string json(const InspectAnswer& answer) {
  JsonWriter json = beginAnswer();
  json.key("point");
  writePoint(json, answer.point);
  json.key("group").beginObject().member("what", answer.group).member("live", answer.live);
  json.member("objects", answer.size.objects).member("bytes", answer.size.bytes);
  if (answer.deep) writeSize(json, "deep", *answer.deep);
  if (answer.retained) writeSize(json, "retained", *answer.retained);
  json.endObject();
  if (answer.object) {
    json.key("object");
    writeObject(json, *answer.object);
  }
  if (answer.dominator) {
    json.key("dominator");
    writeObject(json, *answer.dominator);
  }
  if (answer.hasRoots) {
    json.member("allRoots", answer.allRoots).key("roots").beginArray();
    for (const HolderAnswer& holder : answer.roots) writeHolder(json, holder);
    json.endArray();
  }
  if (answer.hasPaths) {
    json.key("paths").beginArray();
    for (const PathAnswer& path : answer.paths) writePath(json, path);
    json.endArray().key("pathTree").beginArray();
    for (const PathNodeAnswer& node : answer.pathTree) writeNode(json, node);
    json.endArray();
  }
  if (answer.closure) {
    json.key("closure").beginObject().member("kind", toString(*answer.closure));
    json.member("types", answer.closureTypes).key("rows").beginArray();
    for (const GroupRow& row : answer.closureRows) {
      json.beginObject().member("key", row.key).member("objects", row.objects).member("bytes", row.bytes).endObject();
    }
    json.endArray().endObject();
  }
  if (answer.hasContaining) {
    json.member("allContaining", answer.allContaining).key("containing").beginArray();
    for (const ObjectAnswer& head : answer.containing) writeObject(json, head);
    json.endArray();
  }
  if (answer.hasObjects) {
    json.key("objects").beginArray();
    for (const ObjectAnswer& object : answer.objects) writeObject(json, object);
    json.endArray();
  }
  return endAnswer(std::move(json));
}

std::string csv(const InspectAnswer& answer) {
  if (answer.hasObjects) {
    std::string text = "id,type,bytes,retainedObjects,retainedBytes,deepObjects,deepBytes,deepBytesEstimate\n";
    for (const ObjectAnswer& object : answer.objects) {
      const Size retained = object.retained.value_or(Size{});
      text += fmt::format("{},{},{},{},{},{},{},{}\n", idText(object.id), csvField(object.type), object.bytes,
                          retained.objects, retained.bytes, object.deep ? std::to_string(object.deep->objects) : "",
                          object.deep ? std::to_string(object.deep->bytes) : "",
                          object.deepEstimate ? std::to_string(*object.deepEstimate) : "");
    }
    return text;
  }
  if (answer.hasRoots) {
    std::string text = "kind,class,field,thread,method,file,line,direct,id,type\n";
    for (const HolderAnswer& holder : answer.roots) {
      text += fmt::format("{},{},{},{},{},{},{},{},{},{}\n", holder.kind, csvField(holder.className),
                          csvField(holder.field), csvField(holder.thread), csvField(holder.method),
                          csvField(holder.file), holder.line > 0 ? std::to_string(holder.line) : "", holder.direct,
                          idText(holder.object.id), csvField(holder.object.type));
    }
    return text;
  }
  if (answer.hasContaining) {
    std::string text = "id,type,retainedObjects,retainedBytes\n";
    for (const ObjectAnswer& head : answer.containing) {
      const Size retained = head.retained.value_or(Size{});
      text += fmt::format("{},{},{},{}\n", idText(head.id), csvField(head.type), retained.objects, retained.bytes);
    }
    return text;
  }
  if (answer.closure) {
    std::string text = "type,objects,bytes\n";
    for (const GroupRow& row : answer.closureRows) {
      text += fmt::format("{},{},{}\n", csvField(row.key), row.objects, row.bytes);
    }
    return text;
  }
  std::string text = "measure,objects,bytes\n";
  for (const auto& [name, size] : {std::pair("shallow", std::optional(answer.size)), std::pair("deep", answer.deep),
                                   std::pair("retained", answer.retained)}) {
    if (size) text += fmt::format("{},{},{}\n", name, size->objects, size->bytes);
  }
  return text;
}

std::string textOfRoots(const InspectAnswer& answer) {
  std::string text = fmt::format("\nGC roots: {}\n", groupedDigits(answer.allRoots));
  for (const HolderAnswer& holder : answer.roots) {
    text += fmt::format("  {}\n      {} {}\n", holderText(holder), holder.direct ? "holds" : "leads there by way of",
                        objectText(holder.object));
  }
  const uint64_t left = answer.allRoots - answer.roots.size();
  if (left > 0) text += fmt::format("  {} more: --top 0 shows all\n", groupedDigits(left));
  return text;
}

/// Where most of the group could be let go; empty elsewhere.
std::string cutText(const PathNodeAnswer& node, uint64_t members) {
  if (!node.cut || !node.cut->byOneReference || 2 * node.cut->members < members) return "";
  return fmt::format("  ← one reference holds {}", percent(node.cut->members, members));
}

void addNode(std::string& text, const PathNodeAnswer& node, size_t depth, uint64_t members) {
  const std::string indent(2 * depth, ' ');
  if (node.holder) text += fmt::format("{:>13}  {}{}\n", "", indent, holderText(*node.holder));
  const std::string way = node.holder ? "" : viaText(node.via) + "  ";
  const std::string many = node.objects == 1 ? fmt::format(" @ {}", idText(node.example))
                                             : fmt::format(" × {}", groupedDigits(node.objects));
  text += fmt::format("{:>13}  {}  {}{}{}{}{}\n", groupedDigits(node.members), indent, way, node.type, many,
                      node.repeats ? ", linked" : "", cutText(node, members));
  for (const PathNodeAnswer& child : node.children) addNode(text, child, depth + 1, members);
}

std::string textOfPaths(const InspectAnswer& answer) {
  if (answer.paths.empty()) return "\nNo path from a GC root leads there.\n";
  std::string text = "\nPaths from GC roots, shortest first\n";
  for (const PathAnswer& path : answer.paths) {
    text += fmt::format("  {}\n", holderText(path.holder)) + stepsText(path.steps, "    ");
  }
  if (answer.size.objects == 1) return text;
  text += fmt::format("\n{:>13}  Shortest paths, merged (how many of the objects each leads to)\n", "Objects");
  for (const PathNodeAnswer& node : answer.pathTree) addNode(text, node, 0, answer.size.objects);
  return text;
}

std::string textOfClosure(const InspectAnswer& answer) {
  std::string text = fmt::format("\n{:>15} {:>17}  {} closure by type\n", "Objects", "Bytes",
                                 *answer.closure == SizeMetric::kDeep ? "Deep" : "Retained");
  for (const GroupRow& row : answer.closureRows) {
    text += fmt::format("{:>15} {:>17}  {}\n", groupedDigits(row.objects), groupedDigits(row.bytes), row.key);
  }
  const uint64_t left = answer.closureTypes - answer.closureRows.size();
  if (left > 0) text += fmt::format("{:>33}  {} more types: --top 0 shows all\n", "", groupedDigits(left));
  return text;
}

std::string textOfObjects(const InspectAnswer& answer) {
  const bool byDeep = std::ranges::any_of(
      answer.objects, [](const auto& o) { return o.deep.has_value() || o.deepEstimate.has_value(); });
  std::string text =
      fmt::format("\n{:>17} {:>15}{}  Object\n", "Retained", "objects", byDeep ? fmt::format(" {:>18}", "Deep") : "");
  for (const ObjectAnswer& object : answer.objects) {
    const Size retained = object.retained.value_or(Size{});
    text += fmt::format("{:>17} {:>15}", groupedDigits(retained.bytes), groupedDigits(retained.objects));
    if (object.deep) text += fmt::format(" {:>18}", groupedDigits(object.deep->bytes));
    if (object.deepEstimate) text += fmt::format(" {:>18}", "≈ " + groupedDigits(*object.deepEstimate));
    text += fmt::format("  {}\n", objectText(object));
  }
  const uint64_t left = answer.size.objects - answer.objects.size();
  if (left > 0) text += fmt::format("{:>33}  {} more: --top 0 shows all\n", "", groupedDigits(left));
  return text;
}

std::string textOfContaining(const InspectAnswer& answer) {
  if (answer.allContaining == 0) return "\nThe objects belong to no data structure.\n";
  std::string text = fmt::format("\n{:>17} {:>15}  Data structure\n", "Retained", "objects");
  for (const ObjectAnswer& head : answer.containing) {
    const Size retained = head.retained.value_or(Size{});
    text += fmt::format("{:>17} {:>15}  {}\n", groupedDigits(retained.bytes), groupedDigits(retained.objects),
                        objectText(head));
  }
  const uint64_t left = answer.allContaining - answer.containing.size();
  if (left > 0) text += fmt::format("{:>33}  {} more: --top 0 shows all\n", "", groupedDigits(left));
  return text;
}

std::string text(const InspectAnswer& answer) {
  std::string text = pointLine(answer.point, answer.among);
  if (answer.size.objects == 0) return text + fmt::format("There is no live object with {}\n", answer.group);
  const auto line = [&text](std::string_view name, const std::string& value) {
    text += fmt::format("{:<11}{}\n", name, value);
  };
  const auto size = [&answer](const Size& part) {
    return fmt::format("{}, {} of the live heap", sizeText(part), percent(part.bytes, answer.point.size.bytes));
  };
  line(answer.object ? "Object" : "Objects", answer.object ? objectText(*answer.object) : answer.group);
  if (!answer.live) line("", "unreachable: no GC root leads to it, so it retains and leads to nothing that is live");
  line("Shallow", size(answer.size));
  if (answer.retained) line("Retained", size(*answer.retained));
  if (answer.deep) line("Deep", size(*answer.deep));
  if (const std::string age = answer.object ? ageText(*answer.object) : ""; !age.empty()) line("Age", age);
  if (answer.dominator) line("Dominator", objectText(*answer.dominator));
  if (answer.hasRoots) text += textOfRoots(answer);
  if (answer.hasPaths) text += textOfPaths(answer);
  if (answer.closure) text += textOfClosure(answer);
  if (answer.hasContaining) text += textOfContaining(answer);
  if (answer.hasObjects) text += textOfObjects(answer);
  return text;
}

}  // namespace

std::string write(const InspectAnswer& answer, Form form) {
  return form == Form::kJson ? json(answer) : form == Form::kCsv ? csv(answer) : text(answer);
}

}  // namespace heaptrail
