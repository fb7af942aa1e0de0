#include "trace/jsonl/point_writer.h"

#include <algorithm>
#include <vector>

#include "base/try.h"

namespace heaptrail::jsonl {

namespace {

constexpr uint32_t kMostObjectsAtOnce = 8192;
constexpr uint32_t kReferencesAtOnce = 1U << 16;

// A few nulls in a row are shorter than the position of what follows them.
constexpr uint32_t kMostNulls = 3;

class PointWriter {
 public:
  PointWriter(const Heap& heap, const SymbolWriter& symbols)
      : heap_(heap), symbols_(symbols), ids_(heap.objectCount()) {
    heap.parts().ids.forEach([this](ObjectIndex o, ObjectId id) { ids_[o.value()] = id.value(); });
  }

  void begin(uint64_t id, const Point& point, const RuntimeInfo& runtime, JsonWriter& out) const {
    out.beginObject().member("point", id).member("t", point.seconds);
    if (point.reached) {
      out.key("reached").beginObject().member("objects", point.reached->objects);
      out.member("bytes", point.reached->bytes).endObject();
    }
    if (point.atExit) out.member("atExit", true);
    if (!point.used.empty()) {
      out.key("used").beginObject();
      for (const auto& [pool, bytes] : point.used) out.member(pool, bytes);
      out.endObject();
    }
    if (heap_.missingObjects() > 0) out.member("missingObjects", heap_.missingObjects());
    out.key("runtime").beginObject().memberIfAny("name", runtime.name).memberIfAny("version", runtime.version);
    out.member("compressedReferences", runtime.compressedReferences).member("headerBytes", runtime.headerBytes);
    out.member("objectAlignment", heap_.parts().objectAlignment).endObject().endObject().endLine();
  }

  void object(ObjectIndex o, JsonWriter& out) const {
    const TypeId type = heap_.typeOf(o);
    out.beginObject().member("o", ids_[o.value()]).member("type", symbols_.idOf(type));
    if (heap_.symbols()[type].shape != TypeShape::kInstance) {
      out.member("length", heap_.lengthOf(o));
    } else if (const uint64_t bytes = heap_.shallowBytes(o, type); bytes != heap_.symbols()[type].bytes) {
      out.member("size", bytes);
    }
    if (const SiteId site = heap_.siteOf(o); site.exists()) out.member("site", SymbolWriter::idOf(site));
    if (const uint32_t interval = heap_.samplingIntervalOf(o); interval > 0) out.member("interval", interval);
    if (const ThreadId thread = heap_.threadOf(o); thread.exists()) out.member("thread", SymbolWriter::idOf(thread));
    if (const std::optional<uint32_t> age = heap_.ageOf(o)) out.member("age", *age);
    if (const HeapSpace space = heap_.spaceOf(o); space != HeapSpace::kUnknown) {
      out.member("space", heapSpaceWord(space));
    }
    if (!heap_.references(o).empty()) references(o, out);
    out.endObject().endLine();
  }

  void root(const Root& root, JsonWriter& out) const {
    out.beginObject().member("root", rootKindWord(root.kind)).member("o", ids_[root.object.value()]);
    if (root.thread.exists()) out.member("thread", SymbolWriter::idOf(root.thread));
    if (const RootPlace* place = heap_.placeOf(root)) {
      if (place->depth != RootPlace::kUnknown) out.member("depth", place->depth);
      writeFrame(place->frame, out);
      if (place->slot != RootPlace::kUnknown) out.member("slot", place->slot);
      out.memberIfAny("field", place->field);
    }
    out.endObject().endLine();
  }

 private:
  void references(ObjectIndex o, JsonWriter& out) const {
    out.key("refs").beginArray();
    uint32_t expected = 0;
    heap_.forEachSlot(o, [&](ObjectIndex target, uint32_t slot) {
      const uint64_t id = ids_[target.value()];
      if (slot - expected <= kMostNulls) {
        for (; expected < slot; ++expected) out.null();
        out.value(id);
      } else {
        out.beginArray().value(id).value(slot).endArray();
      }
      expected = slot + 1;
    });
    out.endArray();
  }

  const Heap& heap_;
  const SymbolWriter& symbols_;
  Array<uint64_t> ids_;  // the heap itself finds the id of an object by searching
};

/// Objects [from, to), of which none but a single one has very many references.
struct Stretch {
  uint32_t from = 0;
  uint32_t to = 0;
};

Stretch stretchFrom(const Heap& heap, uint32_t from) {
  uint32_t to = from;
  uint64_t references = 0;
  while (to < heap.objectCount() && to - from < kMostObjectsAtOnce && references < kReferencesAtOnce) {
    references += heap.references(ObjectIndex(to++)).size();
  }
  return {from, to};
}

}  // namespace

Status writePoint(uint64_t id, const Point& point, const RebuiltHeap& rebuilt, const SymbolWriter& symbols,
                  OutputFile& out, Threads threads, Progress& progress) {
  const Heap& heap = *rebuilt.heap;
  const PointWriter writer(heap, symbols);
  progress.begin("Writing objects", 0, 1, heap.objectCount());
  std::vector<JsonWriter> texts(threads.count());
  writer.begin(id, point, rebuilt.runtime, texts[0]);
  TRY(out.write(texts[0].text()));
  std::vector<Stretch> stretches(threads.count());
  for (uint32_t next = 0; next < heap.objectCount();) {
    const uint32_t first = next;
    for (Stretch& stretch : stretches) {
      stretch = stretchFrom(heap, next);
      next = stretch.to;
    }
    forEachBlock(threads, stretches.size(), [&](uint64_t i) {
      texts[i].clear();
      for (uint32_t o = stretches[i].from; o < stretches[i].to; ++o) {
        writer.object(ObjectIndex(o), texts[i]);
      }
    });
    for (const JsonWriter& text : texts) {
      TRY(out.write(text.text()));
    }
    if (!progress.advance(next - first)) return cancelledError();
  }
  JsonWriter& rest = texts[0];
  rest.clear();
  for (const Root& root : heap.roots()) {
    writer.root(root, rest);
    if (rest.text().size() < kReferencesAtOnce) continue;
    TRY(out.write(rest.text()));
    rest.clear();
  }
  rest.beginObject().member("end", id).endObject().endLine();
  return out.write(rest.text());
}

}  // namespace heaptrail::jsonl
