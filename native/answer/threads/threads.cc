// Answers the question about threads.
//
// What frames retain is exact for all of them at once (graph/group_sizes.h): the objects of a frame are a group. An
// object that several frames hold belongs to the outermost one, which holds it longest; one that several threads hold,
// to the first of them.
#include <algorithm>
#include <map>
#include <ranges>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "answer/shared/describe_objects.h"
#include "answer/threads/threads_question.h"
#include "base/page.h"
#include "base/text.h"
#include "base/try.h"
#include "graph/group_sizes.h"
#include "session/asked_point.h"
#include "values/object_texts.h"

namespace heaptrail {

namespace {

constexpr std::string_view kThreadLocalEntry = "java.lang.ThreadLocal$ThreadLocalMap$Entry";
constexpr std::string_view kStaticWord = "static ";  // before the names of such slots

// How far each step brings the whole.
constexpr double kHoldersKnown = 0.5;
constexpr double kFramesMeasured = 0.75;

struct Held {
  RootKind kind = RootKind::kUnknown;
  uint32_t slot = RootPlace::kUnknown;
  ObjectIndex object = ObjectIndex::none();
};

struct FoundFrame {
  std::optional<Frame> frame;
  std::vector<Held> held;
};

struct FoundThread {
  ThreadId thread = ThreadId::none();
  ObjectIndex object = ObjectIndex::none();
  std::map<uint32_t, FoundFrame> frames;  // by depth; RootPlace::kUnknown for what no frame is known of
};

class ThreadListing {
 public:
  ThreadListing(const PointFacts& facts, const StoredValues* values, const ThreadsQuestion& question,
                Progress& progress)
      : graph_(facts.analysis().graph()),
        heap_(facts.heap()),
        facts_(facts),
        texts_(heap_, values),
        question_(question),
        progress_(progress) {}

  Result<ThreadsAnswer> run() {
    find();
    progress_.scale(0, kHoldersKnown);
    const auto dominators = TRY(facts_.dominators(progress_));
    dominators_ = dominators.get();
    const auto holders = TRY(facts_.holders(progress_));
    holders_ = holders.get();

    progress_.scale(kHoldersKnown, kFramesMeasured);
    const std::vector<Size> ofFrames = TRY(measure(false));
    progress_.scale(kFramesMeasured, 1);
    const std::vector<Size> ofThreads = TRY(measure(true));
    progress_.scale(0, 1);

    std::vector<size_t> order;
    const std::string wanted = lowerCase(question_.search);
    for (size_t t = 0; t < found_.size(); ++t) {
      if (wanted.empty() || lowerCase(nameOf(found_[t])).contains(wanted)) order.push_back(t);
    }
    std::ranges::stable_sort(order, std::ranges::greater{}, [&](size_t t) { return ofThreads[t].bytes; });
    ThreadsAnswer answer;
    answer.totalThreads = order.size();
    for (const size_t t : pageOf(order, 0, question_.limit)) {
      answer.threads.push_back(describe(found_[t], ofThreads[t], std::span(ofFrames).subspan(firstFrame_[t])));
    }
    return answer;
  }

 private:
  void find() {
    std::map<uint32_t, size_t> places;
    const auto threadOf = [&](ThreadId thread) -> FoundThread& {
      const auto [place, isNew] = places.try_emplace(thread.value(), found_.size());
      if (isNew) {
        FoundThread& added = found_.emplace_back();
        added.thread = thread;
        addStack(added);
      }
      return found_[place->second];
    };
    for (const Root& root : heap_.roots()) {
      if (!root.thread.exists()) continue;
      FoundThread& thread = threadOf(root.thread);
      if (root.kind == RootKind::kThread) {
        thread.object = root.object;
        continue;
      }
      const RootPlace* place = heap_.placeOf(root);
      const bool hasFrame = place != nullptr && !place->frame.method.empty();
      FoundFrame& frame = thread.frames[hasFrame ? place->depth : RootPlace::kUnknown];
      if (hasFrame && !frame.frame) frame.frame = place->frame;
      const Held held{root.kind, place == nullptr ? RootPlace::kUnknown : place->slot, root.object};
      const bool isKnown = std::ranges::any_of(frame.held, [&](const Held& other) {
        return other.object == held.object && other.kind == held.kind && other.slot == held.slot;
      });
      if (!isKnown) frame.held.push_back(held);
    }
  }

  /// Frames that hold nothing are part of a stack, too; only some traces tell them.
  void addStack(FoundThread& thread) const {
    const SiteId stack = heap_.symbols()[thread.thread].stack;
    if (!stack.exists()) return;
    const std::vector<Frame>& frames = heap_.symbols()[stack].frames;
    for (uint32_t depth = 0; depth < frames.size(); ++depth) thread.frames[depth].frame = frames[depth];
  }

  /// Of all threads, or of all their frames.
  Result<std::vector<Size>> measure(bool ofThreads) {
    std::unordered_map<uint32_t, uint32_t> groups;  // by object
    uint32_t group = 0;
    for (const FoundThread& thread : found_) {
      if (!ofThreads) firstFrame_.push_back(group);
      if (ofThreads && thread.object.exists()) groups.try_emplace(thread.object.value(), group);
      // The outermost frame first, so that it has what others hold, too.
      uint32_t frame = group + static_cast<uint32_t>(thread.frames.size());
      for (const auto& [depth, found] : std::ranges::reverse_view(thread.frames)) {
        --frame;
        for (const Held& held : found.held) groups.try_emplace(held.object.value(), ofThreads ? group : frame);
      }
      group += ofThreads ? 1 : static_cast<uint32_t>(thread.frames.size());
    }
    const Partition partition{.groups = group, .groupOf = [&groups](ObjectIndex object) {
                                const auto found = groups.find(object.value());
                                return found == groups.end() ? Partition::kNone : found->second;
                              }};
    return retainedSizes(graph_, partition, progress_);
  }

