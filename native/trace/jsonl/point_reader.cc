#include "trace/jsonl/point_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/try.h"
#include "trace/jsonl/line_fields.h"
#include "trace/jsonl/line_kind.h"
#include "trace/jsonl/line_parser.h"
#include "trace/jsonl/symbol_fields.h"

namespace heaptrail::jsonl {

namespace {

constexpr uint32_t kMostSlots = ~uint32_t{0} - 1;

/// What the line of an object says, before it is checked.
struct ObjectFields {
  std::optional<Json> id;
  bool otherKind = false;  // there is a key that only other lines have
  std::optional<Json> type;
  std::optional<Json> site;
  std::optional<Json> thread;
  std::optional<Json> interval;
  std::optional<Json> age;
  std::optional<Json> space;
  std::optional<Json> size;
  std::optional<Json> length;
  JsonArray references;
  bool hasReferences = false;
};

class PointLines {
 public:
  PointLines(const InputFile& file, const PointPlace& place, const SymbolTable& table, Progress& progress,
             PointSink& sink)
      : file_(file.path()),
        place_(place),
        table_(table),
        sink_(sink),
        input_(file.compressed() ? file.read(progress) : file.readRange(progress, place.offset, place.end)),
        skipped_(!file.compressed() || input_->skip(place.offset)),
        lines_(*input_, file_, place.line),
        parser_(file_) {}

  Result<PointReading> read() {
    while (skipped_ && !ended_ && lines_.next()) {
      const Line& line = lines_.line();
      if (line.view().find_first_not_of(" \t\r") == std::string_view::npos) continue;
      TRY(parser_.parse(line, [&](const JsonObject& object) { return readObject(object); }));
    }
    if (input_->failure()) return std::unexpected(*input_->failure());
    if (lines_.failure()) return std::unexpected(*lines_.failure());
    if (!ended_) {
      return lineError(file_, lines_.line(), fmt::format("the line {{\"end\":{}}}", place_.id),
                       "the end of the file, which was changed since it was opened");
    }
    if (otherSizes_ > 0) {
      reading_.warnings.push_back({fmt::format(
          "{} arrays have a \"size\" other than what the size of their type, their length and the alignment "
          "of objects make; the latter counts",
          otherSizes_)});
    }
    return std::move(reading_);
  }

 private:
  /// Objects first, because nearly all lines are about one.
  Status readObject(const JsonObject& object) {
    if (inside_ && startsLikeObject(lines_.line().view())) {
      ObjectFields found;
      collect(object, found);
      if (found.id && !found.otherKind) return readHeapObject(found);
    }
    const LineKind kind = TRY(kindOf(file_, lines_.line(), object));
    LineFields fields(file_, lines_.line(), object);
    if (!inside_) {
      if (kind != LineKind::kPoint || fields.number("point") != place_.id) return {};
      inside_ = true;
      reading_.facts = readPoint(fields);
      sink_.point(reading_.facts);
      return fields.status();
    }
    if (kind == LineKind::kEnd) ended_ = true;
    if (ended_) return {};
    if (kind == LineKind::kRoot) return readRoot(fields);
    if (kind != LineKind::kObject) return {};
    ObjectFields found;
    collect(object, found);
    return readHeapObject(found);
  }

  static void collect(const JsonObject& object, ObjectFields& found) {
    for (const auto& [key, value] : object) {
      if (key == "o") {
        found.id = value;
      } else if (key == "type") {
        found.type = value;
      } else if (key == "size") {
        found.size = value;
      } else if (key == "refs") {
        found.hasReferences = value.get(found.references) == simdjson::SUCCESS;
      } else if (key == "length") {
        found.length = value;
      } else if (key == "site") {
        found.site = value;
      } else if (key == "thread") {
        found.thread = value;
      } else if (key == "interval") {
        found.interval = value;
      } else if (key == "age") {
        found.age = value;
      } else if (key == "space") {
        found.space = value;
      } else if (key == "root" || key == "gc" || key == "point" || key == "end" || key == "heaptrail") {
        found.otherKind = true;
      }
    }
  }

