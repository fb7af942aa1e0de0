#include "answer/suspect_answers.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "answer/describe_objects.h"
#include "answer/growth_sentences.h"
#include "graph/closures.h"
#include "structure/structure_walk.h"

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
constexpr size_t kMaxTaken = 5;
// More types than these are told by what they extend.
constexpr size_t kMaxTypesToTell = 20;
constexpr size_t kMaxLines = 5;
constexpr size_t kMaxOwners = 8;

class SuspectAnswers {
 public:
  SuspectAnswers(const GrowthAnalysis& analysis, GrownRows& rows, Progress& progress)
      : analysis_(analysis), rows_(rows), progress_(progress), names_(analysis.places().placeNames()) {}

  Result<std::vector<SuspectAnswer>> run() {
    Result<std::vector<Suspect>> suspects = find();
    if (!suspects) return std::unexpected(suspects.error());
    std::vector<LeafQuestion> questions;
    for (const Suspect& suspect : *suspects) questions.push_back(leavesOf(suspect));
    Result<std::vector<Leaves>> leaves = rows_.leaves(questions, progress_, kFindingTaken);
    if (!leaves) return std::unexpected(leaves.error());
    std::vector<SuspectAnswer> answers;
    for (size_t i = 0; i < suspects->size(); ++i) {
      Progress part(progress_, kDescribing / static_cast<double>(suspects->size()));
      Result<SuspectAnswer> answer = toAnswer((*suspects)[i], questions[i], std::move((*leaves)[i]), part);
      if (!answer) return std::unexpected(answer.error());
      answers.push_back(std::move(*answer));
    }
    return answers;
  }

 private:
  const GrowthPlaces& places() const { return analysis_.places(); }
  const Heap& heap() const { return analysis_.to().heap(); }
  const std::string& typeName(ObjectIndex object) const { return heap().symbols()[heap().typeOf(object)].name; }

  Result<std::vector<Suspect>> find() {
    if (places().tree() == nullptr) return std::vector<Suspect>();
    Progress finding(progress_, kFindingContainers);
    const auto growing = places().growing(rows_.scene().threshold, finding);
    if (!growing) return std::unexpected(growing.error());
    Progress part(progress_, kMeasuringSuspects);
    return findSuspects(rows_.scene(), *places().tree(), *growing, part);
  }

  /// As of the largest of its structures, but of all of them.
  LeafQuestion leavesOf(const Suspect& suspect) const {
    if (suspect.structures.empty()) return {};
    GrowthRow largest = rows_.describe(suspect.structures.front());
    largest.pattern = suspect.pattern;
    LeafQuestion question = rows_.tellingLeaves(suspect.structures.front(), largest);
    question.before = suspect.before;
    question.structures = suspect.structures;
    return question;
  }

  Result<SuspectAnswer> toAnswer(const Suspect& suspect, const LeafQuestion& question, Leaves leaves,
                                 Progress& progress) {
    SuspectAnswer answer;
    answer.pattern = suspect.pattern;
    answer.joint = suspect.joint;
    answer.inferred = suspect.inferred;
    answer.match = analysis_.tracked().match();
    answer.retained = suspect.retained;
    answer.taken = takenIn(suspect, leaves);
    if (leaves.groups.size() > SuspectAnswer::kMostLeaves) leaves.groups.resize(SuspectAnswer::kMostLeaves);
    answer.leaves = std::move(leaves.groups);
    nameContainers(suspect, answer);
    if (const Status found = findLines(suspect, question, answer, progress); !found) {
      return std::unexpected(found.error());
    }
    if (!suspect.heads.empty()) {
      Progress part(progress, kFindingWay);
      Result<std::optional<PathAnswer>> path = rows_.pathTo(suspect.heads.front(), part);
      if (!path) return std::unexpected(path.error());
      answer.path = std::move(*path);
    }
    answer.sentence = sentenceAbout(answer, rows_.heapGrowth());
    answer.advice = suspect.holderOfKeys.exists() ? adviceOnWeakKeys(nameOfHolder(suspect.holderOfKeys))
                                                  : adviceOn(answer.pattern, answer.leaves, answer.count > 1);
    return answer;
  }

