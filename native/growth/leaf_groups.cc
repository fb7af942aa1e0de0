#include "growth/leaf_groups.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "base/try.h"
#include "growth/both_ends.h"

namespace heaptrail {

namespace {

// How much of the whole each step is, where anything is to be measured.
constexpr double kWalked = 0.3;

/// Type and site, under their common numbers.
using GroupKey = uint64_t;

uint32_t typeIn(GroupKey key) { return static_cast<uint32_t>(key >> 32); }
uint32_t siteIn(GroupKey key) { return static_cast<uint32_t>(key); }

/// The leaves of one key at both ends.
struct Gathered {
  GrownSize size;
  std::array<double, 2> weight{};                   // of those that tell a site, as samples
  std::array<std::vector<ObjectIndex>, 2> objects;  // where they are to be measured
};

/// The leaves of one type, by site.
using SitesOfType = std::map<GroupKey, Gathered*>;

/// Divides all of a type among the sites of its samples.
class SiteShares {
 public:
  explicit SiteShares(const SitesOfType& sites) {
    for (const auto& [key, leaves] : sites) {
      for (const EndOfWindow end : kBothEnds) {
        weight_[indexOf(end)] += leaves->weight[indexOf(end)];
        total_[indexOf(end)] += leaves->size[end];
      }
    }
  }

  /// Whether anything is to be divided: some tell no site, and others do.
  bool areKnown() const { return weight_[indexOf(EndOfWindow::kTo)] > 0; }

  /// Where no sample of the beginning is left, things were made where they are made at the end.
  Size of(const Gathered& leaves, EndOfWindow end) const {
    const size_t by = indexOf(weight_[indexOf(end)] > 0 ? end : EndOfWindow::kTo);
    const double share = leaves.weight[by] / weight_[by];
    const Size& all = total_[indexOf(end)];
    return {static_cast<uint64_t>(std::llround(share * static_cast<double>(all.objects))),
            static_cast<uint64_t>(std::llround(share * static_cast<double>(all.bytes)))};
  }

 private:
  std::array<double, 2> weight_{};
  std::array<Size, 2> total_;
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
  Answering(const WindowEnds& ends, CommonNames& names, std::span<const LeafQuestion> questions, Threads threads,
            Progress& progress)
      : ends_(ends),
        names_(names),
        questions_(questions),
        threads_(threads),
        progress_(progress),
        isSampled_(!ends.to.heap().parts().samplings.empty()) {}

  Result<std::vector<Leaves>> run() {
    const bool measures = std::ranges::any_of(
        questions_, [](const LeafQuestion& question) { return question.depths != LeafDepths::kLeftOut; });
    const double share = (measures ? kWalked : 1) / static_cast<double>(questions_.size());
    for (const LeafQuestion& question : questions_) {
      TRY(gather(question, share));
      if (!isWorthSweep()) continue;
      TRY(measure(0));
    }
    TRY(measure(1 - kWalked));
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
    for (const EndOfWindow which : kBothEnds) {
      TRY(count(question, which, found, part));
    }
    std::map<uint32_t, SitesOfType> byType;
    for (auto& [key, leaves] : found) byType[typeIn(key)].emplace(key, &leaves);
    const bool isMeasured = question.depths != LeafDepths::kLeftOut;
    const uint32_t all = isMeasured ? numberOf({answers_.size(), Place::Of::kAll, 0}) : 0;
    answers_.emplace_back();
    for (const auto& [type, sites] : byType) addType(type, sites, isMeasured, all);
    return {};
  }

