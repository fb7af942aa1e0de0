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
#include "waste/string_contents.h"

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
  std::array<std::vector<ObjectIndex>, 2> objects;  // where they are to be measured
};

/// Samples from one site, by end.
struct Samples {
  std::array<double, 2> weight{};  // for how many objects they stand
  std::array<uint64_t, 2> count{};

  void add(EndOfWindow end, double weightOfOne) {
    weight[indexOf(end)] += weightOfOne;
    ++count[indexOf(end)];
  }
};

using SamplesBySite = std::map<uint32_t, Samples>;

/// The leaves of one type.
struct OfType {
  std::map<uint32_t, Gathered*> sites;
  SamplesBySite samples;
  // Of the characters of strings: they were allocated as the string was made, in an array of its own.
  SamplesBySite samplesOfContents;
};

double weightOf(const SamplesBySite& sites, EndOfWindow end) {
  double weight = 0;
  for (const auto& [site, samples] : sites) weight += samples.weight[indexOf(end)];
  return weight;
}

/// Divides all of a type among the sites of samples.
class SiteShares {
 public:
  SiteShares(const SamplesBySite& sites, const GrownSize& all) : all_(all) {
    for (const EndOfWindow end : kBothEnds) weight_[indexOf(end)] = weightOf(sites, end);
  }

  GrownSize of(const Samples& site) const { return {of(site, EndOfWindow::kFrom), of(site, EndOfWindow::kTo)}; }

 private:
  /// Where no sample of the beginning is left, things were made where they are made at the end.
  Size of(const Samples& site, EndOfWindow end) const {
    const size_t by = indexOf(weight_[indexOf(end)] > 0 ? end : EndOfWindow::kTo);
    const double share = site.weight[by] / weight_[by];
    const Size& all = all_[end];
    return {static_cast<uint64_t>(std::llround(share * static_cast<double>(all.objects))),
            static_cast<uint64_t>(std::llround(share * static_cast<double>(all.bytes)))};
  }

  std::array<double, 2> weight_{};
  GrownSize all_;
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
        isSampled_(!ends.to.heap().parts().samplings.empty()),
        contents_{StringContents(ends.from.heap()), StringContents(ends.to.heap())} {}

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
    std::map<uint32_t, OfType> byType;
    for (const EndOfWindow which : kBothEnds) {
      TRY(count(question, which, found, byType, part));
    }
    for (auto& [key, leaves] : found) byType[typeIn(key)].sites.emplace(siteIn(key), &leaves);
    const bool isMeasured = question.depths != LeafDepths::kLeftOut;
    const uint32_t all = isMeasured ? numberOf({answers_.size(), Place::Of::kAll, 0}) : 0;
    answers_.emplace_back();
    for (const auto& [type, leaves] : byType) addType(type, leaves, isMeasured, all);
    return {};
  }

  /// A row for the type, and one for each of its sites.
  void addType(uint32_t number, const OfType& leaves, bool isMeasured, uint32_t all) {
    const size_t here = answers_.size() - 1;
    Leaves& answer = answers_.back();
    const std::string& name = names_.typeName(number);
    const uint32_t type = isMeasured ? numberOf({here, Place::Of::kType, answer.types.size()}) : 0;
    LeafType& row = answer.types.emplace_back(LeafType{{}, name});
    const SamplesBySite* const samples = samplesThatTell(leaves);
    for (const auto& [site, gathered] : leaves.sites) {
      row.size += gathered->size;
      std::vector<uint32_t> groups{all, type};
      if (samples == nullptr) {
        if (isMeasured) groups.push_back(numberOf({here, Place::Of::kGroup, answer.groups.size()}));
        answer.groups.push_back({{gathered->size, {}}, name, framesOf(site)});
      }
      // What samples alone lead to says nothing about all that they stand for.
      if (isMeasured) letWait(*gathered, groups);
    }
    answer.all.size += row.size;
    if (samples == nullptr) return;
    const SiteShares shares(*samples, row.size);
    for (const auto& [site, told] : *samples) {
      answer.groups.push_back({{shares.of(told), {}}, name, framesOf(site), true, told.count});
    }
  }

  /// By which all leaves of a type are divided; null where they are not, because every one tells its site or none does.
  const SamplesBySite* samplesThatTell(const OfType& leaves) const {
    if (!isSampled_) return nullptr;
    for (const SamplesBySite* samples : {&leaves.samples, &leaves.samplesOfContents}) {
      if (weightOf(*samples, EndOfWindow::kTo) > 0) return samples;
    }
    return nullptr;
  }

  std::vector<Frame> framesOf(uint32_t site) const {
    const std::span<const Frame> frames = names_.site(site);
    return {frames.begin(), frames.end()};
  }

  void letWait(Gathered& leaves, const std::vector<uint32_t>& groups) {
    for (const EndOfWindow which : kBothEnds) {
      std::vector<ObjectIndex>& objects = leaves.objects[indexOf(which)];
      if (objects.empty()) continue;
      waiting_[indexOf(which)] += objects.size();
      members_[indexOf(which)].push_back({std::move(objects), groups});
    }
  }

  Status count(const LeafQuestion& question, EndOfWindow which, std::unordered_map<GroupKey, Gathered>& found,
               std::map<uint32_t, OfType>& byType, Progress& progress) const {
    const auto& structures = which == EndOfWindow::kFrom ? question.before : question.structures;
    if (structures.empty()) return {};
    const WindowEnd& end = ends_[which];
    const Heap& heap = end.heap();
    StructureWalk walk(*end.graph, *end.types);
    BitSet counted(structures.size() > 1 ? heap.objectCount() : 0);
    uint64_t walked = 0;
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
        const uint32_t type = names_.typeOf(which, heap.typeOf(member));
        const uint32_t site = names_.siteOf(which, heap.siteOf(member));
        Gathered& leaves = found[GroupKey{type} << 32 | site];
        leaves.size[which] += Size{1, heap.shallowBytes(member)};
        if (isSampled_) noteSample(which, member, type, byType);
        if (question.depths == LeafDepths::kLeftOut) continue;
        leaves.objects[static_cast<size_t>(which)].push_back(member);
      }
      if (++walked % kStructuresPerCheck == 0 && !progress.advance(kStructuresPerCheck)) return cancelledError();
    }
    if (!progress.advance(walked % kStructuresPerCheck)) return cancelledError();
    return {};
  }

  /// Of a leaf, or of a string's characters, where that is a sample: few are, so types are looked up for these alone.
  void noteSample(EndOfWindow end, ObjectIndex leaf, uint32_t type, std::map<uint32_t, OfType>& byType) const {
    const Heap& heap = ends_[end].heap();
    const bool isSample = heap.siteOf(leaf).exists();
    const ObjectIndex telling = isSample ? leaf : charactersOf(leaf, end);
    if (!telling.exists() || !heap.siteOf(telling).exists()) return;
    OfType& ofType = byType[type];
    Samples& ofSite = (isSample ? ofType.samples : ofType.samplesOfContents)[names_.siteOf(end, heap.siteOf(telling))];
    ofSite.add(end, heap.sampleWeight(telling));
  }

  /// None where several strings may share an array, which then was allocated for the first of them.
  ObjectIndex charactersOf(ObjectIndex string, EndOfWindow end) const {
    const StringContents& contents = contents_[indexOf(end)];
    return contents.areWhole() ? contents.of(string) : ObjectIndex::none();
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
  std::array<StringContents, 2> contents_;
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