  Status readHeapObject(const ObjectFields& found) {
    problem_.reset();
    const Line& line = lines_.line();
    ObjectHead head;
    head.line = line.number;
    head.offset = line.offset;
    head.id = number(*found.id, "o", ~uint64_t{0});
    if (!found.type || found.type->is_null()) return lineError(file_, line, "the object's \"type\"", "none");
    head.type = symbol<TypeId>(found.type, "type", [this](uint64_t id) { return table_.type(id); });
    head.site = symbol<SiteId>(found.site, "site", [this](uint64_t id) { return table_.site(id); });
    head.thread = symbol<ThreadId>(found.thread, "thread", [this](uint64_t id) { return table_.thread(id); });
    head.interval = small(found.interval, "interval").value_or(0);
    head.age = small(found.age, "age");
    head.space = space(found.space);
    const std::optional<uint32_t> size = small(found.size, "size");
    const std::optional<uint32_t> length = small(found.length, "length");
    if (problem_) return std::unexpected(*problem_);
    const Type& type = (*table_.symbols)[head.type];
    sink_.begin(head);
    next_ = 0;
    used_ = 0;
    if (found.hasReferences) {
      TRY(parser_.forEachPiece(line, found.references,
                               [&](const JsonArray& piece) { return readReferences(piece, type); }));
    }
    if (type.shape == TypeShape::kInstance) {
      sink_.end(size);
      return {};
    }
    const uint32_t elements = lengthOf(type, size, length);
    if (used_ > elements) {
      return lineError(file_, line, fmt::format("references from at most {} elements", elements),
                       fmt::format("one from element {}", used_ - 1));
    }
    sink_.end(elements);
    return {};
  }

  /// 18, null, [19,"table"] or [19,17].
  Status readReferences(const JsonArray& references, const Type& type) {
    for (const Json element : references) {
      uint64_t target = 0;
      if (element.get(target) == simdjson::SUCCESS) {
        sink_.reference(next_++, target);
      } else if (element.is_null()) {
        ++next_;
      } else if (!readPair(element, type)) {
        return lineError(file_, lines_.line(), "an id, null, [id,\"field\"] or [id,position] in \"refs\"",
                         element.is_array() ? simdjson::to_string(element).substr(0, 60) : describe(element));
      }
      used_ = std::max(used_, next_);
      if (next_ >= kMostSlots) return lineError(file_, lines_.line(), "fewer references", "more than 4294967294");
    }
    if (type.shape == TypeShape::kPrimitiveArray && references.begin() != references.end()) {
      return lineError(file_, lines_.line(), fmt::format("no \"refs\" in a {}", type.name), "some");
    }
    return {};
  }

  bool readPair(const Json& element, const Type& type) {
    JsonArray pair;
    if (element.get(pair) != simdjson::SUCCESS) return false;
    auto part = pair.begin();
    if (!(part != pair.end())) return false;
    uint64_t target = 0;
    const bool null = (*part).is_null();
    if (!null && (*part).get(target) != simdjson::SUCCESS) return false;
    ++part;
    if (!(part != pair.end())) return false;
    const Json place = *part;
    ++part;
    if (part != pair.end()) return false;
    std::string_view field;
    uint64_t position = 0;
    if (place.get(field) == simdjson::SUCCESS) {
      if (type.shape != TypeShape::kInstance) return false;
      if (!null) sink_.namedReference(field, target);
      return true;
    }
    if (place.get(position) != simdjson::SUCCESS || position >= kMostSlots) return false;
    if (!null) sink_.reference(static_cast<uint32_t>(position), target);
    next_ = static_cast<uint32_t>(position) + 1;
    return true;
  }

  uint32_t lengthOf(const Type& type, std::optional<uint32_t> size, std::optional<uint32_t> length) {
    const uint32_t content = size.value_or(0) > type.bytes ? *size - type.bytes : 0;
    uint32_t elements = used_;
    if (length) {
      elements = *length;
    } else if (size && type.elementBytes > 0) {
      elements = content / type.elementBytes;
    }
    const uint64_t mask = reading_.facts.runtime.objectAlignment - 1;
    const uint64_t counted = (type.bytes + uint64_t{type.elementBytes} * elements + mask) & ~mask;
    if (size && *size != counted) ++otherSizes_;
    return elements;
  }