  /// A row for the type, and one for each of its sites.
  void addType(uint32_t number, const SitesOfType& sites, bool isMeasured, uint32_t all) {
    const size_t here = answers_.size() - 1;
    Leaves& answer = answers_.back();
    const std::string& name = names_.typeName(number);
    const uint32_t type = isMeasured ? numberOf({here, Place::Of::kType, answer.types.size()}) : 0;
    answer.types.push_back({{}, name});
    const SiteShares shares(sites);
    const bool isEstimated = isSampled_ && shares.areKnown();
    for (const auto& [key, leaves] : sites) {
      answer.types.back().size += leaves->size;
      answer.all.size += leaves->size;
      std::vector<uint32_t> groups{all, type};
      const bool isKnown = siteIn(key) != 0;
      if (isKnown || !isEstimated) {
        // What samples alone lead to says nothing about all that they stand for.
        if (isMeasured && !isEstimated) groups.push_back(numberOf({here, Place::Of::kGroup, answer.groups.size()}));
        const std::span<const Frame> site = names_.site(siteIn(key));
        LeafGroup& group = answer.groups.emplace_back(LeafGroup{{leaves->size, {}}, name, {site.begin(), site.end()}});
        if (isEstimated) {
          group.estimated = true;
          group.samples = {leaves->size.from.objects, leaves->size.to.objects};
          group.size = {shares.of(*leaves, EndOfWindow::kFrom), shares.of(*leaves, EndOfWindow::kTo)};
        }
      }
      if (!isMeasured) continue;
      for (const EndOfWindow which : kBothEnds) {
        std::vector<ObjectIndex>& objects = leaves->objects[indexOf(which)];
        if (objects.empty()) continue;
        waiting_[indexOf(which)] += objects.size();
        members_[indexOf(which)].push_back({std::move(objects), groups});
      }
    }
  }

  Status count(const LeafQuestion& question, EndOfWindow which, std::unordered_map<GroupKey, Gathered>& found,
               Progress& progress) const {
    const auto& structures = which == EndOfWindow::kFrom ? question.before : question.structures;
    if (structures.empty()) return {};
    const WindowEnd& end = ends_[which];
    const Heap& heap = end.heap();
    StructureWalk walk(*end.graph, *end.types);
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
        const GroupKey key =
            GroupKey{names_.typeOf(which, heap.typeOf(member))} << 32 | names_.siteOf(which, heap.siteOf(member));
        Gathered& leaves = found[key];
        leaves.size[which] += Size{1, heap.shallowBytes(member)};
        leaves.weight[indexOf(which)] += heap.sampleWeight(member);
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
    return std::ranges::any_of(kBothEnds, [&](EndOfWindow which) {
      return waiting_[static_cast<size_t>(which)] >= ends_[which].heap().objectCount();
    });
  }

  /// What the leaves that wait lead to.
  Status measure(double share) {
    const auto groups = static_cast<uint32_t>(places_.size());
    if (groups == 0) return {};
    std::array<std::vector<Size>, 2> sizes;
    const auto measureAt = [&](EndOfWindow which, Progress& part) -> Status {
      const auto i = static_cast<size_t>(which);
      sizes[i].resize(groups);
      if (members_[i].empty()) return {};
      sizes[i] = TRY(ends_[which].data->deepSizes(std::move(members_[i]), groups, part));
      return {};
    };
    TRY(forBothEnds(threads_, progress_, share, measureAt));
    for (uint32_t i = 0; i < groups; ++i) sizesAt(places_[i]).deep = GrownSize{sizes[0][i], sizes[1][i]};
    places_.clear();
    members_ = {};
    waiting_ = {};
    return {};
  }

  const WindowEnds& ends_;
  CommonNames& names_;
  std::span<const LeafQuestion> questions_;
  Threads threads_;
  Progress& progress_;
  bool isSampled_;  // otherwise a leaf without a site has none that anybody saw
  std::vector<Leaves> answers_;
  // What waits to be measured: leaves by end, and whose sizes the groups' are.
  std::array<std::vector<Members>, 2> members_;
  std::array<uint64_t, 2> waiting_{};
  std::vector<Place> places_;
};

}  // namespace

Result<std::vector<Leaves>> leavesByTypeAndSite(const WindowEnds& ends, CommonNames& names,
                                                std::span<const LeafQuestion> questions, Threads threads,
                                                Progress& progress) {
  return Answering(ends, names, questions, threads, progress).run();
}

const LeafGroup* deepestGrown(std::span<const LeafGroup> groups) {
  const auto most = std::ranges::max_element(groups, {}, bytesDeeper);
  return most == groups.end() || bytesDeeper(*most) <= 0 ? nullptr : &*most;
}

}  // namespace heaptrail
