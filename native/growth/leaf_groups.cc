#include "growth/leaf_groups.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "graph/group_sizes.h"
#include "growth/both_ends.h"

namespace heaptrail {

namespace {

// How much of the whole each step is, where anything is to be measured.
constexpr double kWalked = 0.3;

constexpr std::array kEnds{EndOfWindow::kFrom, EndOfWindow::kTo};

/// Type and site, under their common numbers.
using GroupKey = uint64_t;

uint32_t typeIn(GroupKey key) { return static_cast<uint32_t>(key >> 32); }
uint32_t siteIn(GroupKey key) { return static_cast<uint32_t>(key); }

/// The leaves of one key at both ends.
struct Gathered {
  GrownSize size;
  std::array<std::vector<ObjectIndex>, 2> objects;  // where they are to be measured
};

int64_t bytesDeeper(const LeafSizes& leaves) { return leaves.deep ? leaves.deep->bytes() : 0; }

/// What gained most first.
auto orderOf(const LeafSizes& leaves, bool byDepth) {
  return std::tuple(byDepth ? -bytesDeeper(leaves) : 0, -leaves.size.bytes(),
                    -static_cast<int64_t>(leaves.size.to.bytes));
}

void putInOrder(Leaves& leaves, bool byDepth) {
  std::ranges::stable_sort(leaves.groups, {}, [byDepth](const LeafGroup& group) {
    const Frame none;
    const Frame& frame = group.site.empty() ? none : group.site.front();
    return std::tuple(orderOf(group, byDepth), std::string_view(group.type), frame.className + frame.method, frame.line,
                      group.site.size());
  });
  std::ranges::stable_sort(leaves.types, {}, [byDepth](const LeafType& type) {
    return std::tuple(orderOf(type, byDepth), std::string_view(type.type));
  });
}

class Answering {
 public:
  Answering(const Scene& scene, std::span<const LeafQuestion> questions, Threads threads, Progress& progress)
      : scene_(scene), questions_(questions), threads_(threads), progress_(progress) {}

  Result<std::vector<Leaves>> run() {
    const bool measures = std::ranges::any_of(
        questions_, [](const LeafQuestion& question) { return question.depths != LeafDepths::kLeftOut; });
    const double share = (measures ? kWalked : 1) / static_cast<double>(questions_.size());
    for (const LeafQuestion& question : questions_) {
      if (const Status gathered = gather(question, share); !gathered) return std::unexpected(gathered.error());
      if (!isWorthSweep()) continue;
      if (const Status measured = measure(0); !measured) return std::unexpected(measured.error());
    }
    if (const Status measured = measure(1 - kWalked); !measured) return std::unexpected(measured.error());
    for (size_t i = 0; i < questions_.size(); ++i) {
      putInOrder(answers_[i], questions_[i].depths == LeafDepths::kInOrder);
    }
    return std::move(answers_);
  }

 private:
  /// Of which leaves the deep size is: all of an answer, those of a type, or a group.
  struct Place {
    enum class Of : uint8_t { kAll, kType, kGroup };
    size_t answer = 0;
    Of of = Of::kAll;
    size_t index = 0;
  };

  const WindowEnd& at(EndOfWindow which) const {
    return which == EndOfWindow::kFrom ? scene_.ends->from : scene_.ends->to;
  }

  LeafSizes& sizesAt(const Place& place) {
    Leaves& leaves = answers_[place.answer];
    switch (place.of) {
      case Place::Of::kType:
        return leaves.types[place.index];
      case Place::Of::kGroup:
        return leaves.groups[place.index];
      case Place::Of::kAll:
        break;
    }
    return leaves.all;
  }

  uint32_t numberOf(Place place) {
    places_.push_back(place);
    return static_cast<uint32_t>(places_.size() - 1);
  }

  Status gather(const LeafQuestion& question, double share) {
    Progress part(progress_, share);
    part.begin("Counting leaves", 0, 1, question.before.size() + question.structures.size());
    std::unordered_map<GroupKey, Gathered> found;
    for (const EndOfWindow which : kEnds) {
      if (const Status counted = count(question, which, found, part); !counted) return counted;
    }
    std::map<GroupKey, Gathered*> ordered;
    for (auto& [key, leaves] : found) ordered.emplace(key, &leaves);
    const bool isMeasured = question.depths != LeafDepths::kLeftOut;
    const size_t here = answers_.size();
    const uint32_t all = isMeasured ? numberOf({here, Place::Of::kAll, 0}) : 0;
    uint32_t type = 0;
    std::optional<uint32_t> lastType;
    Leaves& answer = answers_.emplace_back();
    for (const auto& [key, leaves] : ordered) {
      const std::string& typeName = scene_.names->typeName(typeIn(key));
      const std::span<const Frame> site = scene_.names->site(siteIn(key));
      if (lastType != typeIn(key)) {
        lastType = typeIn(key);
        if (isMeasured) type = numberOf({here, Place::Of::kType, answer.types.size()});
        answer.types.push_back({{}, typeName});
      }
      const uint32_t group = isMeasured ? numberOf({here, Place::Of::kGroup, answer.groups.size()}) : 0;
      answer.groups.push_back({{leaves->size, {}}, typeName, {site.begin(), site.end()}});
      answer.types.back().size += leaves->size;
      answer.all.size += leaves->size;
      for (const EndOfWindow which : kEnds) {
        std::vector<ObjectIndex>& objects = leaves->objects[static_cast<size_t>(which)];
        if (objects.empty()) continue;
        waiting_[static_cast<size_t>(which)] += objects.size();
        members_[static_cast<size_t>(which)].push_back({std::move(objects), {all, type, group}});
      }
    }
    return {};
  }