  Status readRoot(LineFields& fields) {
    RootLine root;
    const std::string word = fields.text("root");
    const auto kind = rootKindOf(word);
    if (fields.sound() && !kind) fields.complain(fmt::format("{} as \"root\"", rootKindWords()), word.substr(0, 60));
    root.kind = kind.value_or(RootKind::kUnknown);
    root.object = fields.number("o");
    if (const std::optional<uint64_t> id = fields.maybeNumber("thread")) {
      root.thread = table_.thread(*id);
      if (!root.thread.exists()) fields.complain("a \"thread\" that a line declares", fmt::format("{}", *id));
    }
    RootPlace place;
    place.frame = readFrame(fields);
    place.field = fields.textOr("field", {});
    place.depth = fields.smallNumberOr("depth", RootPlace::kUnknown);
    place.slot = fields.smallNumberOr("slot", RootPlace::kUnknown);
    for (const std::string_view key : {"class", "method", "file", "line", "field", "depth", "slot"}) {
      if (fields.has(key)) root.place = place;
    }
    if (!fields.sound()) return fields.status();
    sink_.root(std::move(root));
    return {};
  }

  /// `static` stands for `static-field`.
  static std::optional<RootKind> rootKindOf(std::string_view word) {
    if (word == "static") return RootKind::kStaticField;
    for (size_t kind = 0; kind < kRootKinds; ++kind) {
      if (rootKindWord(static_cast<RootKind>(kind)) == word) return static_cast<RootKind>(kind);
    }
    return std::nullopt;
  }

  static std::string rootKindWords() {
    std::string words;
    for (size_t kind = 0; kind < kRootKinds; ++kind) {
      words += fmt::format("{}{}", kind == 0 ? "" : ", ", rootKindWord(static_cast<RootKind>(kind)));
    }
    return words;
  }

  uint64_t number(const Json& value, std::string_view key, uint64_t largest) {
    uint64_t number = 0;
    if ((value.get(number) != simdjson::SUCCESS || number > largest) && !problem_) {
      problem_ = lineError(file_, lines_.line(),
                           largest == ~uint64_t{0} ? fmt::format("a whole number from 0 on as \"{}\"", key)
                                                   : fmt::format("a whole number from 0 to {} as \"{}\"", largest, key),
                           describe(value))
                     .error();
    }
    return number;
  }

  std::optional<uint32_t> small(const std::optional<Json>& value, std::string_view key) {
    if (!value || value->is_null()) return std::nullopt;
    return static_cast<uint32_t>(number(*value, key, ~uint32_t{0} - 1));
  }

  HeapSpace space(const std::optional<Json>& value) {
    std::string_view word;
    if (!value || value->is_null()) return HeapSpace::kUnknown;
    const HeapSpace found = value->get(word) == simdjson::SUCCESS ? heapSpaceNamed(word) : HeapSpace::kUnknown;
    if (found == HeapSpace::kUnknown && !problem_) {
      problem_ = lineError(file_, lines_.line(), "eden, survivor or old as \"space\"", describe(*value)).error();
    }
    return found;
  }

  template <typename Id, typename Find>
  Id symbol(const std::optional<Json>& value, std::string_view key, Find&& find) {
    if (!value || value->is_null()) return Id::none();
    const uint64_t id = number(*value, key, ~uint64_t{0});
    const Id found = find(id);
    if (!found.exists() && !problem_) {
      problem_ =
          lineError(file_, lines_.line(), fmt::format("a \"{}\" that a line before the point's end declares", key),
                    fmt::format("{}", id))
              .error();
    }
    return found;
  }

  std::string file_;
  const PointPlace& place_;
  const SymbolTable& table_;
  PointSink& sink_;
  std::unique_ptr<ByteInput> input_;
  bool skipped_;
  LineReader lines_;
  LineParser parser_;
  PointReading reading_;
  bool inside_ = false;
  bool ended_ = false;
  uint32_t next_ = 0;  // the position of the next plain reference of the present object
  uint32_t used_ = 0;  // behind the largest position that it names
  uint64_t otherSizes_ = 0;
  std::optional<Error> problem_;
};

}  // namespace

Result<PointReading> readPointLines(const InputFile& file, const PointPlace& place, const SymbolTable& table,
                                    Progress& progress, PointSink& sink) {
  return PointLines(file, place, table, progress, sink).read();
}

}  // namespace heaptrail::jsonl