  std::string nameOfHolder(ObjectIndex head) const {
    const PlaceName name = names_.of(head);
    return name.text.empty() ? shortClassName(typeName(head)) : name.text;
  }

  void nameContainers(const Suspect& suspect, SuspectAnswer& answer) const {
    answer.count = std::max<uint64_t>(1, suspect.heads.size());
    for (const StructureIndex structure : suspect.structures) {
      if (answer.structures.size() == SuspectAnswer::kMostIds) break;
      answer.structures.push_back(heap().idOf(analysis_.to().structures->head(structure)).value());
    }
    answer.born = !suspect.structures.empty() && std::ranges::all_of(suspect.structures, [&](StructureIndex structure) {
      return analysis_.tracked().originOf(structure) == Origin::kBorn;
    });
    if (suspect.heads.empty()) {
      const GrowthPlace& place = (*places().tree())[suspect.accumulations.front().place];
      answer.type = places().names().typeName(place.type);
      return;
    }
    const ObjectIndex largest = suspect.heads.front();
    answer.head = heap().idOf(largest).value();
    answer.type = typeName(largest);
    if (const SiteId site = heap().siteOf(largest); site.exists()) answer.site = heap().symbols()[site].frames;
    PlaceName name = names_.of(largest);
    answer.heldApart = areHeldApart(suspect.heads, name.text);
    answer.name = std::move(name.text);
    answer.field = std::move(name.field);
    if (!suspect.shared) return;
    for (const ObjectIndex head : suspect.heads) {
      if (answer.owners.size() == kMaxOwners) break;
      PlaceName owner = names_.of(head);
      answer.owners.push_back(
          {std::move(owner.text), std::move(owner.field), typeName(head), heap().idOf(head).value()});
    }
  }

  /// Whether one of several, each of which a root holds by itself, is not in the field of that name: at the place right
  /// below the whole heap, whatever is of one type is together.
  bool areHeldApart(std::span<const ObjectIndex> heads, const std::string& name) const {
    const auto roots = analysis_.to().heapAnalysis().graph().rootObjects();
    return std::ranges::any_of(heads.first(std::min(heads.size(), SuspectAnswer::kMostIds)), [&](ObjectIndex head) {
      return std::ranges::binary_search(roots, head) && names_.of(head).text != name;
    });
  }

  /// By type, most first. Nodes that are the program's own are elements as well: of a list that she linked herself, the
  /// nodes are what piles up.
  std::vector<TakenIn> takenIn(const Suspect& suspect, const Leaves& leaves) const {
    std::vector<TakenIn> taken;
    for (const LeafType& leaf : leaves.types) {
      if (leaf.size.objects() > 0) taken.push_back({leaf.type, leaf.size.from.objects, leaf.size.to.objects});
    }
    if (taken.size() > kMaxTypesToTell) taken = bySuperclass(taken);
    std::ranges::stable_sort(
        taken, {}, [&](const TakenIn& type) { return std::pair(-type.gained(), !places().own().has(type.type)); });
    for (const Accumulation& accumulation : suspect.accumulations) {
      const GrowthPlace& place = (*places().tree())[accumulation.place];
      const std::string& type = places().names().typeName(place.type);
      if (!accumulation.inNumber || std::ranges::find(taken, type, &TakenIn::type) != taken.end()) continue;
      const TakenIn more{type, place.count(EndOfWindow::kFrom), place.count(EndOfWindow::kTo)};
      if (taken.empty()) {
        taken.push_back(more);
      } else if (places().own().has(type)) {
        taken.insert(taken.begin(), more);
      }
    }
    if (taken.size() > kMaxTaken) taken.resize(kMaxTaken);
    return taken;
  }

  /// Where everything that is taken in has a class of its own, as scripts and proxies have, by what these extend.
  std::vector<TakenIn> bySuperclass(const std::vector<TakenIn>& types) const {
    const dsl::TypeIndex& known = analysis_.to().analysis->types().types();
    const Symbols& symbols = heap().symbols();
    std::map<std::string_view, TakenIn> merged;
    for (const TakenIn& type : types) {
      const auto same = known.named(type.type);
      const TypeId above = same.empty() ? TypeId::none() : symbols[same.front()].superclass;
      const bool extends = above.exists() && symbols[above].superclass.exists();
      const std::string& name = extends ? symbols[above].name : type.type;
      TakenIn& into = merged.try_emplace(name, TakenIn{name}).first->second;
      into.from += type.from;
      into.to += type.to;
    }
    std::vector<TakenIn> result;
    for (auto& [name, type] : merged) result.push_back(std::move(type));
    return result;
  }

