#include "answer/growth/suspect_answers.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <utility>

#include "answer/growth/taken_in.h"
#include "answer/shared/container_names.h"
#include "answer/shared/describe_objects.h"
#include "answer/shared/growth_sentences.h"
#include "answer/shared/growth_words.h"
#include "answer/shared/structure_leaves.h"
#include "answer/shared/turnover.h"
#include "answer/shared/write_growth_parts.h"
#include "base/page.h"
#include "base/try.h"
#include "graph/closures.h"
#include "structure/type_families.h"

namespace heaptrail {

namespace {

// How much of the whole each step is.
constexpr double kFindingContainers = 0.1;
constexpr double kMeasuringSuspects = 0.3;
constexpr double kFindingTaken = 0.2;
constexpr double kDescribing = 0.4;

// Of describing one.
constexpr double kFindingLines = 0.5;
constexpr double kFindingWay = 0.5;

// Fewer samples of what was taken in do not tell who made it: what it retains is asked, too.
constexpr uint64_t kMinimumSamples = 8;
constexpr size_t kMaxLines = 5;
// Who made less than this is not named in a sentence.
constexpr double kMinimumShareOfNamedLine = 0.1;
constexpr size_t kMaxOwners = 8;

class SuspectAnswers {
 public:
  SuspectAnswers(const GrowthAnalysis& analysis, GrownRows& rows, Progress& progress)
      : analysis_(analysis), rows_(rows), progress_(progress), takenIn_(analysis), names_(analysis) {}

  Result<std::vector<SuspectAnswer>> run() {
    std::vector<Suspect> suspects = TRY(find());
    for (Suspect& suspect : suspects) putGrownFirst(suspect);
    std::vector<LeafQuestion> questions;
    for (const Suspect& suspect : suspects) questions.push_back(leavesOf(suspect));
    std::vector<Leaves> leaves = TRY(rows_.leaves(questions, progress_, kFindingTaken));
    std::vector<SuspectAnswer> answers;
    for (size_t i = 0; i < suspects.size(); ++i) {
      Progress part(progress_, kDescribing / static_cast<double>(suspects.size()));
      SuspectAnswer answer = TRY(toAnswer(suspects[i], questions[i], leaves[i], part));
      answers.push_back(std::move(answer));
    }
    tellFollowers(suspects, answers);
    if (rows_.gain().of != HeapGain::Of::kGrowth) leaveOutSmall(suspects, answers);
    return answers;
  }

 private:
  /// What was there before is no reason to name those who gained little: of one heap, only what they keep alive counts.
  /// Where the heap did not grow, things may have come from elsewhere in it. But whoever holds the keys of a weak map
  /// that gained much is the reason for that.
  void leaveOutSmall(const std::vector<Suspect>& suspects, std::vector<SuspectAnswer>& answers) const {
    std::vector<bool> isTold;
    for (const SuspectAnswer& answer : answers) {
      isTold.push_back(static_cast<double>(answer.retained.bytes()) >= rows_.minimumGain());
    }
    std::vector<SuspectAnswer> left;
    for (size_t i = 0; i < answers.size(); ++i) {
      bool isReason = false;
      for (size_t weak = 0; weak < suspects.size(); ++weak) {
        isReason = isReason || (isTold[weak] && suspects[i].holdsKeysOf(suspects[weak]));
      }
      if (isTold[i] || isReason) left.push_back(std::move(answers[i]));
    }
    answers = std::move(left);
  }

  const GrowthPlaces& places() const { return analysis_.places(); }
  const Heap& heap() const { return analysis_.to().heap(); }
  const std::string& typeName(ObjectIndex object) const { return heap().symbols()[heap().typeOf(object)].name; }

  Result<std::vector<Suspect>> find() {
    if (places().tree() == nullptr) return std::vector<Suspect>();
    Progress finding(progress_, kFindingContainers);
    const auto growing = TRY(places().growing(rows_.threshold(), finding));
    Progress part(progress_, kMeasuringSuspects);
    return findSuspects(analysis_.window(), *places().tree(), growing, rows_.minimumGain(), part);
  }

  int64_t grown(StructureIndex structure) const { return analysis_.window().structureGained(structure); }

  /// Of several at one place, the one that took in most is named, shown and led to: a larger one may not have grown at
  /// all.
  void putGrownFirst(Suspect& suspect) const {
    if (suspect.shared || suspect.structures.size() < 2 || suspect.structures.size() != suspect.heads.size()) return;
    const auto most = std::ranges::max_element(suspect.structures, {}, [&](StructureIndex one) { return grown(one); });
    const auto at = most - suspect.structures.begin();
    std::rotate(suspect.structures.begin(), most, most + 1);
    std::rotate(suspect.heads.begin(), suspect.heads.begin() + at, suspect.heads.begin() + at + 1);
  }

