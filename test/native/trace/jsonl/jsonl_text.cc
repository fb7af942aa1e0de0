#include "trace/jsonl/jsonl_text.h"

#include <fmt/format.h>

#include "support/temporary_folder.h"
#include "trace/jsonl/json_lines_writer.h"

namespace heaptrail::test {

namespace {

std::string frameText(const Frame& frame) {
  return fmt::format("{}.{} ({}:{})", frame.className, frame.method, frame.file, frame.line);
}

uint64_t idOrNone(const Heap& heap, ObjectIndex object) { return object.exists() ? heap.idOf(object).value() : 0; }

std::string slotsText(const SlotSet& set) {
  return set.empty() ? "none" : fmt::format("{}", fmt::join(set.slots(), ","));
}

std::string typeText(const Heap& heap, TypeId id) {
  const Type& type = heap.symbols()[id];
  std::string text = fmt::format("type {} shape {} element {} super {} bytes {}+{} class {} weak {} soft {}", type.name,
                                 static_cast<int>(type.shape), static_cast<int>(type.element),
                                 type.superclass.exists() ? heap.symbols()[type.superclass].name : "none", type.bytes,
                                 type.elementBytes, idOrNone(heap, heap.classObjectOf(id)),
                                 slotsText(heap.weakSlots(id)), slotsText(heap.softSlots(id)));
  if (const auto& links = heap.parts().collectorSlots; !links.empty() && !links[id.value()].empty()) {
    text += " links " + slotsText(links[id.value()]);
  }
  if (heap.leavesOutHolders()) {
    text += fmt::format(" without {}", static_cast<int>(heap.parts().withoutReferrer[id.value()]));
  }
  for (const Field& field : type.fields) text += fmt::format(" .{}:{}", field.name, static_cast<int>(field.kind));
  for (const std::string& slot : heap.parts().classSlots[id.value()]) text += fmt::format(" ({})", slot);
  return text + '\n';
}

std::string objectText(const Heap& heap, ObjectIndex o) {
  std::string text = fmt::format("{} type {} bytes {} site {} thread {}", heap.idOf(o).value(), heap.typeOf(o).value(),
                                 heap.shallowBytes(o), heap.siteOf(o).value(), heap.threadOf(o).value());
  if (const uint32_t interval = heap.samplingIntervalOf(o); interval > 0) text += fmt::format(" every {}", interval);
  if (heap.symbols()[heap.typeOf(o)].shape != TypeShape::kInstance) text += fmt::format(" length {}", heap.lengthOf(o));
  if (const auto age = heap.ageOf(o)) text += fmt::format(" age {}", *age);
  if (heap.spaceOf(o) != HeapSpace::kUnknown) text += fmt::format(" in {}", heapSpaceWord(heap.spaceOf(o)));
  heap.forEachSlot(o, [&](ObjectIndex target, uint32_t slot) {
    text += fmt::format(" {}:{}→{}", slot, heap.slotName(o, slot), heap.idOf(target).value());
  });
  return text + '\n';
}

}  // namespace

std::string complaint(std::string_view text) {
  const OpenedText opened = openText(text);
  if (!opened.trace) return opened.trace.error().message;
  const Result<RebuiltHeap> rebuilt = heapOf(*opened);
  if (!rebuilt) return rebuilt.error().message;
  if (!opened->warnings().empty()) return opened->warnings()[0].message;
  return rebuilt->warnings.empty() ? "none" : rebuilt->warnings[0].message;
}

std::string describe(const RebuiltHeap& rebuilt) {
  const Heap& heap = *rebuilt.heap;
  const Symbols& symbols = heap.symbols();
  const RuntimeInfo& runtime = rebuilt.runtime;
  std::string text = fmt::format("runtime {} {} {} {} {}, alignment {}, missing {}\n", runtime.name, runtime.version,
                                 runtime.compressedReferences, runtime.objectAlignment, runtime.headerBytes,
                                 heap.parts().objectAlignment, heap.missingObjects());
  for (uint32_t t = 0; t < symbols.types.size(); ++t) text += typeText(heap, TypeId(t));
  for (const Site& site : symbols.sites) {
    text += "site";
    for (const Frame& frame : site.frames) text += ' ' + frameText(frame);
    text += '\n';
  }
  for (const ThreadInfo& thread : symbols.threads) text += fmt::format("{} at {}\n", thread.name, thread.stack.value());
  for (uint32_t o = 0; o < heap.objectCount(); ++o) text += objectText(heap, ObjectIndex(o));
  for (const Root& root : heap.roots()) {
    text += fmt::format("root {} {} thread {}", heap.idOf(root.object).value(), rootKindWord(root.kind),
                        root.thread.value());
    if (const RootPlace* place = heap.placeOf(root)) {
      text += fmt::format(" {} {} {} {}", frameText(place->frame), place->depth, place->slot, place->field);
    }
    text += '\n';
  }
  return text;
}

std::string describe(Trace& trace) {
  const TraceInfo& info = trace.info();
  std::string text = fmt::format("identity {} sites {} start {} ids {}\n", info.identity, siteCoverageWord(info.sites),
                                 info.startMillis.value_or(-1), info.idBytes);
  if (info.ages) text += "ages\n";
  for (const Collection& gc : trace.timeline().collections) {
    text += fmt::format("gc {}-{} {} {} {}", gc.start, gc.end, toString(gc.kind), gc.collector, gc.cause);
    for (const auto& [pool, bytes] : gc.usedBefore) text += fmt::format(" {}:{}", pool, bytes);
    for (const auto& [pool, bytes] : gc.usedAfter) text += fmt::format(" →{}:{}", pool, bytes);
    text += '\n';
  }
  for (uint32_t point = 0; point < trace.timeline().points.size(); ++point) {
    const Point& told = trace.timeline().points[point];
    text += fmt::format("point {}", told.seconds);
    if (told.reached) text += fmt::format(" {} {}", told.reached->objects, told.reached->bytes);
    if (told.atExit) text += " at exit";
    const Result<RebuiltHeap> rebuilt = heapOf(trace, point);
    text += '\n' + (rebuilt ? describe(*rebuilt) : rebuilt.error().describe());
  }
  return text;
}

std::string written(Trace& trace, unsigned threads) {
  const TemporaryFolder folder;
  Progress progress;
  const Status done = writeJsonLines(trace, folder / "out.heap.jsonl", Threads(threads), progress);
  if (!done) {
    ADD_FAILURE() << done.error().describe();
    return {};
  }
  EXPECT_EQ(folder.files(), std::vector<std::string>{"out.heap.jsonl"});
  const std::vector<uint8_t> content = contentOf(folder / "out.heap.jsonl");
  return {content.begin(), content.end()};
}

}  // namespace heaptrail::test