  std::string nameOf(const FoundThread& thread) const { return heap_.symbols()[thread.thread].name; }

  ObjectAnswer describe(ObjectIndex object) {
    ObjectAnswer answer = describeObject(heap_, object);
    if (graph_.live().test(object.value())) answer.retained = dominators_->retained(object);
    return answer;
  }

  uint64_t retainedBytes(ObjectIndex object) const {
    return graph_.live().test(object.value()) ? dominators_->retained(object).bytes : 0;
  }

  ThreadsAnswer::Thread describe(const FoundThread& found, const Size& retained, std::span<const Size> ofFrames) {
    ThreadsAnswer::Thread answer;
    answer.name = nameOf(found);
    answer.retained = retained;
    if (found.object.exists()) {
      answer.object = describe(found.object);
      addThreadLocals(found.object, answer);
    }
    size_t place = 0;
    for (const auto& [depth, frame] : found.frames) {
      ThreadsAnswer::FrameRow& row = answer.frames.emplace_back();
      row.frame = frame.frame;
      row.retained = ofFrames[place++];
      row.allVariables = frame.held.size();
      std::vector<Held> held = frame.held;
      std::ranges::stable_sort(held, std::ranges::greater{},
                               [&](const Held& one) { return retainedBytes(one.object); });
      keepFirst(held, question_.limitObjects);
      for (const Held& one : held) {
        row.variables.push_back({std::string(rootKindWord(one.kind)), std::string(rootKindLabel(one.kind)),
                                 one.slot == RootPlace::kUnknown ? std::nullopt : std::optional(one.slot),
                                 describe(one.object)});
        row.variables.back().object.text = texts_.of(one.object);
      }
    }
    return answer;
  }

  void addThreadLocals(ObjectIndex thread, ThreadsAnswer::Thread& answer) {
    const TypeId type = heap_.typeOf(thread);
    heap_.forEachSlot(thread, [&](ObjectIndex map, uint32_t slot) {
      const std::string field = heap_.symbols().referenceFieldName(type, slot);
      if (field != "threadLocals" && field != "inheritableThreadLocals") return;
      for (const ObjectIndex table : heap_.references(map)) {
        for (const ObjectIndex entry : heap_.references(table)) {
          if (heap_.symbols()[heap_.typeOf(entry)].name == kThreadLocalEntry) addThreadLocal(entry, answer);
        }
      }
    });
    std::ranges::stable_sort(answer.threadLocals, std::ranges::greater{}, [](const ThreadsAnswer::ThreadLocal& local) {
      return local.object.retained.value_or(Size{}).bytes;
    });
    answer.allThreadLocals = answer.threadLocals.size();
    keepFirst(answer.threadLocals, question_.limitObjects);
  }

  void addThreadLocal(ObjectIndex entry, ThreadsAnswer::Thread& answer) {
    ObjectIndex key = ObjectIndex::none();
    ObjectIndex value = ObjectIndex::none();
    const TypeId type = heap_.typeOf(entry);
    heap_.forEachReferent(entry, [&](ObjectIndex target) { key = target; });
    heap_.forEachSlot(entry, [&](ObjectIndex target, uint32_t slot) {
      if (heap_.symbols().referenceFieldName(type, slot) == "value") value = target;
    });
    if (!value.exists()) return;
    ThreadsAnswer::ThreadLocal& local = answer.threadLocals.emplace_back();
    local.object = describe(value);
    local.object.text = texts_.of(value);
    local.name = key.exists() ? heap_.symbols()[heap_.typeOf(key)].name : "(a thread local that is gone)";
    if (!key.exists()) return;
    for (const RootHolder& holder : holders_->of(key)) {
      if (holder.kind == RootHolder::Kind::kStaticField) {
        local.className = heap_.symbols()[holder.type].name;
        local.field = heap_.slotName(heap_.classObjectOf(holder.type), holder.slot);
        if (local.field.starts_with(kStaticWord)) local.field.erase(0, kStaticWord.size());
      } else if (const RootPlace* place = heap_.place(holder.place); place != nullptr && !place->field.empty()) {
        local.className = place->frame.className;
        local.field = place->field;
      } else {
        continue;
      }
      local.name = local.className + '.' + local.field;
      return;
    }
  }

  const LiveGraph& graph_;
  const Heap& heap_;
  const PointFacts& facts_;
  ObjectTexts texts_;
  const ThreadsQuestion& question_;
  Progress& progress_;
  const Dominators* dominators_ = nullptr;
  const RootHolders* holders_ = nullptr;
  std::vector<FoundThread> found_;
  std::vector<uint32_t> firstFrame_;  // by thread: its first frame's number
};

}  // namespace

Result<ThreadsAnswer> ask(OpenedTrace& trace, const ThreadsQuestion& question, Progress& progress) {
  const AskedPoint asked = TRY(AskedPoint::find(trace, question.at, progress));
  const PointValues values(trace, asked.index(), asked.facts().heap(), question.values);
  ThreadListing listing(asked.facts(), values.get(), question, progress);
  ThreadsAnswer answer = TRY(listing.run());
  answer.values = values.shown();
  answer.valuesProblem = values.problem();
  asked.tell(answer);
  return answer;
}

}  // namespace heaptrail
