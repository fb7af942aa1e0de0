// The three forms of who owns a heap.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "answer/ownership/ownership_question.h"
#include "answer/shared/write_parts.h"
#include "text/csv.h"
#include "text/numbers.h"

namespace heaptrail {

namespace {

// Of the tree in text.
constexpr size_t kBarCells = 20;
constexpr double kMinimumShare = 0.01;  // smaller branches are added up

void writeNode(JsonWriter& json, uint32_t id, const OwnershipNodeAnswer& node) {
  json.beginObject().member("id", id).member("key", node.key).member("label", node.label);
  json.member("kind", toString(node.kind));
  json.key("type");
  if (node.type.empty()) {
    json.null();
  } else {
    json.value(node.type);
  }
  writeSize(json, "own", node.own);
  json.member("owned", node.owned);
  json.key("members").beginArray();
  for (const std::string& member : node.members) json.value(member);
  json.endArray();
  json.member("newObjects", node.newObjects).member("grown", node.grown);
  json.key("set");
  if (node.objects) {
    json.beginObject().member("by", node.objects->by);
    json.key("path").beginArray();
    for (const std::string& key : node.objects->path) json.value(key);
    json.endArray().member("where", node.objects->where).endObject();
  } else {
    json.null();
  }
  json.key("children").beginArray();
  for (const OwnershipNodeAnswer::Child& child : node.children) {
    json.beginObject().member("node", child.node).member("owned", child.owned);
    json.member("references", child.references).endObject();
  }
  json.endArray().endObject();
}

std::string json(const OwnershipAnswer& answer) {
  JsonWriter json = beginAnswer();
  json.key("point");
  writePoint(json, answer.point);
  json.key("since");
  if (answer.since) {
    writePoint(json, *answer.since);
  } else {
    json.null();
  }
  json.member("model", toString(answer.model)).member("threshold", answer.threshold);
  writeSize(json, "total", answer.total);
  json.key("nodes").beginArray();
  for (uint32_t id = 0; id < answer.nodes.size(); ++id) writeNode(json, id, answer.nodes[id]);
  json.endArray();
  writeWarnings(json, answer.warnings);
  return endAnswer(std::move(json));
}

std::string csv(const OwnershipAnswer& answer) {
  std::string text = "id,key,kind,type,objects,bytes,owned,newObjects,grown,owner,ownedByOwner,references\n";
  // A line for each owner of a node; the heap has none.
  struct Owner {
    uint32_t node;
    OwnershipNodeAnswer::Child part;
  };
  std::vector<std::vector<Owner>> owners(answer.nodes.size());
  for (uint32_t id = 0; id < answer.nodes.size(); ++id) {
    for (const OwnershipNodeAnswer::Child& child : answer.nodes[id].children) owners[child.node].push_back({id, child});
  }
  for (uint32_t id = 0; id < answer.nodes.size(); ++id) {
    const OwnershipNodeAnswer& node = answer.nodes[id];
    const std::string own =
        fmt::format("{},{},{},{},{},{},{},{},{}", id, csvField(node.key), toString(node.kind), csvField(node.type),
                    node.own.objects, node.own.bytes, node.owned, node.newObjects, node.grown);
    if (owners[id].empty()) text += own + ",,,\n";
    for (const Owner& owner : owners[id]) {
      text += fmt::format("{},{},{},{}\n", own, owner.node, owner.part.owned, owner.part.references);
    }
  }
  return text;
}

/// A bar of so many cells of which this share is filled, to an eighth of one.
std::string bar(double share) {
  constexpr std::array<std::string_view, 8> kEighths{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const auto eighths = static_cast<size_t>(std::lround(std::clamp(share, 0.0, 1.0) * kBarCells * 8));
  std::string text;
  for (size_t cell = 0; cell < eighths / 8; ++cell) text += "█";
  text += kEighths[eighths % 8];
  const size_t cells = eighths / 8 + (eighths % 8 != 0 ? 1 : 0);
  return text + std::string(kBarCells - cells, ' ');
}

std::string signedBytes(int64_t bytes) {
  if (bytes == 0) return "0 B";
  return bytes < 0 ? '-' + binaryUnits(static_cast<uint64_t>(-bytes)) : '+' + binaryUnits(static_cast<uint64_t>(bytes));
}

std::string nameOf(const OwnershipNodeAnswer& node) {
  switch (node.kind) {
    case GroupKind::kHeap:
      return "the heap";
    case GroupKind::kOther:
      return "other, each below the threshold";
    case GroupKind::kCycle:
      return fmt::format("{}, which refer to each other", node.label);
    default:
      return node.key;
  }
}

class Tree {
 public:
  explicit Tree(const OwnershipAnswer& answer) : answer_(answer) {}

  std::string text() {
    text_ = fmt::format("{:>11}  {:>7}  {:<{}}  {:>11}  {:>5}  {:>11}  {}\n", "Owned", "", "", kBarCells, "Own", "New",
                        answer_.since ? "Grown" : "", "Class");
    // The heap's own line has no owner to share it with.
    add(0, answer_.nodes.front().owned, 0);
    return text_;
  }

 private:
  void add(uint32_t id, uint64_t owned, size_t level) {
    const OwnershipNodeAnswer& node = answer_.nodes[id];
    const double share = static_cast<double>(owned) / static_cast<double>(std::max<uint64_t>(1, answer_.total.bytes));
    // Of a node with several owners each has a part: of all that it has, as much as of what it owns.
    const double part = node.owned == 0 ? 1 : static_cast<double>(owned) / static_cast<double>(node.owned);
    const auto partOf = [part](auto number) { return std::llround(static_cast<double>(number) * part); };
    const std::string grown = answer_.since ? signedBytes(partOf(node.grown)) : "";
    line(owned, share, binaryUnits(static_cast<uint64_t>(partOf(node.own.bytes))), percentNew(node), grown, level,
         nameOf(node));
    if (level + 1 >= answer_.depth) return;
    uint64_t rest = 0;
    size_t count = 0;
    for (const OwnershipNodeAnswer::Child& child : node.children) {
      const auto childOwned = static_cast<uint64_t>(partOf(child.owned));
      if (static_cast<double>(childOwned) < kMinimumShare * static_cast<double>(answer_.total.bytes)) {
        rest += childOwned;
        ++count;
      } else {
        add(child.node, childOwned, level + 1);
      }
    }
    if (count == 0) return;
    const double restShare =
        static_cast<double>(rest) / static_cast<double>(std::max<uint64_t>(1, answer_.total.bytes));
    if (restShare < kMinimumShare / 10) return;
    line(rest, restShare, "", "", "", level + 1, fmt::format("… {} more", count));
  }

  std::string percentNew(const OwnershipNodeAnswer& node) const {
    const uint64_t objects = node.kind == GroupKind::kHeap ? answer_.total.objects : node.own.objects;
    if (!answer_.since || objects == 0 || node.newObjects == 0) return "";
    return fmt::format("{:.0f} %", 100.0 * static_cast<double>(node.newObjects) / static_cast<double>(objects));
  }

  void line(uint64_t owned, double share, const std::string& own, const std::string& isNew, const std::string& grown,
            size_t level, const std::string& name) {
    text_ += fmt::format("{:>11}  {:>5.1f} %  {}  {:>11}  {:>5}  {:>11}  {}{}\n", binaryUnits(owned), 100 * share,
                         bar(share), own, isNew, grown, std::string(2 * level, ' '), name);
  }

  const OwnershipAnswer& answer_;
  std::string text_;
};

std::string text(const OwnershipAnswer& answer) {
  std::string text = pointLine(answer.point, answer.among);
  text += sizeText(answer.total);
  if (answer.since) {
    text += fmt::format("; new and grown since point {} ({})", answer.since->index, secondsText(answer.since->seconds));
  }
  return text + "\n\n" + Tree(answer).text();
}

}  // namespace

std::string write(const OwnershipAnswer& answer, Form form) {
  return form == Form::kJson ? json(answer) : form == Form::kCsv ? csv(answer) : text(answer);
}

std::string write(const OwnershipHistoryAnswer& answer, Form form) {
  if (form != Form::kJson) {
    // One table: a line for each node at each point.
    std::string text = "point,t,key,bytes,owned,objects,references\n";
    for (const OwnershipHistoryAnswer::Series& series : answer.series) {
      for (size_t i = 0; i < answer.points.size(); ++i) {
        text +=
            fmt::format("{},{},{},{},{},{},{}\n", answer.points[i].index, answer.points[i].seconds,
                        csvField(series.key), series.own[i], series.owned[i], series.objects[i], series.references[i]);
      }
    }
    return text;
  }
  JsonWriter json = beginAnswer();
  json.key("points").beginArray();
  for (const OwnershipHistoryAnswer::At& at : answer.points) {
    json.beginObject().member("index", at.index).member("t", at.seconds).endObject();
  }
  json.endArray().member("wanted", answer.wanted).member("complete", answer.complete);
  const auto numbers = [&json](std::string_view name, const std::vector<uint64_t>& values) {
    json.key(name).beginArray();
    for (const uint64_t value : values) json.value(value);
    json.endArray();
  };
  json.key("series").beginArray();
  for (const OwnershipHistoryAnswer::Series& series : answer.series) {
    json.beginObject().member("key", series.key);
    numbers("own", series.own);
    numbers("owned", series.owned);
    numbers("objects", series.objects);
    numbers("references", series.references);
    json.endObject();
  }
  json.endArray();
  return endAnswer(std::move(json));
}

}  // namespace heaptrail
