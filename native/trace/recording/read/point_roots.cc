#include "trace/recording/read/point_roots.h"

#include <fmt/format.h>

#include <map>
#include <tuple>

#include "model/java_names.h"

namespace heaptrail::recording {

namespace {

// Frames of real stacks take some megabytes; the names of what comes after this are left out.
constexpr uint64_t kMostRootNameBytes = uint64_t{256} << 20;

}  // namespace

RootKind rootKindOf(RootTag tag) {
  switch (tag) {
    case RootTag::kJniGlobal:
      return RootKind::kJniGlobal;
    case RootTag::kSystemClass:
      return RootKind::kSystemClass;
    case RootTag::kMonitor:
      return RootKind::kMonitor;
    case RootTag::kStackLocal:
      return RootKind::kJavaFrame;
    case RootTag::kJniLocal:
      return RootKind::kJniLocal;
    case RootTag::kThread:
      return RootKind::kThread;
    case RootTag::kOther:
    case RootTag::kLateOrigin:
      break;
  }
  return RootKind::kVmInternal;
}

namespace {

/// The number that stands at a position counted from 1; 0 for none.
uint32_t numberAt(const std::vector<uint32_t>& numbers, uint64_t position) {
  return position == 0 || position > numbers.size() ? 0 : numbers[position - 1];
}

/// Depths and slots are kept plus one.
uint32_t orUnknown(uint64_t plusOne) {
  return plusOne == 0 || plusOne > RootPlace::kUnknown ? RootPlace::kUnknown : static_cast<uint32_t>(plusOne - 1);
}

class RootBuilder {
 public:
  RootBuilder(HeapParts& parts, const PointEndRecord& point, const TypeTable& types)
      : parts_(parts), point_(point), types_(types) {}

  void add(const FoundRoot& found) {
    Root root{found.object, rootKindOf(found.record.kind)};
    if (found.record.kind == RootTag::kThread) root.thread = types_.ofThreadObject(found.id);
    const uint32_t thread = numberAt(point_.threads, found.record.thread);
    if (thread != 0 && thread <= types_.symbols()->threads.size()) root.thread = ThreadId(thread - 1);
    if (root.kind == RootKind::kJavaFrame || root.kind == RootKind::kJniLocal) root.place = placeOf(found.record);
    parts_.roots.push_back(root);
  }

 private:
  /// Roots in the same variable of the same frame share it.
  uint32_t placeOf(const RootRecord& record) {
    const uint32_t frame = numberAt(point_.frames, record.frame);
    const uint32_t depth = orUnknown(record.depth);
    const uint32_t slot = orUnknown(record.slot);
    const bool known = frame != 0 && frame <= types_.recorded().frames.size();
    if (!known && depth == RootPlace::kUnknown && slot == RootPlace::kUnknown) return Root::kNoPlace;
    const auto next = static_cast<uint32_t>(parts_.rootPlaces.size());
    const auto [place, fresh] = places_.try_emplace({frame, depth, slot}, next);
    if (fresh) parts_.rootPlaces.push_back({known ? frameOf(frame) : Frame{}, depth, slot, {}});
    return place->second;
  }

  Frame frameOf(uint32_t number) {
    const RecordedSymbols& recorded = types_.recorded();
    const RecordedFrame& frame = recorded.frames[number - 1];
    if (nameBytes_ > kMostRootNameBytes) return {};
    Frame named{readableSignature(recorded.string(frame.className)), recorded.string(frame.method),
                recorded.string(frame.file), frame.line};
    nameBytes_ += named.className.size() + named.method.size() + named.file.size();
    return named;
  }

  HeapParts& parts_;
  const PointEndRecord& point_;
  const TypeTable& types_;
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, uint32_t> places_;
  uint64_t nameBytes_ = 0;
};

}  // namespace

void addRoots(HeapParts& parts, const std::vector<FoundRoot>& roots, const PointEndRecord& point,
              const TypeTable& types, std::vector<Warning>& warnings) {
  RootBuilder builder(parts, point, types);
  uint64_t lost = 0;
  for (const FoundRoot& root : roots) {
    if (root.object.exists()) {
      builder.add(root);
    } else {
      ++lost;
    }
  }
  if (lost > 0) {
    warnings.push_back({fmt::format("{} GC roots lead to objects that are not in the point; they are left out", lost)});
  }
  if (parts.roots.empty()) {
    warnings.push_back({"the point names no GC roots: no object counts as live; count all objects instead"});
  }
}

}  // namespace heaptrail::recording