  /// How many of a suspect's containers grew themselves; all of them, where that is not known of each.
  uint64_t countGrown(const Suspect& suspect) const {
    if (suspect.structures.size() != suspect.heads.size()) return suspect.heads.size();
    const auto count = std::ranges::count_if(suspect.structures, [&](StructureIndex one) { return grown(one) > 0; });
    return static_cast<uint64_t>(count);
  }

  /// As of the first of its structures, but of all of them. What piles up in the JDK's containers that it took in tells
  /// more than these: the visits in a list for each day.
  LeafQuestion leavesOf(const Suspect& suspect) const {
    if (suspect.structures.empty()) return {};
    GrowthRow largest = rows_.describe(suspect.structures.front());
    largest.pattern = suspect.pattern;
    LeafQuestion question = rows_.tellingLeaves(suspect.structures.front(), largest);
    question.before = suspect.before;
    question.structures = suspect.structures;
    if (tookInContainers(suspect)) question.descent = Descent::kContainedToo;
    return question;
  }

  /// Whether what piled up, or what its nodes hold, are containers of the JDK with most of what grew in them, and
  /// nothing of anybody else's: a key of the program's own says enough.
  bool tookInContainers(const Suspect& suspect) const {
    const GrowthTree& tree = *places().tree();
    const uint32_t piledUp = suspect.accumulations.front().place;
    const auto isContainerOfMost = [&](uint32_t place) {
      return tree[place].isHead && isOfJdk(places().names().typeName(tree[place].type)) &&
             2 * tree[place].retained.bytes() >= tree[piledUp].retained.bytes();
    };
    if (isContainerOfMost(piledUp)) return true;
    const std::span<const uint32_t> held = tree.children(piledUp);
    return std::ranges::any_of(held, isContainerOfMost) && std::ranges::all_of(held, [&](uint32_t place) {
             return isOfJdk(places().names().typeName(tree[place].type));
           });
  }

  /// Stacks that differ only where nobody looks are one line to a reader. (What leaves lead to cannot be added up.)
  static std::vector<LeafGroup> joinedByPlace(const std::vector<LeafGroup>& groups) {
    std::vector<LeafGroup> joined;
    std::map<std::tuple<std::string, bool, std::string>, size_t> known;
    for (const LeafGroup& group : groups) {
      const auto [same, isNew] = known.try_emplace({group.type, group.estimated, placeOf(group.site)}, joined.size());
      if (isNew || group.deep) {
        joined.push_back(group);
        continue;
      }
      LeafGroup& into = joined[same->second];
      into.size += group.size;
      for (const EndOfWindow end : kBothEnds) into.samples[indexOf(end)] += group.samples[indexOf(end)];
    }
    return joined;
  }

  /// What is there as before explains nothing: a set's elements all share one value.
  static std::vector<LeafGroup> grownOf(std::vector<LeafGroup> groups) {
    std::erase_if(groups, [](const LeafGroup& group) {
      const bool grew = group.size.objects() > 0 || group.size.bytes() > 0;
      return !grew && (!group.deep || group.deep->bytes() <= 0);
    });
    return groups;
  }

  Result<SuspectAnswer> toAnswer(const Suspect& suspect, const LeafQuestion& question, const Leaves& leaves,
                                 Progress& progress) {
    SuspectAnswer answer;
    answer.pattern = suspect.pattern;
    answer.joint = suspect.joint;
    answer.inferred = suspect.inferred && !suspect.heads.empty();
    answer.match = analysis_.tracked().match();
    answer.retained = suspect.retained;
    for (const Accumulation& accumulation : suspect.accumulations) answer.piledUp += accumulation.gained;
    answer.unheld = suspect.unheld;
    for (const Accumulation& accumulation : suspect.accumulations) answer.places.push_back(accumulation.place);
    answer.taken = takenIn_.of(suspect, leaves);
    TRY(countRemoved(analysis_, question, answer.taken, progress_));
    takenIn_.countRemoved(suspect, answer.taken);
    answer.leaves = grownOf(joinedByPlace(leaves.groups));
    keepFirst(answer.leaves, SuspectAnswer::kMostLeaves);
    TRY(nameContainers(suspect, question, answer));
    TRY(findLines(suspect, question, answer, progress));
    if (!suspect.heads.empty()) {
      Progress part(progress, kFindingWay);
      answer.path = TRY(rows_.pathTo(suspect.heads.front(), part));
    }
    if (suspect.holderOfKeys.exists()) answer.keysHeldBy = nameOfHolder(suspect.holderOfKeys);
    answer.heldSoftly = suspect.heldSoftly;
    if (suspect.heldKey) answer.keysHeldIn = names_.byReference(suspect.heldKey->holder, suspect.heldKey->key);
    return answer;
  }

