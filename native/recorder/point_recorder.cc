#include "recorder/point_recorder.h"

#include <unistd.h>

#include <cmath>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/try.h"
#include "recorder/array_sizes.h"
#include "recorder/field_indexes.h"
#include "recorder/heap_walk.h"
#include "recorder/light_walk.h"
#include "recorder/tag_table.h"

namespace heaptrail::recorder {

namespace {

using recording::ChunkKind;

std::string systemProperty(jvmtiEnv* jvmti, const char* name) {
  JvmText value(jvmti);
  return jvmti->GetSystemProperty(name, value.out()) == JVMTI_ERROR_NONE ? std::string(value.text()) : "";
}

std::string firstWord(const std::string& text) { return text.substr(0, text.find(' ')); }

recording::RecordedSites recorded(Sites sites) {
  switch (sites) {
    case Sites::kOff:
      return recording::RecordedSites::kNone;
    case Sites::kSampled:
      return recording::RecordedSites::kSampled;
    case Sites::kAuto:
      return recording::RecordedSites::kAuto;
    case Sites::kExact:
      return recording::RecordedSites::kExact;
  }
  return recording::RecordedSites::kNone;
}

/// Before the first collections the JVM's counters may lag behind what is allocated: pools with less in them than what
/// is alive would be a wrong picture.
bool holdAll(const std::vector<recording::PointEndRecord::Pool>& pools, uint64_t liveBytes) {
  uint64_t used = 0;
  for (const auto& pool : pools) used += pool.used;
  return used >= liveBytes;
}

std::unexpected<Error> jvmError(jvmtiEnv* jvmti, jvmtiError error) {
  JvmText name(jvmti);
  jvmti->GetErrorName(error, name.out());
  return std::unexpected(
      Error{ErrorKind::kInternal, "the JVM could not walk over its heap: " + std::string(name.text())});
}

}  // namespace

PointRecorder::PointRecorder(jvmtiEnv* jvmti, std::unique_ptr<recording::ChunkWriter> writer, Shared shared)
    : jvmti_(jvmti),
      writer_(std::move(writer)),
      shared_(shared),
      classes_(jvmti, numbers_, shared.symbols),
      leftOut_(jvmti) {}

void PointRecorder::begin(JNIEnv* jni, const Options& options) {
  recording::StartRecord start;
  start.jvm = systemProperty(jvmti_, "java.vm.name");
  start.version = systemProperty(jvmti_, "java.vm.version");
  start.options = describe(options);
  start.program = firstWord(systemProperty(jvmti_, "sun.java.command"));
  start.process = static_cast<uint64_t>(::getpid());
  start.startMillis = static_cast<uint64_t>(
      std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
          .count());
  start.sites = recorded(options.sites);
  start.sampleBytes = AllocationSites::firstInterval(options);
  start.sampleBudget = options.sites == Sites::kAuto ? static_cast<uint32_t>(std::lround(options.budget * 1e6)) : 0;
  start.staticIndexesCountInherited = staticIndexesCountInherited(jvmti_, jni);
  arrays_ = measureArrays(jvmti_, jni);
  start.arrays = arrays_;
  leftOut_.prepare(jni);
  // Where this fails, naming classes for the first point does too, and says so.
  static_cast<void>(classes_.nameVirtualThreads(jni));
  writer_->add(ChunkKind::kStart, recording::kNoPoint, start.write());
}

Status PointRecorder::take(JNIEnv* jni, recording::Trigger trigger, PointKind kind) {
  const OwnAllocations own;
  // A point that fails keeps its number: what there is of it stays apart from the next.
  const uint32_t point = begun_++;
  writer_->add(ChunkKind::kPointBegin, point, recording::PointBeginRecord{nanoseconds(), trigger}.write());
  auto pools =
      shared_.symbols.with([&](recording::SymbolEncoder& symbols) { return shared_.collections.poolsNow(symbols); });
  recording::PointEndRecord end = TRY(kind == PointKind::kLight ? count(jni, point) : walk(jni, point));
  if (holdAll(pools, end.bytes)) end.pools = std::move(pools);
  writeCollections();
  writer_->add(ChunkKind::kPointEnd, point, end.write());
  const Status written = writer_->flush();
  if (written) ++points_;
  return written;
}

Result<recording::PointEndRecord> PointRecorder::walk(JNIEnv* jni, uint32_t point) {
  const LocalFrame references(jni);
  {
    // Local references would be roots of the walk.
    const LocalFrame naming(jni);
    if (const jvmtiError error = classes_.update(jni)) return jvmError(jvmti_, error);
    shared_.threads.update(jni, numbers_);
    shared_.sites.tagSurvivors(jni, [](uint64_t, uint32_t) {});
  }
  areNumbered_ = true;
  recording::PointEncoder encoder(*writer_, point);
  NewObjects newObjects(classes_.classes().size());
  HeapWalk walk(jvmti_,
                {numbers_, classes_.layouts(), arrays_, shared_.threads.byObject(), classes_.classType(),
                 classes_.threadsInMaking()},
                encoder, newObjects);
  recording::PointEndRecord end;
  uint64_t began = nanoseconds();
  if (const jvmtiError error = walk.followRoots()) return jvmError(jvmti_, error);
  end.pause = nanoseconds() - began;
  const LeftOutReferences::Values values = leftOut_.read(jni);
  if (values.array != nullptr) {
    began = nanoseconds();
    if (const jvmtiError error = walk.follow(values.array, values.leftOut)) return jvmError(jvmti_, error);
    end.pause += nanoseconds() - began;
  }
  // What was allocated while the last samples were tagged, and met by the walk before its own were.
  shared_.sites.tagSurvivors(jni, [&](uint64_t object, uint32_t origin) {
    if (walk.hasMet(object)) encoder.lateOrigin(object, origin);
  });
  encoder.finish();
  shared_.sites.pointTaken(survivorsAmong(newObjects));
  if (!walk.unnamed().empty()) {
    if (const jvmtiError error = classes_.nameAlso(jni, walk.unnamed())) return jvmError(jvmti_, error);
  }
  end.objects = encoder.objects();
  end.references = encoder.references();
  end.bytes = walk.bytes();
  end.threads = walk.threads();
  for (const FramePlace& frame : walk.frames()) end.frames.push_back(shared_.frames.frame(jni, frame));
  shared_.symbols.with([&](recording::SymbolEncoder& symbols) {
    for (const auto& [type, bytes] : walk.measured()) symbols.instanceBytes(type, bytes);
  });
  return end;
}

std::vector<Survivors> PointRecorder::survivorsAmong(const NewObjects& newObjects) const {
  std::vector<Survivors> survivors;
  newObjects.forEach([&](uint32_t type, uint64_t bytes, uint64_t objects) {
    if (type != 0) survivors.push_back({classes_.classes()[type - 1].hash, bytes, objects});
  });
  return survivors;
}

Result<recording::PointEndRecord> PointRecorder::count(JNIEnv* jni, uint32_t point) {
  // Classes can be used for the first time while others are named: what is counted then is not told apart. And it may
  // have to be learned how collections and arrays are held.
  constexpr int kMaxWalks = 3;
  recording::PointEndRecord end;
  if (!std::exchange(isTagTableLarge_, true)) enlargeTagTable(jvmti_, jni);
  std::unordered_set<uint32_t> learns;
  bool learnsAllArrays = false;
  for (int walked = 1;; ++walked) {
    const LocalFrame references(jni);
    {
      // Local references would be roots of the walk.
      const LocalFrame naming(jni);
      if (const jvmtiError error = classes_.update(jni)) return jvmError(jvmti_, error);
      shared_.threads.update(jni, numbers_);
      leftOut_.numberPrimitives(numbers_);
    }
    const LeftOutReferences::Values values = leftOut_.read(jni);
    collectionClasses_.update(classes_.classes());
    LightWalk walk(jvmti_,
                   {numbers_, classes_.layouts(), arrays_, shared_.threads.byObject(), classes_.classType(),
                    classes_.threadsInMaking()},
                   collectionClasses_, {holdingWays_, learns, learnsAllArrays, !areNumbered_});
    const uint64_t array = values.array == nullptr ? 0 : numbers_.of(jvmti_, values.array);
    const uint64_t began = nanoseconds();
    if (const jvmtiError error = walk.follow(array, values.leftOut)) return jvmError(jvmti_, error);
    end.pause += nanoseconds() - began;
    const std::unordered_set<uint32_t> wrong = walk.toLearn();
    if ((!walk.unnamed().empty() || !wrong.empty()) && walked < kMaxWalks) {
      if (const jvmtiError error = classes_.nameAlso(jni, walk.unnamed())) return jvmError(jvmti_, error);
      learns.insert(wrong.begin(), wrong.end());
      learnsAllArrays = walked + 1 == kMaxWalks && walk.miscountsArrays();
      continue;
    }
    const recording::CountsRecord counts = walk.counts();
    for (const recording::CountsRecord::Group& group : counts.groups) {
      end.objects += group.objects;
      end.bytes += group.bytes;
    }
    end.references = walk.references();
    writer_->add(ChunkKind::kCounts, point, counts.write());
    return end;
  }
}

void PointRecorder::writeSymbols() {
  std::vector<uint8_t> symbols = shared_.symbols.with([](recording::SymbolEncoder& encoder) { return encoder.take(); });
  writer_->add(ChunkKind::kSymbols, recording::kNoPoint, std::move(symbols));
}

void PointRecorder::writeCollections() {
  write(shared_.symbols.with([&](recording::SymbolEncoder& symbols) { return shared_.collections.take(symbols); }));
}

void PointRecorder::write(std::vector<uint8_t> collections) {
  std::vector<uint8_t> uses =
      shared_.symbols.with([&](recording::SymbolEncoder& symbols) { return shared_.collections.takeUses(symbols); });
  writeSymbols();
  writer_->add(ChunkKind::kCollections, recording::kNoPoint, std::move(collections));
  writer_->add(ChunkKind::kUses, recording::kNoPoint, std::move(uses));
}

Status PointRecorder::end() {
  write(shared_.symbols.with([&](recording::SymbolEncoder& symbols) { return shared_.collections.takeLast(symbols); }));
  return writer_->finish();
}

}  // namespace heaptrail::recorder