  bool isNew(ObjectIndex object) const {
    return analysis_.tracked().match() != GrowthMatch::kIdentity || !analysis_.from().heap().find(heap().idOf(object));
  }

  Status findLines(const Suspect& suspect, const LeafQuestion& question, SuspectAnswer& answer, Progress& progress) {
    if (heap().parts().sites.empty()) return {};
    answer.linesAreEstimated = !heap().parts().samplings.empty();
    Progress part(progress, kFindingLines);
    part.begin("Finding the lines that made it", 0, 1, 2 * uint64_t{heap().objectCount()});
    ProgramLines ofLeaves(heap(), places().own(), answer.type);
    if (const Status counted = countTaken(suspect, question, answer, ofLeaves, part); !counted) return counted;
    answer.lines = ofLeaves.lines();
    if (ofLeaves.samples() < kMinimumSamples || answer.lines.empty()) {
      ProgramLines ofAll(heap(), places().own(), answer.type);
      if (const Status counted = countRetained(suspect, ofAll, part); !counted) return counted;
      std::vector<ProgramLine> lines = ofAll.lines();
      if (!lines.empty()) {
        answer.lines = std::move(lines);
        answer.linesOf = LinesOf::kRetained;
      }
    }
    if (answer.lines.size() > kMaxLines) answer.lines.resize(kMaxLines);
    return {};
  }

  void count(ObjectIndex object, ProgramLines& lines) const {
    if (heap().siteOf(object).exists() && isNew(object)) lines.add(object);
  }

  Status countTaken(const Suspect& suspect, const LeafQuestion& question, const SuspectAnswer& answer,
                    ProgramLines& lines, const Progress& progress) const {
    std::set<std::string_view> types;
    for (const TakenIn& taken : answer.taken) types.insert(taken.type);
    for (const Accumulation& accumulation : suspect.accumulations) {
      const GrowthPlace& place = (*places().tree())[accumulation.place];
      if (!accumulation.inNumber || !types.contains(places().names().typeName(place.type))) continue;
      for (const ObjectIndex object : place.at(EndOfWindow::kTo)) count(object, lines);
      types.erase(places().names().typeName(place.type));
    }
    StructureWalk walk(analysis_.to().heapAnalysis().graph(), analysis_.to().analysis->types());
    for (const StructureIndex structure : question.structures) {
      const ObjectIndex head = analysis_.to().structures->head(structure);
      if (walk.run(head, question.descent, StructureWalk::kNoLimit, progress) == StructureWalk::End::kCancelled) {
        return cancelledError();
      }
      for (const ObjectIndex member : walk.members()) {
        if (walk.isLeaf(member) && types.contains(typeName(member))) count(member, lines);
      }
    }
    return {};
  }

  Status countRetained(const Suspect& suspect, ProgramLines& lines, Progress& progress) const {
    BitSet roots(heap().objectCount());
    for (const ObjectIndex head : suspect.heads) roots.set(head.value());
    for (const Accumulation& accumulation : suspect.accumulations) {
      for (const ObjectIndex object : (*places().tree())[accumulation.place].at(EndOfWindow::kTo)) {
        roots.set(object.value());
      }
    }
    const BitSet retained = analysis_.to().dominators->dominatedBy(roots);
    if (!progress.advance(heap().objectCount())) return cancelledError();
    retained.forEach([&](uint64_t i) { count(ObjectIndex(static_cast<uint32_t>(i)), lines); });
    return {};
  }

  const GrowthAnalysis& analysis_;
  GrownRows& rows_;
  Progress& progress_;
  PlaceNames names_;
};

}  // namespace

Result<std::vector<SuspectAnswer>> answerSuspects(const GrowthAnalysis& analysis, GrownRows& rows, Progress& progress) {
  return SuspectAnswers(analysis, rows, progress).run();
}

}  // namespace heaptrail