  /// Who holds the keys of a weak map may weigh little: it comes first for what goes with it.
  static void tellFollowers(std::span<const Suspect> suspects, std::vector<SuspectAnswer>& answers) {
    for (size_t follower = 0; follower < suspects.size(); ++follower) {
      for (size_t i = 0; i < suspects.size(); ++i) {
        if (!suspects[i].holdsKeysOf(suspects[follower])) continue;
        const SuspectAnswer& following = answers[follower];
        answers[i].followers.push_back(
            {following.name.empty() ? shortClassName(following.type) : following.name, following.retained});
      }
    }
  }

  std::string nameOfHolder(ObjectIndex head) const {
    const PlaceName name = names_.byHolder(head);
    return name.text.empty() ? shortClassName(typeName(head)) : name.text;
  }

  Result<PlaceName> nameOf(const Suspect& suspect, const LeafQuestion& question, std::span<const TakenIn> taken) const {
    const ObjectIndex head = suspect.heads.front();
    if (suspect.heads.size() > 1) return names_.byHolder(head);
    const std::span<const StructureIndex> described =
        suspect.inferred ? std::span<const StructureIndex>{} : suspect.structures;
    return names_.of({head, described, question.descent, taken, suspect.accumulations}, progress_);
  }

  Status nameContainers(const Suspect& suspect, const LeafQuestion& question, SuspectAnswer& answer) const {
    answer.count = std::max<uint64_t>(1, suspect.heads.size());
    for (const StructureIndex structure : suspect.structures) {
      if (answer.structures.size() == SuspectAnswer::kMostIds) break;
      answer.structures.push_back(heap().idOf(analysis_.to().structures->head(structure)).value());
    }
    answer.born = !suspect.structures.empty() && suspect.before.empty() &&
                  std::ranges::all_of(suspect.structures, [&](StructureIndex structure) {
                    return analysis_.tracked().originOf(structure) == Origin::kBorn;
                  });
    if (suspect.heads.empty()) {
      const GrowthPlace& place = (*places().tree())[suspect.accumulations.front().place];
      answer.type = places().names().typeName(place.type);
      if (suspect.unheld == HeldByNobody::kNo) answer.name = names_.localVariableOfMost(place.at(EndOfWindow::kTo));
      return {};
    }
    const ObjectIndex largest = suspect.heads.front();
    answer.head = heap().idOf(largest).value();
    answer.type = typeName(largest);
    if (const SiteId site = heap().siteOf(largest); site.exists()) answer.site = heap().symbols()[site].frames;
    PlaceName name = TRY(nameOf(suspect, question, answer.taken));
    answer.heldApart = areHeldApart(suspect.heads, name.text);
    answer.grown = countGrown(suspect);
    answer.name = std::move(name.text);
    answer.field = std::move(name.field);
    answer.within = std::move(name.within);
    answer.owners = ownersOf(suspect);
    return {};
  }

  /// All that hold the same; or the one and its parts that do, where these have names of their own.
  std::vector<OwnerAnswer> ownersOf(const Suspect& suspect) const {
    std::vector<OwnerAnswer> owners;
    if (!suspect.shared && suspect.parts.empty()) return owners;
    const auto add = [&](ObjectIndex head) {
      if (owners.size() == kMaxOwners) return;
      PlaceName name = names_.byHolder(head);
      const bool isPart = !suspect.shared && !owners.empty();
      if (isPart && std::ranges::find(owners, name.text, &OwnerAnswer::name) != owners.end()) return;
      owners.push_back({std::move(name.text), std::move(name.field), typeName(head), heap().idOf(head).value()});
    };
    for (const ObjectIndex head : suspect.heads) add(head);
    for (const ObjectIndex part : suspect.parts) add(part);
    if (!suspect.shared && owners.size() == 1) owners.clear();
    return owners;
  }

  /// Whether one of several, each of which a root holds by itself, is not in the field of that name: at the place right
  /// below the whole heap, whatever is of one type is together.
  bool areHeldApart(std::span<const ObjectIndex> heads, const std::string& name) const {
    const auto roots = analysis_.to().heapAnalysis().graph().rootObjects();
    return std::ranges::any_of(heads.first(std::min(heads.size(), SuspectAnswer::kMostIds)), [&](ObjectIndex head) {
      return std::ranges::binary_search(roots, head) && names_.byHolder(head).text != name;
    });
  }

  bool isNew(ObjectIndex object) const {
    return analysis_.tracked().match() != GrowthMatch::kIdentity || !analysis_.from().heap().find(heap().idOf(object));
  }