  Status count(const LeafQuestion& question, EndOfWindow which, std::unordered_map<GroupKey, Gathered>& found,
               Progress& progress) const {
    const bool isFrom = which == EndOfWindow::kFrom;
    const auto& structures = isFrom ? question.before : question.structures;
    if (structures.empty()) return {};
    const WindowEnd& end = at(which);
    const Heap& heap = end.heap();
    StructureWalk walk(*end.graph, isFrom ? *scene_.fromTypes : *scene_.toTypes);
    BitSet counted(structures.size() > 1 ? heap.objectCount() : 0);
    for (const StructureIndex structure : structures) {
      const ObjectIndex head = end.structures->head(structure);
      if (walk.run(head, question.descent, StructureWalk::kNoLimit, progress) == StructureWalk::End::kCancelled) {
        return cancelledError();
      }
      uint64_t sinceCheck = 0;
      for (const ObjectIndex member : walk.members()) {
        if (++sinceCheck % kObjectsBetweenChecks == 0 && !progress.advance(0)) return cancelledError();
        if (!walk.isLeaf(member)) continue;
        if (counted.size() > 0 && !counted.insert(member.value())) continue;
        const GroupKey key = GroupKey{scene_.names->typeOf(which, heap.typeOf(member))} << 32 |
                             scene_.names->siteOf(which, heap.siteOf(member));
        Gathered& leaves = found[key];
        (isFrom ? leaves.size.from : leaves.size.to) += Size{1, heap.shallowBytes(member)};
        if (question.depths == LeafDepths::kLeftOut) continue;
        leaves.objects[static_cast<size_t>(which)].push_back(member);
      }
      if (!progress.advance(1)) return cancelledError();
    }
    return {};
  }

  /// Whether as many leaves wait as there are objects: to keep more would take more and more memory, and a sweep takes
  /// no longer than it took to find them.
  bool isWorthSweep() const {
    return std::ranges::any_of(kEnds, [&](EndOfWindow which) {
      return waiting_[static_cast<size_t>(which)] >= at(which).heap().objectCount();
    });
  }

  /// What the leaves that wait lead to.
  Status measure(double share) {
    const auto groups = static_cast<uint32_t>(places_.size());
    if (groups == 0) return {};
    std::array<std::vector<Size>, 2> sizes;
    const Status measured = forBothEnds(threads_, progress_, share, [&](EndOfWindow which, Progress& part) -> Status {
      const auto i = static_cast<size_t>(which);
      sizes[i].resize(groups);
      if (members_[i].empty()) return {};
      Result<std::vector<Size>> deep = deepSizes(*at(which).graph, members_[i], groups, part);
      if (!deep) return std::unexpected(deep.error());
      sizes[i] = std::move(*deep);
      return {};
    });
    if (!measured) return measured;
    for (uint32_t i = 0; i < groups; ++i) sizesAt(places_[i]).deep = GrownSize{sizes[0][i], sizes[1][i]};
    places_.clear();
    members_ = {};
    waiting_ = {};
    return {};
  }

  const Scene& scene_;
  std::span<const LeafQuestion> questions_;
  Threads threads_;
  Progress& progress_;
  std::vector<Leaves> answers_;
  // What waits to be measured: leaves by end, and whose sizes the groups' are.
  std::array<std::vector<Members>, 2> members_;
  std::array<uint64_t, 2> waiting_{};
  std::vector<Place> places_;
};

}  // namespace

Result<std::vector<Leaves>> leavesByTypeAndSite(const Scene& scene, std::span<const LeafQuestion> questions,
                                                Threads threads, Progress& progress) {
  return Answering(scene, questions, threads, progress).run();
}

const LeafGroup* deepestGrown(std::span<const LeafGroup> groups) {
  const auto most = std::ranges::max_element(groups, {}, bytesDeeper);
  return most == groups.end() || bytesDeeper(*most) <= 0 ? nullptr : &*most;
}

}  // namespace heaptrail