  Status findLines(const Suspect& suspect, const LeafQuestion& question, SuspectAnswer& answer, Progress& progress) {
    if (heap().parts().sites.empty()) return {};
    answer.linesAreEstimated = !heap().parts().samplings.empty();
    Progress part(progress, kFindingLines);
    part.begin("Finding the lines that made it", 0, 1, 2 * uint64_t{heap().objectCount()});
    LinesOfTaken taken{ProgramLines(heap(), places().own(), answer.type),
                       ProgramLines(heap(), places().own(), answer.type)};
    TRY(countTaken(suspect, question, answer, taken, part));
    answer.lines = taken.all.lines();
    if (isEnough(taken.named, answer)) {
      nameLine(answer, taken.named.lines(), MadeIn::What::kNamed);
    } else {
      nameLine(answer, answer.lines, MadeIn::What::kTaken);
    }
    if (taken.all.samples() < kMinimumSamples || answer.lines.empty()) {
      ProgramLines ofAll(heap(), places().own(), answer.type);
      TRY(countRetained(suspect, ofAll, part));
      std::vector<ProgramLine> lines = ofAll.lines();
      if (!lines.empty()) {
        answer.lines = std::move(lines);
        answer.linesOf = LinesOf::kRetained;
        if (!isEnough(taken.named, answer)) nameLine(answer, answer.lines, MadeIn::What::kRetained);
      }
    }
    keepFirst(answer.lines, kMaxLines);
    return {};
  }

  /// Of what was taken in: of the types that the sentence names, and of all.
  struct LinesOfTaken {
    ProgramLines named;
    ProgramLines all;
  };

  /// Whether so many told their line that it can be said of all. Where each tells, one is enough.
  static bool isEnough(const ProgramLines& lines, const SuspectAnswer& answer) {
    return lines.samples() >= (answer.linesAreEstimated ? kMinimumSamples : 1) && !lines.lines().empty();
  }

  static void nameLine(SuspectAnswer& answer, const std::vector<ProgramLine>& lines, MadeIn::What what) {
    const auto strong =
        std::ranges::find_if(lines, [](const ProgramLine& line) { return line.share >= kMinimumShareOfNamedLine; });
    if (strong != lines.end()) answer.madeIn = MadeIn{*strong, what};
  }

  void count(ObjectIndex object, ProgramLines& lines) const {
    if (heap().siteOf(object).exists() && isNew(object)) lines.add(object);
  }

  Status countTaken(const Suspect& suspect, const LeafQuestion& question, const SuspectAnswer& answer,
                    LinesOfTaken& lines, const Progress& progress) const {
    std::set<std::string_view> types;
    for (const TakenIn& taken : answer.taken) taken.forEachType([&](const std::string& type) { types.insert(type); });
    std::set<std::string, std::less<>> named;
    for (const TakenIn& taken : namedTypes(answer.taken)) {
      taken.forEachType([&](const std::string& type) { named.insert(type); });
    }
    const auto add = [&](ObjectIndex object) {
      count(object, lines.all);
      if (named.contains(typeName(object))) count(object, lines.named);
    };
    for (const Accumulation& accumulation : suspect.accumulations) {
      const GrowthPlace& place = (*places().tree())[accumulation.place];
      if (!accumulation.inNumber || !types.contains(places().names().typeName(place.type))) continue;
      for (const ObjectIndex object : place.at(EndOfWindow::kTo)) add(object);
      types.erase(places().names().typeName(place.type));
    }
    return forEachLeaf(analysis_.to(), question.structures, question.descent, progress, [&](ObjectIndex leaf) {
      if (types.contains(typeName(leaf))) add(leaf);
    });
  }

  Status countRetained(const Suspect& suspect, ProgramLines& lines, Progress& progress) const {
    BitSet roots(heap().objectCount());
    for (const ObjectIndex head : suspect.heads) roots.set(head.value());
    for (const Accumulation& accumulation : suspect.accumulations) {
      for (const ObjectIndex object : (*places().tree())[accumulation.place].at(EndOfWindow::kTo)) {
        roots.set(object.value());
      }
    }
    const BitSet retained = analysis_.to().view().dominators->dominatedBy(roots);
    if (!progress.advance(heap().objectCount())) return cancelledError();
    retained.forEach([&](uint64_t i) { count(ObjectIndex(static_cast<uint32_t>(i)), lines); });
    return {};
  }

  const GrowthAnalysis& analysis_;
  GrownRows& rows_;
  Progress& progress_;
  TakenInBySuspects takenIn_;
  ContainerNames names_;
};

}  // namespace

Result<GrowthAnalysis::Suspects> answerSuspects(const GrowthAnalysis& analysis, GrownRows& rows, Progress& progress) {
  if (GrowthAnalysis::Suspects known = analysis.knownSuspects(rows.threshold())) return known;
  auto suspects =
      std::make_shared<const std::vector<SuspectAnswer>>(TRY(SuspectAnswers(analysis, rows, progress).run()));
  analysis.keepSuspects(rows.threshold(), suspects);
  return suspects;
}

}  // namespace heaptrail
